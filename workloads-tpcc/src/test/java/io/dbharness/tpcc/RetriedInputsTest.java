package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.exec.Executor;
import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.exec.StopSignal;
import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.load.LoadModel;
import io.dbharness.load.RunWindows;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.model.Operation;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.random.Seed;
import io.dbharness.time.SystemClock;
import io.dbharness.tpcc.input.TransactionInput.CustomerChoice;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import io.dbharness.tpcc.input.TransactionInput.PaymentInput;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.tpcc.operation.TpccInvocation;
import io.dbharness.tpcc.operation.TpccTransactions;
import io.dbharness.tpcc.operation.TransactionType;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A competitor makes the first attempt of a transaction fail on a real server: it changes a row that the transaction has begun to wait for,
 * which repeatable read answers with a serialization failure.
 */
@Tag("server")
@ParameterizedClass
@EnumSource(Mode.class)
@ExtendWith(TpccTestDatabase.Given.class)
@Timeout(60)
class RetriedInputsTest {

    private final TpccTestDatabase database;
    private final Mode mode;

    RetriedInputsTest(Mode mode, TpccTestDatabase database) {
        this.mode = mode;
        this.database = database;
    }

    @Test
    void aRetriedPaymentPaysWhatWasTypedOnce() throws Exception {
        PaymentInput input = new PaymentInput(1, 7, new CustomerChoice(2, 8, false, 234), 123_457);
        String recorded =
                "SELECT count(*) FROM history WHERE h_w_id = 1 AND h_d_id = 7 AND h_c_w_id = 2 AND h_c_d_id = 8"
                        + " AND h_c_id = 234 AND h_amount = 1234.57";
        String paid =
                "SELECT (c_ytd_payment * 100)::bigint FROM customer WHERE c_w_id = 2 AND c_d_id = 8 AND c_id = 234";
        long recordedBefore = ask(recorded);
        long paidBefore = ask(paid);

        Map<Integer, Long> retries = runAgainst(
                "UPDATE warehouse SET w_ytd = w_ytd WHERE w_id = 1",
                transactions -> new TpccInvocation(transactions, TransactionType.PAYMENT, input));

        assertThat(retries).containsExactly(Map.entry(2, 1L));
        assertThat(ask(recorded)).isEqualTo(recordedBefore + 1);
        assertThat(ask(paid)).isEqualTo(paidBefore + 123_457);
    }

    @Test
    void aRetriedOrderOrdersWhatWasTypedOnce() throws Exception {
        NewOrderInput input = new NewOrderInput(
                2, 9, 121, List.of(new OrderedItem(77, 2, 3), new OrderedItem(78, 1, 4), new OrderedItem(79, 2, 5)));
        String next = "SELECT d_next_o_id FROM district WHERE d_w_id = 2 AND d_id = 9";
        long order = ask(next);

        Map<Integer, Long> retries = runAgainst(
                "UPDATE stock SET s_ytd = s_ytd WHERE s_w_id = 2 AND s_i_id = 79",
                transactions -> new TpccInvocation(transactions, TransactionType.NEW_ORDER, input));

        assertThat(retries).containsExactly(Map.entry(2, 1L));
        assertThat(ask(next)).isEqualTo(order + 1);
        assertThat(ask("SELECT o_c_id FROM orders WHERE o_w_id = 2 AND o_d_id = 9 AND o_id = " + order))
                .isEqualTo(121);
        assertThat(ask("SELECT count(*) FROM order_line WHERE ol_w_id = 2 AND ol_d_id = 9 AND ol_o_id = " + order
                        + " AND (ol_number, ol_i_id, ol_supply_w_id, ol_quantity)"
                        + " IN ((1, 77, 2, 3), (2, 78, 1, 4), (3, 79, 2, 5))"))
                .isEqualTo(3);
    }

    /** Attempts by number from 2, over a run of this one invocation. */
    private Map<Integer, Long> runAgainst(String change, Asked asked) throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (JdbcTarget target = database.target("shared", Map.of("isolation", "repeatable-read"));
                Connection competitor = database.shared().openConnection();
                Statement statement = competitor.createStatement()) {
            competitor.setAutoCommit(false);
            statement.execute(change);
            Future<Map<Integer, Long>> run = threads.submit(() -> run(target, asked));
            while (!run.isDone() && !somebodyWaits(statement)) {
                Thread.onSpinWait();
            }
            competitor.commit();
            return run.get();
        } finally {
            threads.shutdown();
        }
    }

    private Map<Integer, Long> run(JdbcTarget target, Asked asked) {
        Map<Integer, Long> retries = new TreeMap<>();
        RunObserver observer = new RunObserver() {
            @Override
            public void begin(RunWindows windows) {}

            @Override
            public void interval(IntervalSnapshot snapshot) {
                snapshot.operations()
                        .forEach(operation -> operation
                                .counts()
                                .retriesBy()
                                .forEach((attempt, n) -> retries.merge(attempt, n, Long::sum)));
            }
        };
        RunPlan plan = RunPlan.of(
                        LoadModel.closed(1), 1, Timeline.of(Duration.ZERO, Duration.ofSeconds(30)), new Seed(1))
                .withLimits(Limits.DEFAULT.withCount(1));
        Invocation<JdbcSession> invocation = asked.of(database.transactions(mode));
        Executor.on(target, new SystemClock(), new Seed(1))
                .run(new Execution<>(plan, new One(invocation), new StopSignal(), observer));
        return retries;
    }

    /** Asked in the competitor's own transaction, which sees locks as they are. */
    private static boolean somebodyWaits(Statement statement) throws SQLException {
        try (ResultSet waiting = statement.executeQuery(
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))")) {
            waiting.next();
            return waiting.getLong(1) > 0;
        }
    }

    private long ask(String sql) {
        return database.shared()
                .jdbi()
                .withHandle(handle -> handle.select(sql).mapTo(Long.class).one());
    }

    @FunctionalInterface
    private interface Asked {
        Invocation<JdbcSession> of(TpccTransactions transactions);
    }

    /** A workload of one invocation. */
    private record One(Invocation<JdbcSession> invocation) implements BoundWorkload<JdbcSession> {

        @Override
        public List<Operation> operations() {
            return TransactionType.operations();
        }

        @Override
        public List<String> steps() {
            return ((TpccInvocation) invocation).transactions().stepNames();
        }

        @Override
        public OperationSource<JdbcSession> source(int user, Seed seed) {
            return () -> invocation;
        }

        @Override
        public int defaultUsers() {
            return 1;
        }

        @Override
        public ThinkTime thinkTime() {
            return ThinkTime.NONE;
        }

        @Override
        public DataSet dataSet() {
            return DataSet.NONE;
        }
    }
}
