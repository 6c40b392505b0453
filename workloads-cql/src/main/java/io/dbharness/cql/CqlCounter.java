package io.dbharness.cql;

import io.dbharness.cql.data.CounterDataSet;
import io.dbharness.cql.data.RowShape;
import io.dbharness.cql.data.Storage;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.distribution.ValueDistribution;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Problems;
import io.dbharness.sut.Target;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** {@code cql counter-write} and {@code cql counter-read}: adds to and reads counters, after cassandra-stress. Immutable. */
public abstract sealed class CqlCounter implements Workload<DriverSession> {

    private static final Parameter POPULATION = new Parameter(
            StressSettings.POPULATION.name(),
            "row numbers of the requests, from 1, such as gaussian(1..1M) or seq(1..1M)",
            "uniform(1..100k)",
            new Domain(
                    "DISTRIBUTION",
                    List.of(),
                    text -> !text.isEmpty()
                            && StressSettings.POPULATION.domain().contains(text),
                    StressSettings.POPULATION.domain().expectation()));
    static final Parameter ADD = new Parameter(
            "add",
            "amount added to each counter of a row, such as fixed(1) or uniform(1..10)",
            "fixed(1)",
            Domain.matching(
                    "DISTRIBUTION",
                    text -> ValueDistribution.parse(text, "", new Problems()).isPresent(),
                    "a distribution such as fixed(1) or uniform(1..10)"));
    private static final ValueDistribution ONE =
            ValueDistribution.parse("fixed(1)", "", new Problems()).orElseThrow();

    private final WorkloadDescriptor descriptor;
    private final Operation operation;

    private CqlCounter(String name, String summary, String rest, Operation operation, Parameter... own) {
        this.operation = operation;
        this.descriptor = new WorkloadDescriptor(
                name,
                summary,
                summary
                        + " The table is that of cassandra-stress, counter1 with the counters C0 to C4; nothing is loaded. "
                        + rest,
                Stream.concat(TableOptions.PARAMETERS.stream(), Stream.of(own)).toList(),
                CqlStress.TARGET);
    }

    /** {@code cql counter-write}. */
    public static final class Write extends CqlCounter {

        /** Called by {@link java.util.ServiceLoader}. */
        public Write() {
            super(
                    "cql counter-write",
                    "Adds to the counters of rows of a Cassandra table.",
                    "Counters of a sample are read before and after: none may have less than was acknowledged.",
                    new Operation(0, "CounterWrite", OperationKind.WRITE),
                    POPULATION,
                    ADD,
                    StressSettings.REVISIT);
        }
    }

    /** {@code cql counter-read}. */
    public static final class Read extends CqlCounter {

        /** Called by {@link java.util.ServiceLoader}. */
        public Read() {
            super(
                    "cql counter-read",
                    "Reads the counters of rows of a Cassandra table.",
                    "Reading a row that was never written fails, so run cql counter-write first.",
                    new Operation(0, "CounterRead", OperationKind.READ),
                    POPULATION);
        }
    }

    @Override
    public WorkloadDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public void review(Parameters parameters, Problems problems) {
        TableOptions.requireLevelOf(List.of(operation), parameters, problems);
    }

    @Override
    public Class<DriverSession> sessionType() {
        return DriverSession.class;
    }

    @Override
    public BoundWorkload<DriverSession> bind(Target<DriverSession> target, Parameters parameters) {
        CqlTarget cluster = CqlStress.cluster(target);
        TableOptions table = TableOptions.of(parameters);
        table.moveTo(cluster);
        ValueDistribution population = distribution(parameters, POPULATION).orElseThrow();
        ValueDistribution add = additions(parameters);
        Storage storage = TableOptions.storage(parameters, 0, Optional.empty());
        boolean prepared = TableOptions.arePrepared(parameters);
        CounterDataSet dataSet = new CounterDataSet(
                cluster, shape(parameters), table.name(), storage, population.most(), new SystemClock());
        return CqlStress.bound(List.of(operation), dataSet, slice -> {
            RowChoice choice = RowChoice.of(population, distribution(parameters, StressSettings.REVISIT));
            CounterRequests requests = new CounterRequests(operation, dataSet.loaded(), prepared, Optional.empty());
            ToLongFunction<RandomGenerator> rows = choice.ofWrites(choice.over(0, slice));
            AtomicLong additions = new AtomicLong();
            return random -> () -> {
                long row = rows.applyAsLong(random);
                return operation.kind() == OperationKind.READ
                        ? requests.read(row)
                        : requests.add(row, add.draw(random, additions.getAndIncrement()));
            };
        });
    }

    /** Returns the amounts that a run adds. */
    static ValueDistribution additions(Parameters parameters) {
        return distribution(parameters, ADD).orElse(ONE);
    }

    static RowShape shape(Parameters parameters) {
        List<String> columns = TableOptions.columns(parameters);
        return new RowShape(
                columns.isEmpty() ? RowShape.names(5) : columns, Long.BYTES, parameters.whole("key-size"), 1);
    }

    private static Optional<ValueDistribution> distribution(Parameters parameters, Parameter parameter) {
        return Optional.ofNullable(parameters.values().get(parameter.name()))
                .flatMap(text -> ValueDistribution.parse(text, "--" + parameter.name(), new Problems()));
    }

    @Override
    public BoundWorkload<DriverSession> rehearse(Parameters parameters) {
        return CqlStress.bound(
                List.of(operation), DataSet.NONE, slice -> random -> () -> new CqlStress.Rehearsed(operation));
    }
}
