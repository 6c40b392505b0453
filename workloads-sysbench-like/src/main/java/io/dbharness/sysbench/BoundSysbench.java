package io.dbharness.sysbench;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.dataset.RowLedger;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.sysbench.input.KeyDistribution;
import io.dbharness.sysbench.operation.NewIds;
import io.dbharness.sysbench.operation.Query.StatementText;
import io.dbharness.sysbench.operation.Query.Step;
import io.dbharness.sysbench.operation.Script;
import io.dbharness.sysbench.operation.TransactionSource;
import io.dbharness.sysbench.operation.Transactions;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import java.util.List;
import java.util.Optional;

/**
 * One of the tests on one target. Thread-safe.
 *
 * @param transactions what is sent
 * @param keys         which rows it is about
 * @param newIds       of rows that the client numbers
 * @param dataSet      the tables
 */
record BoundSysbench(Transactions transactions, KeyDistribution keys, NewIds newIds, DataSet dataSet)
        implements BoundWorkload<JdbcSession> {

    /** Beyond it, counting before and after takes longer than it is worth, unless it is asked for. */
    private static final long MOST_ROWS_COUNTED = 20_000_000;

    /**
     * What the options ask for, without a target.
     *
     * @param test       which test
     * @param parameters its options
     * @param script     one transaction
     */
    record Plan(TestKind test, Parameters parameters, Script script) {

        /** Throws a {@link UsageException} when nothing is left of a transaction. */
        static Plan of(TestKind test, Parameters parameters) {
            Script script = test.script(parameters);
            if (script.groups().isEmpty()) {
                throw new UsageException(List.of("a transaction of " + test.workload()
                        + " has no statement left: give at least one of its kinds a number above 0"));
            }
            return new Plan(test, parameters, script);
        }

        Transactions transactions(Dialect dialect, FailureClassifier failures) {
            SqlCatalog<StatementText> sql =
                    SqlCatalog.load(StatementText.class, Sysbench.class, "sysbench/sql", dialect.lineage());
            Transactions.Shape shape = new Transactions.Shape(
                    script,
                    Options.sizes(parameters),
                    Options.scale(parameters).tables(),
                    parameters.whole(Options.PIPELINE));
            return new Transactions(test.operation(), shape, sql, failures);
        }

        /** The ledger that the number of rows is to be checked against, if it is. */
        Optional<RowLedger> counted(Transactions transactions) {
            if (!script.changesRows()) {
                return Optional.empty();
            }
            String wish = parameters.text(Options.COUNT_ROWS);
            boolean few = Options.scale(parameters).rows() <= MOST_ROWS_COUNTED;
            boolean wanted = wish.equals(Options.YES) || (wish.equals(Options.AUTO) && few);
            return wanted ? Optional.of(transactions.ledger()) : Optional.empty();
        }
    }

    @Override
    public List<Operation> operations() {
        return List.of(transactions.operation());
    }

    @Override
    public List<String> steps() {
        return transactions.steps().stream().map(Step::label).toList();
    }

    /** Needs the tables when the client numbers new rows. */
    @Override
    public OperationSource<JdbcSession> source(int user, Seed seed) {
        return new TransactionSource(transactions, keys, newIds, seed.stream("sysbench", user));
    }

    /** As sysbench has one thread. With neither users nor a rate given, there is one a connection. */
    @Override
    public int defaultUsers() {
        return 1;
    }

    @Override
    public ThinkTime thinkTime() {
        return ThinkTime.NONE;
    }
}
