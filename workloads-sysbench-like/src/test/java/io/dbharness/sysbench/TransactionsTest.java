package io.dbharness.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import io.dbharness.workload.Steps;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
@ExtendWith(SysbenchTestDatabase.Given.class)
@Timeout(60)
class TransactionsTest {

    private static final int ROWS = 200;
    private static final String[] SIZE = {"tables", "2", "table-size", "200"};

    private final SysbenchTestDatabase database;
    private JdbcTarget target;
    private SessionSource<JdbcSession> sessions;

    TransactionsTest(SysbenchTestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void makeTables(TestInfo test) {
        String schema = "run_" + test.getTestMethod().orElseThrow().getName();
        target = database.target(schema, "socketFactory=" + CountingSockets.class.getName());
        target.jdbi().useHandle(handle -> handle.execute("DROP TABLE IF EXISTS sbtest1, sbtest2"));
        SysbenchTestDatabase.asSysbenchMakesThem(target, 2, ROWS);
        sessions = target.dedicatedSessions();
    }

    @AfterEach
    void close() {
        sessions.close();
        target.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyTestRunsAndItsRowsAddUp(TestKind test) throws Exception {
        for (String pipeline : List.of("1", "3", "100")) {
            BoundWorkload<JdbcSession> workload = bound(test.operation().name(), "pipeline", pipeline);
            workload.dataSet().check("before", Progress.SILENT);

            run(workload, 10);

            assertThat(workload.dataSet().check("after", Progress.SILENT))
                    .allMatch(Check::passed)
                    .extracting(Check::name)
                    .containsExactly("rows", "indexes", "rows.loaded");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, yes", "4, yes", "1, no", "4, no"})
    void insertsAddRows(String pipeline, String serverIds) throws Exception {
        target.jdbi().useHandle(handle -> handle.execute("INSERT INTO sbtest2 (id, k) VALUES (5000, 1)"));
        String[] options = {"statements", "4", "pipeline", pipeline, "auto-increment", serverIds};
        BoundWorkload<JdbcSession> workload = bound("insert", options);

        run(workload, 10);

        assertThat(rows()).isEqualTo(2 * ROWS + 1 + 40);
        assertThat(one(
                        "SELECT count(*) FROM (SELECT id, c FROM sbtest1 UNION ALL SELECT id, c FROM sbtest2) t WHERE id > "
                                + ROWS + " AND CAST(c AS text) ~ '^\\d{11}(-\\d{11}){9}$'"))
                .isEqualTo(40);
        assertThat(one("SELECT count(*) FROM sbtest2 WHERE id > 5000") > 0).isEqualTo(serverIds.equals("no"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "4"})
    void deletesAndUpdatesDoWhatTheySay(String pipeline) throws Exception {
        long sum = one("SELECT (SELECT sum(k) FROM sbtest1) + (SELECT sum(k) FROM sbtest2)");
        run(bound("update-index", "statements", "4", "pipeline", pipeline), 10);
        assertThat(one("SELECT (SELECT sum(k) FROM sbtest1) + (SELECT sum(k) FROM sbtest2)"))
                .isEqualTo(sum + 40);

        run(bound("update-non-index", "statements", "4", "pipeline", pipeline), 10);
        assertThat(
                        one(
                                "SELECT (SELECT count(*) FROM sbtest1 WHERE c <> 'c') + (SELECT count(*) FROM sbtest2 WHERE c <> 'c')"))
                .isBetween(20L, 40L);

        BoundWorkload<JdbcSession> workload = bound("delete", "statements", "4", "pipeline", pipeline);
        workload.dataSet().check("before", Progress.SILENT);
        run(workload, 10);
        long left = rows();
        assertThat(left).isBetween(2L * ROWS - 40, 2L * ROWS - 20);
        assertThat(after(workload).detail())
                .isEqualTo("400 before + 0 inserted - " + (400 - left) + " deleted = " + left + "; counted " + left
                        + " in 2 tables");
    }

    @ParameterizedTest
    @CsvSource({
        // As sysbench sends them: no BEGIN and no COMMIT.
        "yes, 1, 1, 1",
        "yes, 10, 1, 10",
        "yes, 4, 3, 2",
        "yes, 4, 100, 1",
        // A statement alone is a transaction; otherwise BEGIN travels with the first message and COMMIT is one.
        "no, 1, 1, 1",
        "no, 4, 1, 5",
        "no, 4, 2, 2",
        "no, 4, 3, 2",
        "no, 4, 100, 1",
        "no, 1, 100, 1",
    })
    void messagesAreAsFewAsAskedFor(String skipTrx, String statements, String pipeline, int roundTrips)
            throws Exception {
        BoundWorkload<JdbcSession> workload =
                bound("point-select", "statements", statements, "pipeline", pipeline, "skip-trx", skipTrx);
        // The first use of each statement prepares it; two tables.
        run(workload, 20);
        int before = CountingSockets.writes();

        run(workload, 10);

        assertThat(CountingSockets.writes() - before).isEqualTo(10 * roundTrips);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "4"})
    void aTransactionThatFailsLeavesNothingBehind(String pipeline) throws Exception {
        // Of the ids that the client gives out, the second is taken.
        target.jdbi().useHandle(handle -> {
            for (String table : List.of("sbtest1", "sbtest2")) {
                handle.execute("INSERT INTO " + table + " (id, k) VALUES (400, 1)");
            }
        });
        BoundWorkload<JdbcSession> workload =
                bound("insert", "statements", "2", "pipeline", pipeline, "auto-increment", "no", "skip-trx", "no");
        workload.dataSet().check("before", Progress.SILENT);
        OperationSource<JdbcSession> source = workload.source(0, Seed.DEFAULT);
        Invocation<JdbcSession> invocation = source.next();
        target.jdbi().useHandle(handle -> {
            for (String table : List.of("sbtest1", "sbtest2")) {
                handle.execute("INSERT INTO " + table + " (id, k) VALUES (402, 1)");
            }
        });

        assertThatThrownBy(() -> invocation.execute(session())).isInstanceOf(SQLException.class);
        session().reset();

        assertThat(rows()).isEqualTo(2 * ROWS + 4);
        assertThat(after(workload).detail()).startsWith("402 before + 0 inserted - 0 deleted = 402; counted 404");
        assertThat(after(workload).passed()).isFalse();
    }

    @Test
    void statementsWithoutATransactionAreCommittedOneByOne() throws Exception {
        target.jdbi().useHandle(handle -> {
            for (String table : List.of("sbtest1", "sbtest2")) {
                handle.execute("INSERT INTO " + table + " (id, k) VALUES (400, 1)");
            }
        });
        BoundWorkload<JdbcSession> workload = bound("insert", "statements", "3", "auto-increment", "no");
        workload.dataSet().check("before", Progress.SILENT);
        Invocation<JdbcSession> invocation = workload.source(0, Seed.DEFAULT).next();
        target.jdbi().useHandle(handle -> {
            for (String table : List.of("sbtest1", "sbtest2")) {
                handle.execute("INSERT INTO " + table + " (id, k) VALUES (403, 1)");
            }
        });

        assertThatThrownBy(() -> invocation.execute(session())).isInstanceOf(SQLException.class);

        assertThat(after(workload).detail()).startsWith("402 before + 2 inserted - 0 deleted = 404; counted 406");
    }

    @ParameterizedTest
    @CsvSource({
        "no, 1, 1, INSERT INTO, 1",
        "no, 2, 2, INSERT INTO, 2",
        "no, 2, 1, COMMIT, 2",
        "yes, 2, 2, INSERT INTO, 2",
        "yes, 2, 1, INSERT INTO, 1"
    })
    void aCommitWithoutAnAnswerIsOfUnknownOutcome(
            String skipTrx, String statements, String pipeline, String fatal, String rows) throws Exception {
        BoundWorkload<JdbcSession> workload =
                bound("insert", "statements", statements, "pipeline", pipeline, "skip-trx", skipTrx);
        workload.dataSet().check("before", Progress.SILENT);
        Invocation<JdbcSession> invocation = workload.source(0, Seed.DEFAULT).next();

        JdbcSession session = session();
        CountingSockets.breakAfter(fatal);
        assertThatThrownBy(() -> invocation.execute(session))
                .satisfies(e -> assertThat(target.failures().classify(e)).isEqualTo(FailureKind.CONNECTION_LOST));
        sessions.discard(session());
        awaitTheServer();

        assertThat(after(workload).passed()).isTrue();
        assertThat(after(workload).detail())
                .contains("400 before + 0 inserted - 0 deleted = 400; counted ")
                .endsWith(", with 0 to " + rows + " more by 1 transactions whose commit was not answered");
    }

    @Test
    void aConnectionLostBeforeTheCommitIsNotInDoubt() throws Exception {
        BoundWorkload<JdbcSession> workload = bound("insert", "statements", "2", "skip-trx", "no");
        workload.dataSet().check("before", Progress.SILENT);
        Invocation<JdbcSession> invocation = workload.source(0, Seed.DEFAULT).next();

        JdbcSession session = session();
        CountingSockets.breakAfter("INSERT INTO");
        assertThatThrownBy(() -> invocation.execute(session)).isInstanceOf(SQLException.class);
        sessions.discard(session());
        awaitTheServer();

        assertThat(after(workload).detail())
                .isEqualTo("400 before + 0 inserted - 0 deleted = 400; counted 400 in 2 tables");
    }

    @ParameterizedTest
    @CsvSource({
        "point-select, POINT_SELECT",
        "update-index, INDEX_UPDATE",
        "update-non-index, NON_INDEX_UPDATE",
        "read-only, SIMPLE_RANGE",
        "read-write, POINT_SELECT",
    })
    void whatFindsNoRowIsNoSuccess(String test, String statement) throws Exception {
        String[] options = test.equals("read-only") ? new String[] {"point-selects", "0"} : new String[0];
        OperationSource<JdbcSession> source = bound(test, options).source(0, Seed.DEFAULT);
        assertThat(source.next().execute(session())).isEqualTo(Outcome.COMPLETED);
        target.jdbi().useHandle(handle -> handle.execute("TRUNCATE sbtest1, sbtest2"));

        assertThatThrownBy(() -> source.next().execute(session()))
                .isInstanceOf(UnexpectedRowsException.class)
                .hasMessageContaining(" found 0 rows instead of ")
                .hasMessageContaining("--load always");
        session().reset();
        assertThatThrownBy(() -> source.next().execute(session())).hasMessageStartingWith(statement);
    }

    @Test
    void transactionsThatReplaceTheSameRowCanBeTriedAgain() throws Exception {
        BoundWorkload<JdbcSession> workload =
                bound("write-only", "index-updates", "0", "non-index-updates", "0", "distribution", "special");
        workload.dataSet().check("before", Progress.SILENT);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int user = 0; user < 4; user++) {
            OperationSource<JdbcSession> source = workload.source(user, Seed.DEFAULT);
            futures.add(threads.submit(() -> retrying(source, 100)));
        }
        for (Future<Integer> future : futures) {
            future.get();
        }
        threads.shutdown();

        assertThat(after(workload).passed()).isTrue();
        assertThat(rows()).isEqualTo(2 * ROWS);
    }

    @Test
    void roundTripsAreToldByTheirKind() throws Exception {
        BoundWorkload<JdbcSession> apart = bound("read-write");
        BoundWorkload<JdbcSession> joined = bound("read-write", "pipeline", "5");

        assertThat(steps(apart)).containsExactly(14, 2, 1, 1, 1);
        assertThat(apart.steps()).containsExactly("select", "update", "delete", "insert", "commit");
        assertThat(steps(joined)).containsExactly(4);
        assertThat(joined.steps()).containsExactly("message");
        assertThat(steps(bound("point-select"))).isEmpty();
        assertThat(steps(bound("point-select", "statements", "10"))).containsExactly(10);
        assertThat(bound("point-select", "statements", "10").steps()).containsExactly("select");
        assertThat(bound("read-only", "skip-trx", "yes").steps()).containsExactly("select");
    }

    @Test
    void aSeedDrawsTheSameTransactionsForAUser() throws Exception {
        BoundWorkload<JdbcSession> workload = bound("update-non-index");

        run(workload, 20);
        String first =
                SysbenchTestDatabase.one(target, String.class, "SELECT string_agg(c, '' ORDER BY id) FROM sbtest1");
        run(bound("update-non-index"), 20);

        assertThat(SysbenchTestDatabase.one(target, String.class, "SELECT string_agg(c, '' ORDER BY id) FROM sbtest1"))
                .isEqualTo(first);
    }

    /** How often each step was told in one transaction. */
    private List<Integer> steps(BoundWorkload<JdbcSession> workload) throws Exception {
        int[] counts = new int[workload.steps().size()];
        Invocation<JdbcSession> invocation = workload.source(0, Seed.DEFAULT).next();
        invocation.execute(session(), new Steps() {
            @Override
            public long start() {
                return 5;
            }

            @Override
            public void end(int step, long started) {
                assertThat(started).isEqualTo(5);
                counts[step]++;
            }
        });
        return Arrays.stream(counts).boxed().toList();
    }

    private int retrying(OperationSource<JdbcSession> source, int transactions) throws Exception {
        int retries = 0;
        try (SessionSource<JdbcSession> own = target.dedicatedSessions()) {
            JdbcSession session = own.acquire();
            for (int i = 0; i < transactions; i++) {
                Invocation<JdbcSession> invocation = source.next();
                while (!attempt(invocation, session)) {
                    retries++;
                }
            }
        }
        return retries;
    }

    private boolean attempt(Invocation<JdbcSession> invocation, JdbcSession session) throws Exception {
        try {
            return invocation.execute(session) == Outcome.COMPLETED;
        } catch (SQLException e) {
            assertThat(target.failures().classify(e).isTransient())
                    .as(e.toString())
                    .isTrue();
            session.reset();
            return false;
        }
    }

    private void run(BoundWorkload<JdbcSession> workload, int transactions) throws Exception {
        OperationSource<JdbcSession> source = workload.source(0, Seed.DEFAULT);
        for (int i = 0; i < transactions; i++) {
            assertThat(source.next().execute(session())).isEqualTo(Outcome.COMPLETED);
        }
    }

    private JdbcSession session() {
        return sessions.acquire();
    }

    private BoundWorkload<JdbcSession> bound(String word, String... options) {
        List<String> all = new ArrayList<>(List.of(SIZE));
        all.addAll(List.of(options));
        return Given.bound(target, word, all.toArray(String[]::new));
    }

    private static Check after(BoundWorkload<JdbcSession> workload) {
        return workload.dataSet().check("after", Progress.SILENT).get(0);
    }

    /** Whoever was in a transaction when the connection broke has come to an end when these locks are granted. */
    private void awaitTheServer() {
        target.jdbi().useTransaction(handle -> handle.execute("LOCK TABLE sbtest1, sbtest2 IN ACCESS EXCLUSIVE MODE"));
    }

    private long rows() {
        return one("SELECT (SELECT count(*) FROM sbtest1) + (SELECT count(*) FROM sbtest2)");
    }

    private long one(String sql) {
        return SysbenchTestDatabase.one(target, Long.class, sql);
    }
}
