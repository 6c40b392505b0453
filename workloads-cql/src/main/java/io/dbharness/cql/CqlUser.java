package io.dbharness.cql;

import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import io.dbharness.cql.data.ProfileDataSet;
import io.dbharness.cql.target.CqlConversation;
import io.dbharness.cql.target.CqlTarget;
import io.dbharness.model.Operation;
import io.dbharness.model.Problems;
import io.dbharness.target.Target;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.NoData;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** {@code cql user}: the table and the queries of a profile in the format of cassandra-stress. Immutable. */
public final class CqlUser implements Workload<CqlConversation> {

    public static final String NAME = "cql user";

    private static final WorkloadDescriptor DESCRIPTOR = new WorkloadDescriptor(
            NAME,
            "Inserts and queries of a cassandra-stress profile.",
            "Reads a profile as cassandra-stress does: its table, how values are drawn, its queries. The table is created and so many"
                    + " partitions are loaded first; each operation then inserts rows or asks one of the queries. Rows are a function of"
                    + " seed and partition number, values of the row's key, so that a sample is compared before and after. Also typed as"
                    + " cql user profile=FILE ops=insert=1,NAME=3.",
            UserParameters.all(),
            StressFamily.TARGET);

    /** For {@link java.util.ServiceLoader}. */
    public CqlUser() {}

    @Override
    public WorkloadDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Class<CqlConversation> sessionType() {
        return CqlConversation.class;
    }

    @Override
    public void review(Parameters parameters, Problems problems) {
        UserSettings.of(parameters, problems);
    }

    @Override
    public BoundWorkload<CqlConversation> bind(Target<CqlConversation> target, Parameters parameters) {
        UserSettings settings = settings(parameters);
        CqlTarget cluster = StressFamily.cluster(target);
        cluster.moveTo(settings.profile().keyspace());
        ProfileDataSet dataSet = new ProfileDataSet(cluster, settings.profile(), settings.plan(), new SystemClock());
        return new BoundStress(
                settings.mix().operations(),
                dataSet,
                () -> users(settings, new PreparedUserRequests(dataSet.loaded(), settings, ranges(cluster))));
    }

    private static List<TokenRange> ranges(CqlTarget cluster) {
        return cluster.driver()
                .getMetadata()
                .getTokenMap()
                .map(TokenMap::getTokenRanges)
                .<List<TokenRange>>map(ranges -> new ArrayList<>(ranges.stream()
                        .flatMap(range -> range.unwrap().stream())
                        .toList()))
                .orElse(List.of());
    }

    @Override
    public BoundWorkload<CqlConversation> rehearse(Parameters parameters) {
        UserSettings settings = settings(parameters);
        return new BoundStress(settings.mix().operations(), new NoData(), () -> users(settings, new Nobody()));
    }

    private static BoundStress.Users users(UserSettings settings, UserSource.UserRequests requests) {
        UserSource.Shared shared = new UserSource.Shared(
                settings.mix(), settings.profile().insert(), settings.population(), new AtomicLong(), requests);
        return random -> new UserSource(shared, random);
    }

    private static UserSettings settings(Parameters parameters) {
        Problems problems = new Problems();
        var settings = UserSettings.of(parameters, problems);
        problems.throwIfAny();
        return settings.orElseThrow();
    }

    /** Draws and sends nothing. */
    private record Nobody() implements UserSource.UserRequests {

        @Override
        public Invocation<CqlConversation> insert(
                Operation operation, List<UserSource.Visit> visits, RandomGenerator random) {
            return new Rehearsed(operation, visits.get(0).partition());
        }

        @Override
        public Invocation<CqlConversation> ask(UserMix.Entry entry, long partition, RandomGenerator random) {
            return new Rehearsed(entry.operation(), partition);
        }
    }
}
