package io.dbharness.sysbench;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.load.Slice;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.sut.Target;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.sysbench.data.SysbenchDataSet;
import io.dbharness.sysbench.data.SysbenchEffects;
import io.dbharness.sysbench.input.KeyDistribution;
import io.dbharness.sysbench.operation.EventScript;
import io.dbharness.sysbench.operation.NewIds;
import io.dbharness.sysbench.operation.SysbenchStatement.StatementText;
import io.dbharness.sysbench.operation.SysbenchStatement.Step;
import io.dbharness.sysbench.operation.SysbenchTransactions;
import io.dbharness.sysbench.operation.TransactionSource;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import io.dbharness.workload.WorkloadFamily;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The sysbench-like workloads. */
public final class Sysbench implements WorkloadFamily {

    /** For {@link java.util.ServiceLoader}. */
    public Sysbench() {}

    @Override
    public List<Workload<?>> workloads() {
        return Stream.of(TestKind.values())
                .<Workload<?>>map(SysbenchWorkload::new)
                .toList();
    }

    /**
     * One of the tests as a workload; the tests differ only in their scripts.
     *
     * @param test kind of the test
     */
    private record SysbenchWorkload(TestKind test) implements Workload<JdbcSession> {

        /** The maximum number of rows that are counted by default, because counting more takes too long. */
        private static final long MOST_ROWS_COUNTED = 20_000_000;

        @Override
        public WorkloadDescriptor descriptor() {
            return new WorkloadDescriptor(
                            test.workload(),
                            test.summary(),
                            test.summary()
                                    + " After sysbench's test of that name, on its tables sbtest1 and so on: a data set that sysbench made is used"
                                    + " unchanged, and sysbench can use one that this tool loaded. Scores transactions and queries a second.",
                            test.parameters(),
                            "embedded:postgresql")
                    .sendingBy(test.sending())
                    .scaledBy(SysbenchOptions.SCALING);
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
            requireWhole(parameters, jdbc.dialect());
            SysbenchTransactions transactions = transactions(parameters, jdbc.dialect(), jdbc.failures());
            SysbenchDataSet dataSet =
                    new SysbenchDataSet(jdbc, SysbenchOptions.scale(parameters), use(parameters, transactions));
            return new BoundSysbench(
                    transactions, SysbenchOptions.keys(parameters), new NewIds(dataSet::lastId, Slice.WHOLE), dataSet);
        }

        /** Throws {@link UsageException} if COMMIT would be in a message that this server does not accept. */
        private void requireWhole(Parameters parameters, Dialect dialect) {
            EventScript script = test.script(parameters);
            int statements = script.queries().size();
            int pipeline = parameters.whole(SysbenchOptions.PIPELINE);
            if (script.autocommit()) {
                requireKnownOutcome(script, pipeline, dialect);
            } else if (pipeline > 1 && pipeline < statements && !dialect.endsEarlierTransactions()) {
                throw new UsageException(
                        List.of("--pipeline " + pipeline + " would split a transaction of " + statements
                                + " statements, and this server accepts COMMIT only in one message with all of them;"
                                + " use --pipeline " + statements + " or --pipeline 1"));
            }
        }

        /** Rejects messages whose statements are separate transactions: after a failure, the number of executed statements is not known. */
        private static void requireKnownOutcome(EventScript script, int pipeline, Dialect dialect) {
            if (pipeline > 1 && script.changesRows() && !dialect.endsEarlierTransactions()) {
                throw new UsageException(
                        List.of("--pipeline " + pipeline + " without transactions: this server commits each"
                                + " statement of a message by itself, so inserted and deleted rows could not be counted;"
                                + " use --skip-trx no or --pipeline 1"));
            }
        }

        /** Uses any dialect, because its statements are resolved but never sent. */
        @Override
        public BoundWorkload<JdbcSession> rehearse(Parameters parameters) {
            int size = SysbenchOptions.scale(parameters).tableSize();
            return new BoundSysbench(
                    Dialect.anyThatHas(any -> transactions(parameters, any, failure -> FailureKind.OTHER)),
                    SysbenchOptions.keys(parameters),
                    new NewIds(table -> size, Slice.WHOLE),
                    DataSet.NONE);
        }

        /** Creates the transactions; throws {@link UsageException} if they have no statement. */
        private SysbenchTransactions transactions(Parameters parameters, Dialect dialect, FailureClassifier failures) {
            EventScript script = test.script(parameters);
            if (script.groups().isEmpty()) {
                throw new UsageException(List.of("a transaction of " + test.workload()
                        + " has no statement left: give at least one of its kinds a number above 0"));
            }
            SysbenchTransactions.Shape shape = new SysbenchTransactions.Shape(
                    script,
                    SysbenchOptions.sizes(parameters),
                    SysbenchOptions.scale(parameters).tables(),
                    SysbenchOptions.scale(parameters).tableSize(),
                    parameters.whole(SysbenchOptions.PIPELINE));
            SqlCatalog<StatementText> sql =
                    SqlCatalog.load(StatementText.class, Sysbench.class, "sysbench/sql", dialect.lineage());
            return new SysbenchTransactions(test.operation(), shape, sql, failures);
        }

        /** Returns the changes by runs, with the ledger if the number of rows is checked. */
        private SysbenchEffects use(Parameters parameters, SysbenchTransactions transactions) {
            String wish = parameters.text(SysbenchOptions.COUNT_ROWS);
            boolean few = SysbenchOptions.scale(parameters).rows() <= MOST_ROWS_COUNTED;
            boolean wanted = wish.equals(SysbenchOptions.YES) || (wish.equals(SysbenchOptions.AUTO) && few);
            return new SysbenchEffects(
                    test.workload(),
                    test.script(parameters).changes(),
                    wanted ? Optional.of(transactions.ledger()) : Optional.empty(),
                    parameters.text(SysbenchOptions.OTHERS_WRITE).equals(SysbenchOptions.NO));
        }
    }

    /**
     * One of the tests on one target. Thread-safe.
     *
     * @param transactions transactions to execute
     * @param keys         distribution of the row keys
     * @param newIds       ids of rows that the client numbers
     * @param dataSet      data set of the tables
     */
    private record BoundSysbench(
            SysbenchTransactions transactions, KeyDistribution keys, NewIds newIds, DataSet dataSet)
            implements BoundWorkload<JdbcSession> {

        @Override
        public List<Operation> operations() {
            return List.of(transactions.operation());
        }

        @Override
        public List<String> steps() {
            return transactions.steps().stream().map(Step::label).toList();
        }

        /** Requires the tables if the client numbers new rows. */
        @Override
        public OperationSource<JdbcSession> source(int user, Seed seed) {
            return new TransactionSource(transactions, keys, newIds, seed.stream("sysbench", user));
        }

        @Override
        public BoundWorkload<JdbcSession> slice(Slice slice) {
            return new BoundSysbench(transactions, keys, newIds.slice(slice), dataSet);
        }

        /** Returns one user, like sysbench's one thread; without users and rate, there is one for each connection. */
        @Override
        public int defaultUsers() {
            return 1;
        }
    }
}
