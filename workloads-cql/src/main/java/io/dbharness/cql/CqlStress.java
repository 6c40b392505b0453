package io.dbharness.cql;

import static io.dbharness.cql.StressSettings.BATCH;
import static io.dbharness.cql.StressSettings.LOOKBACK;
import static io.dbharness.cql.StressSettings.POPULATED;
import static io.dbharness.cql.StressSettings.RATIO;
import static io.dbharness.cql.StressSettings.REVISIT;
import static io.dbharness.cql.StressSettings.START;
import static io.dbharness.cql.StressSettings.TIMESTAMP;
import static io.dbharness.cql.StressSettings.TTL;

import io.dbharness.cql.data.CounterDataSet;
import io.dbharness.cql.data.SeveralTables;
import io.dbharness.cql.data.SeveralTables.Table;
import io.dbharness.cql.data.StressDataSet;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.distribution.ValueDistribution;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.sut.Target;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.SharedInputs;
import io.dbharness.workload.SharedInputs.Users;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/**
 * {@code cql write}, {@code cql read} and {@code cql mixed}: writes and reads rows of a Cassandra table, after cassandra-stress.
 * Immutable.
 */
public abstract sealed class CqlStress implements Workload<DriverSession> {

    static final String TARGET = "embedded:cassandra";

    /** About the default number of requests in flight of similar tools. */
    private static final int USERS = 32;

    private final WorkloadDescriptor descriptor;
    private final Function<Parameters, ReadWriteMix> mix;

    private CqlStress(String name, String summary, Function<Parameters, ReadWriteMix> mix, Parameter... own) {
        this.mix = mix;
        this.descriptor = new WorkloadDescriptor(
                        name,
                        summary,
                        summary
                                + " The rows are loaded first; each request goes to one of them. Keys and values are those of cassandra-stress, a"
                                + " function of the row's number. So every row that is read is verified, and after the run the rows that were"
                                + " written and acknowledged. Requests are asynchronous; --connections limits those in flight.",
                        StressSettings.parameters(own),
                        TARGET)
                .scaledBy(StressSettings.SCALING);
    }

    /** {@code cql write}. */
    public static final class Write extends CqlStress {

        /** Called by {@link java.util.ServiceLoader}. */
        public Write() {
            super(
                    "cql write",
                    "Writes rows of a Cassandra table.",
                    given -> ReadWriteMix.WRITES,
                    BATCH,
                    TTL,
                    START,
                    POPULATED,
                    TIMESTAMP,
                    REVISIT);
        }
    }

    /** {@code cql read}. */
    public static final class Read extends CqlStress {

        /** Called by {@link java.util.ServiceLoader}. */
        public Read() {
            super("cql read", "Reads rows of a Cassandra table.", given -> ReadWriteMix.READS, POPULATED, LOOKBACK);
        }
    }

    /** {@code cql mixed}. */
    public static final class Mixed extends CqlStress {

        /** Called by {@link java.util.ServiceLoader}. */
        public Mixed() {
            super(
                    "cql mixed",
                    "Reads and writes rows of a Cassandra table.",
                    given -> ReadWriteMix.parse(given.text("ratio")).orElseThrow(),
                    RATIO,
                    CqlCounter.ADD,
                    BATCH,
                    TTL,
                    POPULATED,
                    TIMESTAMP,
                    REVISIT,
                    LOOKBACK);
        }
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
        StressSettings settings = StressSettings.of(parameters, StressSettings.NOT_ASKED, problems);
        ReadWriteMix operations = mix.apply(parameters);
        problems.require(
                !operations.hasCounters() || settings.amount().nodeBytes() == 0,
                "--ratio with counters needs a number of rows; give --rows or --population in place of --fill",
                "ratio",
                "rows",
                "population",
                "fill");
        TableOptions.requireLevelOf(operations.operations(), parameters, problems);
    }

    @Override
    public BoundWorkload<DriverSession> bind(Target<DriverSession> target, Parameters parameters) {
        CqlTarget cluster = cluster(target);
        StressSettings settings = StressSettings.of(parameters, cluster.nodeDiskBytes());
        if (settings.storage().replicas() > 0 && !cluster.replication().isEmpty()) {
            throw new UsageException(List.of(
                    "--replication and the replication of the target's address exclude each other; give one of them"));
        }
        settings.table().moveTo(cluster);
        RunClock clock = new SystemClock();
        StressDataSet dataSet = new StressDataSet(
                cluster, settings.shape(), settings.table().name(), settings.storage(), settings.amount(), clock);
        if (settings.startsEmpty()) {
            dataSet.startEmpty();
        }
        long reach = settings.reach();
        CounterDataSet counters = new CounterDataSet(
                cluster, CqlCounter.shape(parameters), Optional.empty(), settings.storage(), reach, clock);
        LongSupplier versions =
                settings.timestamp().isPresent() ? settings.timestamp()::getAsLong : StressRequests.versions(clock);
        ReadWriteMix operations = mix.apply(parameters);
        List<Table> tables = new ArrayList<>();
        if (operations.hasRows()) {
            tables.add(new Table("rows", dataSet));
        }
        if (operations.hasCounters()) {
            tables.add(new Table("counters", counters));
        }
        return bound(operations.operations(), SeveralTables.of(tables), slice -> {
            Optional<RecentRows> recent = settings.choice().recent(slice);
            Requests ofCounters = operations.hasCounters() ? counters(counters, settings, parameters, recent) : NONE;
            if (!operations.hasRows()) {
                return users(operations, settings, reach, slice, recent, ofCounters);
            }
            StressDataSet.Loaded data = dataSet.loaded();
            StressRequests ofRows = new StressRequests(data, versions, settings, recent);
            return users(
                    operations,
                    settings,
                    data.rows(),
                    slice,
                    recent,
                    (operation, row) -> ReadWriteMix.isOfCounters(operation)
                            ? ofCounters.of(operation, row)
                            : ofRows.of(operation, row));
        });
    }

    private static Requests counters(
            CounterDataSet counters, StressSettings settings, Parameters parameters, Optional<RecentRows> recent) {
        CounterDataSet.Loaded loaded = counters.loaded();
        ValueDistribution add = CqlCounter.additions(parameters);
        AtomicLong additions = new AtomicLong();
        return (operation, row) -> {
            CounterRequests requests = new CounterRequests(operation, loaded, settings.prepared(), recent);
            long addition = additions.getAndIncrement();
            return operation.kind() == OperationKind.READ
                    ? requests.read(row)
                    : requests.add(row, add.draw(Seed.DEFAULT.stream("additions", addition), addition));
        };
    }

    /** Casts the target: only targets of this module have driver sessions. */
    static CqlTarget cluster(Target<DriverSession> target) {
        if (target instanceof CqlTarget cluster) {
            return cluster;
        }
        throw new IllegalArgumentException("not a CQL target: " + target.getClass());
    }

    /** Creates the users at the start of each run, because they need the data set. */
    static BoundWorkload<DriverSession> bound(
            List<Operation> operations, DataSet dataSet, Function<Slice, Users<DriverSession>> users) {
        return new SharedInputs<>(operations, dataSet, USERS, "cql-user", users);
    }

    /** Assumes one row for a size, because the number of its rows depends on the cluster. */
    @Override
    public BoundWorkload<DriverSession> rehearse(Parameters parameters) {
        StressSettings settings = StressSettings.of(parameters, StressSettings.NOT_ASKED);
        long rows = settings.reach();
        ReadWriteMix operations = mix.apply(parameters);
        return bound(
                operations.operations(),
                DataSet.NONE,
                slice -> users(
                        operations,
                        settings,
                        rows,
                        slice,
                        Optional.empty(),
                        (operation, row) -> new Rehearsed(operation)));
    }

    /** An invocation that is only counted: a rehearsal has no target. */
    record Rehearsed(Operation operation) implements Invocation<DriverSession> {

        @Override
        public Outcome execute(DriverSession session) {
            throw new HarnessException("a rehearsal is not executed");
        }
    }

    /** Refuses every request; a run without counters has none. */
    private static final Requests NONE = (operation, row) -> {
        throw new IllegalArgumentException("no request for " + operation.name());
    };

    /** Creates an invocation from an operation and a row, or the first row of a batch. Thread-safe. */
    @FunctionalInterface
    private interface Requests {
        Invocation<DriverSession> of(Operation operation, long row);
    }

    /** Creates users. A read chooses a row, a write the number of a batch; the rows of a batch are neighbours in one partition. */
    private static Users<DriverSession> users(
            ReadWriteMix mix,
            StressSettings settings,
            long rows,
            Slice slice,
            Optional<RecentRows> recent,
            Requests requests) {
        ToLongFunction<RandomGenerator> chosen = settings.choice().over(rows, slice);
        ToLongFunction<RandomGenerator> reads =
                recent.<ToLongFunction<RandomGenerator>>map(last -> last::row).orElse(chosen);
        // With a population, reads and writes share one sequence, as in cassandra-stress.
        ToLongFunction<RandomGenerator> batches = settings.choice()
                .ofWrites(
                        settings.choice().population().isPresent()
                                ? chosen
                                : settings.choice().over(rows / settings.batch(), slice));
        return random -> () -> {
            Operation operation = mix.draw(random);
            long row = operation.kind() == OperationKind.WRITE
                    ? batches.applyAsLong(random) * settings.batch()
                    : reads.applyAsLong(random);
            return requests.of(operation, row);
        };
    }
}
