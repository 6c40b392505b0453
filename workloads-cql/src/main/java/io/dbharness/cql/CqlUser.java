package io.dbharness.cql;

import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import io.dbharness.cql.data.ProfileDataSet;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.model.Problems;
import io.dbharness.sut.Target;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.List;

/** {@code cql user}: the table and the queries of a profile in the format of cassandra-stress. Immutable. */
public final class CqlUser implements Workload<DriverSession> {

    private static final WorkloadDescriptor DESCRIPTOR = new WorkloadDescriptor(
            "cql user",
            "Inserts and queries of a cassandra-stress profile.",
            "Reads a profile as cassandra-stress does: its table, how values are drawn, its queries. The table is created and so many"
                    + " partitions are loaded first; each operation then inserts rows or asks one of the queries. Rows are a function of"
                    + " seed and partition number, values of the row's key, so that a sample is compared before and after. Also typed as"
                    + " cql user profile=FILE ops=insert=1,NAME=3.",
            UserSettings.parameters(),
            CqlStress.TARGET);

    /** For {@link java.util.ServiceLoader}. */
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
        UserSettings.of(parameters, problems);
    }

    @Override
    public BoundWorkload<DriverSession> bind(Target<DriverSession> target, Parameters parameters) {
        UserSettings settings = UserSettings.of(parameters);
        CqlTarget cluster = CqlStress.cluster(target);
        cluster.moveTo(settings.profile().keyspace());
        ProfileDataSet dataSet = new ProfileDataSet(cluster, settings.profile(), settings.plan(), new SystemClock());
        return CqlStress.bound(settings.mix().operations(), dataSet, slice -> {
            List<TokenRange> ranges =
                    cluster.driver().getMetadata().getTokenMap().map(TokenMap::getTokenRanges).stream()
                            .flatMap(all -> all.stream().flatMap(range -> range.unwrap().stream()))
                            .toList();
            UserRequests requests = new UserRequests(dataSet.loaded(), settings, ranges, slice);
            return random -> requests.new User(random);
        });
    }

    @Override
    public BoundWorkload<DriverSession> rehearse(Parameters parameters) {
        UserMix mix = UserSettings.of(parameters).mix();
        return CqlStress.bound(
                mix.operations(),
                DataSet.NONE,
                slice -> random -> () -> new CqlStress.Rehearsed(mix.draw(random).operation()));
    }
}
