package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.Outcome;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All five transactions at once, on hot rows: two warehouses for four sessions, each of which sends them in a mode of its own. */
@Tag("server")
@ExtendWith(TpccTestDatabase.Given.class)
@Timeout(120)
class MixedRunTest {

    private final TpccTestDatabase database;
    private final AtomicInteger conflicts = new AtomicInteger();

    MixedRunTest(TpccTestDatabase database) {
        this.database = database;
    }

    @ParameterizedTest
    @CsvSource({"read-committed, 184", "repeatable-read, 92", "serializable, 92"})
    void theDataStayConsistent(String isolation, int transactionsEach) throws Exception {
        run(isolation, transactionsEach);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({"read-committed, 2300", "repeatable-read, 598", "serializable, 598"})
    void theDataStayConsistentForLonger(String isolation, int transactionsEach) throws Exception {
        run(isolation, transactionsEach);
    }

    private void run(String isolation, int transactionsEach) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(Mode.values().length);
        List<Future<Integer>> futures = new ArrayList<>();
        try (JdbcTarget target = database.target("shared", Map.of("isolation", isolation))) {
            List<BoundWorkload<JdbcSession>> workloads = Arrays.stream(Mode.values())
                    .map(mode -> new Tpcc().bind(target, parameters(mode)))
                    .toList();
            for (int user = 0; user < workloads.size(); user++) {
                OperationSource<JdbcSession> source = workloads.get(user).source(user, new Seed(isolation.length()));
                futures.add(threads.submit(() -> run(target, source, transactionsEach)));
            }
            int rolledBack = 0;
            for (Future<Integer> future : futures) {
                rolledBack += future.get();
            }
            assertThat(rolledBack).isLessThan(futures.size() * transactionsEach / 20);
            if (!isolation.equals("read-committed")) {
                assertThat(conflicts).as("transactions that were sent again").hasPositiveValue();
            }
            assertThat(workloads.get(0).dataSet().check("after", Progress.SILENT))
                    .hasSize(TpccTestDatabase.CHECKS)
                    .allMatch(Check::passed);
        } finally {
            threads.shutdown();
        }
    }

    private static Parameters parameters(Mode mode) {
        Problems problems = new Problems();
        Map<String, String> given = TpccTestDatabase.parameters(Map.of("mode", mode.word()));
        Parameters parameters = Parameters.of(new Tpcc().descriptor().parameters(), given, problems);
        problems.throwIfAny();
        return parameters;
    }

    /** How many New-Orders rolled back as specified. */
    private int run(JdbcTarget target, OperationSource<JdbcSession> source, int transactions) throws Exception {
        int rolledBack = 0;
        try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            for (int i = 0; i < transactions; i++) {
                Outcome outcome = attempt(target, session, source.next());
                rolledBack += outcome == Outcome.ROLLED_BACK_AS_SPECIFIED ? 1 : 0;
            }
        }
        return rolledBack;
    }

    /** Without back-off a hundred attempts can pass while the other session is not scheduled at all, so only time bounds them. */
    private Outcome attempt(JdbcTarget target, JdbcSession session, Invocation<JdbcSession> invocation)
            throws Exception {
        while (true) {
            try {
                return invocation.execute(session);
            } catch (SQLException e) {
                if (!target.failures().classify(e).isTransient()) {
                    throw e;
                }
                conflicts.incrementAndGet();
                session.reset();
            }
        }
    }
}
