package io.dbharness.cql;

import io.dbharness.cql.data.ProfileData;
import io.dbharness.cql.data.SeveralTables;
import io.dbharness.cql.data.SeveralTables.Table;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.model.Problems;
import io.dbharness.profile.ShippedProfile;
import io.dbharness.profile.TemplateValues;
import io.dbharness.sut.Target;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** {@code cql user}, and the shipped profiles by their names: the table and the queries of a profile. Immutable. */
public final class CqlUser implements Workload<DriverSession> {

    private final WorkloadDescriptor descriptor;
    private final Optional<ShippedProfile> shipped;

    /** {@code cql user}. Called by {@link java.util.ServiceLoader}. */
    public CqlUser() {
        this.shipped = Optional.empty();
        this.descriptor = new WorkloadDescriptor(
                        "cql user",
                        "Inserts and queries of a cassandra-stress profile.",
                        "Runs a profile of cassandra-stress: its table, the distributions of its values, its queries. The table is created and its"
                                + " first partitions are loaded; each operation then inserts rows or executes one of the queries. Rows are a function"
                                + " of seed and partition number, values of the row's key, so a sample is verified before and after. Also typed as"
                                + " cql user profile=FILE ops=insert=1,NAME=3.",
                        CqlUserSettings.parameters(),
                        CqlStress.TARGET)
                .scaledBy(List.of("profile", "partitions", TemplateValues.PARAMETER.name()));
    }

    /** A profile that runs by its name. */
    CqlUser(ShippedProfile profile) {
        this.shipped = Optional.of(profile);
        this.descriptor = new WorkloadDescriptor(
                        "cql " + profile.name(),
                        profile.summary(),
                        profile.description() + " 'describe cql " + profile.name()
                                + " --profile' prints the profile, which 'cql user --profile FILE' runs.",
                        CqlUserSettings.parameters(profile),
                        CqlStress.TARGET)
                .scaledBy(profile.options().stream().map(Parameter::name).toList());
    }

    @Override
    public Optional<String> profile() {
        return shipped.map(ShippedProfile::text);
    }

    @Override
    public WorkloadDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public Class<DriverSession> sessionType() {
        return DriverSession.class;
    }

    @Override
    public void review(Parameters parameters, Problems problems) {
        CqlUserSettings.of(parameters, shipped, problems);
    }

    @Override
    public BoundWorkload<DriverSession> bind(Target<DriverSession> target, Parameters parameters) {
        CqlUserSettings settings = CqlUserSettings.of(parameters, shipped);
        CqlTarget cluster = CqlStress.cluster(target);
        cluster.moveTo(settings.keyspaces());
        RunClock clock = new SystemClock();
        LongSupplier versions = distinct(StressRequests.versions(clock));
        List<ProfileData> tables = settings.sources().stream()
                .map(source -> source.data(cluster, clock))
                .toList();
        List<Table> named = tables.stream()
                .map(table -> new Table("profile " + table.name(), table))
                .toList();
        DataSet dataSet = SeveralTables.of(named);
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
                        settings,
                        cluster.reads(),
                        versions,
                        slice);
                requests.add(
                        tables.size() == 1 ? prepared.get() : named.get(place).named(prepared));
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

    /** Returns ascending times, each once, so that a time orders the writes of this process. */
    private static LongSupplier distinct(LongSupplier times) {
        AtomicLong last = new AtomicLong();
        return () -> last.accumulateAndGet(times.getAsLong(), (before, now) -> Math.max(before + 1, now));
    }

    @Override
    public BoundWorkload<DriverSession> rehearse(Parameters parameters) {
        CqlUserMix mix = CqlUserSettings.of(parameters, shipped).mix();
        return CqlStress.bound(
                mix.operations(),
                DataSet.NONE,
                slice ->
                        random -> () -> new CqlStress.Rehearsed(mix.draw(random).operation()));
    }
}
