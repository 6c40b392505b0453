package io.dbharness.cql;

import io.dbharness.cql.data.ProfileData;
import io.dbharness.cql.data.ProfileTables;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.model.Problems;
import io.dbharness.sut.Target;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** {@code cql user}: the table and the queries of a profile in the format of cassandra-stress. Immutable. */
public final class CqlUser implements Workload<DriverSession> {

    private static final WorkloadDescriptor DESCRIPTOR = new WorkloadDescriptor(
            "cql user",
            "Inserts and queries of a cassandra-stress profile.",
            "Runs a profile of cassandra-stress: its table, the distributions of its values, its queries. The table is created and its"
                    + " first partitions are loaded; each operation then inserts rows or executes one of the queries. Rows are a function"
                    + " of seed and partition number, values of the row's key, so a sample is verified before and after. Also typed as"
                    + " cql user profile=FILE ops=insert=1,NAME=3.",
            CqlUserSettings.parameters(),
            CqlStress.TARGET);

    /** Called by {@link java.util.ServiceLoader}. */
    public CqlUser() {}

    @Override
    public WorkloadDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Class<DriverSession> sessionType() {
        return DriverSession.class;
    }

    @Override
    public void review(Parameters parameters, Problems problems) {
        CqlUserSettings.of(parameters, problems);
    }

    @Override
    public BoundWorkload<DriverSession> bind(Target<DriverSession> target, Parameters parameters) {
        CqlUserSettings settings = CqlUserSettings.of(parameters);
        CqlTarget cluster = CqlStress.cluster(target);
        cluster.moveTo(settings.keyspaces());
        RunClock clock = new SystemClock();
        List<ProfileData> tables = settings.sources().stream()
                .map(source -> source.data(cluster, clock))
                .toList();
        DataSet dataSet = tables.size() == 1 ? tables.get(0) : new ProfileTables(tables);
        return CqlStress.bound(settings.mix().operations(), dataSet, slice -> {
            List<UserRequests> requests = new ArrayList<>();
            for (int i = 0; i < tables.size(); i++) {
                int place = i;
                List<CqlUserMix.Entry> entries = settings.mix().entries().stream()
                        .filter(entry -> entry.profile() == place)
                        .toList();
                Supplier<UserRequests> prepared = () -> new UserRequests(
                        tables.get(place).loaded(),
                        settings.sources().get(place),
                        entries,
                        settings.pageSize(),
                        cluster.reads(),
                        slice);
                requests.add(tables.size() == 1 ? prepared.get() : ProfileTables.named(tables.get(place), prepared));
            }
            return random -> {
                List<UserRequests.User> users =
                        requests.stream().map(of -> of.new User(random)).toList();
                return () -> {
                    CqlUserMix.Entry entry = settings.mix().draw(random);
                    return users.get(entry.profile()).next(entry);
                };
            };
        });
    }

    @Override
    public BoundWorkload<DriverSession> rehearse(Parameters parameters) {
        CqlUserMix mix = CqlUserSettings.of(parameters).mix();
        return CqlStress.bound(
                mix.operations(),
                DataSet.NONE,
                slice ->
                        random -> () -> new CqlStress.Rehearsed(mix.draw(random).operation()));
    }
}
