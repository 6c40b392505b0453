package io.dbharness.tpcc;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.load.Slice;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.sut.Target;
import io.dbharness.tpcc.data.TpccDataSet;
import io.dbharness.tpcc.data.TpccScale;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.WarehouseRange;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.tpcc.operation.TpccTransactions;
import io.dbharness.tpcc.operation.TransactionType;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import io.dbharness.workload.WorkloadSpec;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** The TPC-C-like workload, after the specification's version 5.11. Immutable. */
public final class Tpcc implements Workload<JdbcSession> {

    public static final String NAME = "tpcc";

    static final String WAREHOUSES = "warehouses";
    static final String TERMINALS = "terminals-per-warehouse";
    static final String THINK_TIME = "think-time";
    static final String ROWS_PERCENT = "rows-percent";
    static final String FOREIGN_KEYS = "foreign-keys";
    static final String MODE = "mode";

    static final String RANGE = "warehouse-range";
    static final String BINDING = "warehouse-binding";
    static final String MIX = "mix";

    static final String ALL_ROWS = "100";
    static final String NONE = "none";
    static final String HOME = "home";
    static final String UNIFORM = "uniform";
    private static final String YES = "yes";

    private static final Domain MODES = Domain.choice(Mode.words());

    private static final List<Parameter> PARAMETERS = List.of(
            new Parameter(WAREHOUSES, "scale; about 100 MB each", "1", Domain.whole(1, 100_000)),
            new Parameter(TERMINALS, "users of each warehouse if --users is not given", "10", Domain.whole(1, 1_000)),
            new Parameter(
                    THINK_TIME,
                    "keying and think times of clause 5.2.5, or none",
                    NAME,
                    Domain.choice(List.of(NAME, NONE))),
            new Parameter(
                    RANGE,
                    "range of warehouses that this client loads and has its terminals in, if several clients share the job",
                    WarehouseRange.ALL,
                    WarehouseRange.WORDS),
            new Parameter(
                    BINDING,
                    "home of a terminal: one warehouse for the whole run, or one drawn for each transaction",
                    HOME,
                    Domain.choice(List.of(HOME, UNIFORM))),
            new Parameter(
                    MIX,
                    "23 shuffled cards as in clause 5.2.4.2, or weights for drawing: NewOrder, Payment, OrderStatus, Delivery, StockLevel",
                    TransactionMix.DECK,
                    TransactionMix.WORDS),
            new Parameter(
                    FOREIGN_KEYS,
                    "foreign keys: the server checks references between the tables",
                    "no",
                    Domain.choice(List.of("no", YES))),
            new Parameter(
                    MODE,
                    "way of sending the SQL of a transaction: statement by statement, those of one kind in batches or one for each row;"
                            + " all in one statement; or as a call of a stored procedure",
                    Mode.INTERACTIVE.word(),
                    MODES),
            new Parameter(
                    ROWS_PERCENT,
                    "customers, orders, items and stock in percent of the specification's; less than 100 is for tests: a small data set"
                            + " that all transactions and checks support, but not TPC-C",
                    ALL_ROWS,
                    Domain.whole(1, 100)));

    private static final WorkloadDescriptor DESCRIPTOR = new WorkloadDescriptor(
                    NAME,
                    "Order processing of a wholesale supplier, after TPC-C.",
                    "Five transactions in the mix of TPC-C v5.11: New-Order and Payment (10 of 23 cards each), Order-Status, Delivery"
                            + " and Stock-Level (1 each), by ten terminals a warehouse with the specified keying and think times."
                            + " Scores tpmC and efficiency; checks the twelve consistency conditions before and after. Not an audited"
                            + " TPC-C result: Delivery is not queued, and the pricing and durability clauses do not apply.",
                    PARAMETERS,
                    "embedded:postgresql")
            .sendingBy(TERMINALS, THINK_TIME, BINDING, MIX)
            .scaledBy(List.of(WAREHOUSES, ROWS_PERCENT));

    /** For {@link java.util.ServiceLoader}. */
    public Tpcc() {}

    /** Returns the parameters for a number of warehouses, with defaults for all others. */
    public static Parameters ofWarehouses(int count) {
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(PARAMETERS, Map.of(WAREHOUSES, String.valueOf(count)), problems);
        problems.throwIfAny();
        return parameters;
    }

    /** Creates this workload with a number of warehouses, for a run from Java. */
    public static WorkloadSpec warehouses(int number) {
        return WorkloadSpec.of(NAME).with(WAREHOUSES, number);
    }

    @Override
    public WorkloadDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Class<JdbcSession> sessionType() {
        return JdbcSession.class;
    }

    @Override
    public BoundWorkload<JdbcSession> bind(Target<JdbcSession> target, Parameters parameters) {
        if (!(target instanceof JdbcTarget jdbc)) {
            throw new IllegalArgumentException("sessions by JDBC, but from " + target.getClass());
        }
        Terminals terminals = Terminals.of(parameters);
        TpccDataSet dataSet = new TpccDataSet(
                jdbc,
                scale(parameters),
                terminals.range(),
                mode(parameters) == Mode.PROCEDURES,
                terminals.mix().writes());
        TpccTransactions counted = dataSet.counted(mode(parameters).transactions(jdbc.dialect()));
        return bound(counted, dataSet, dataSet::lastNameConstant, parameters);
    }

    /** Uses any dialect that supports the mode, because its statements are resolved but never sent. */
    @Override
    public BoundWorkload<JdbcSession> rehearse(Parameters parameters) {
        return bound(
                Dialect.anyThatHas(mode(parameters)::transactions),
                DataSet.NONE,
                () -> RunConstants.lastNameForLoad(Seed.DEFAULT),
                parameters);
    }

    private static BoundTpcc bound(
            TpccTransactions transactions, DataSet dataSet, IntSupplier loadedLastName, Parameters parameters) {
        ThinkTime thinkTime = parameters.text(THINK_TIME).equals(NONE) ? ThinkTime.NONE : new TpccThinkTime();
        return new BoundTpcc(transactions, dataSet, loadedLastName, Terminals.of(parameters), thinkTime);
    }

    private static Mode mode(Parameters parameters) {
        return Mode.of(parameters.text(MODE));
    }

    private static TpccScale scale(Parameters parameters) {
        return new TpccScale(
                parameters.whole(WAREHOUSES),
                rows(parameters),
                parameters.text(FOREIGN_KEYS).equals(YES));
    }

    static Cardinality rows(Parameters parameters) {
        return new Cardinality(parameters.whole(ROWS_PERCENT));
    }

    /**
     * TPC-C on one target. Thread-safe.
     *
     * @param transactions   implementation for the target and mode
     * @param dataSet        tables
     * @param loadedLastName C-Load of C_LAST, read when the first terminal needs it
     * @param terminals      terminals of the users
     * @param thinkTime      keying and think times
     */
    private record BoundTpcc(
            TpccTransactions transactions,
            DataSet dataSet,
            IntSupplier loadedLastName,
            Terminals terminals,
            ThinkTime thinkTime)
            implements BoundWorkload<JdbcSession> {

        @Override
        public List<Operation> operations() {
            return TransactionType.operations();
        }

        @Override
        public List<String> steps() {
            return transactions.stepNames();
        }

        /** Requires the data set, because the run's constant for last names depends on that of the load. */
        @Override
        public OperationSource<JdbcSession> source(int user, Seed seed) {
            RunConstants constants = RunConstants.draw(loadedLastName.getAsInt(), seed);
            return terminals.source(user, transactions, seed, constants);
        }

        @Override
        public BoundWorkload<JdbcSession> slice(Slice slice) {
            return new BoundTpcc(transactions, dataSet, loadedLastName, terminals.slice(slice), thinkTime);
        }

        @Override
        public int defaultUsers() {
            return terminals.count();
        }
    }
}
