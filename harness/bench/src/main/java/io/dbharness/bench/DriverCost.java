package io.dbharness.bench;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.TargetSpec;
import io.dbharness.sysbench.Sysbench;
import io.dbharness.sysbench.operation.SysbenchStatement.StatementText;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Measures what a request costs a process that does nothing but call the JDBC driver: the least that {@link RequestCost} can reach.
 * Arguments: an address, a user, a number of connections, seconds of warm-up, seconds, and the name of a {@link DriverRequest}. Prints the
 * length and the requests of each second, then one line of JSON.
 */
public final class DriverCost {

    /** Longs in a cache line, so that threads do not write to each other's. */
    private static final int STRIDE = 8;

    /** PostgreSQL's errors of a transaction that conflicts with another one. sysbench ignores them too. */
    private static final Set<String> CONFLICTS = Set.of("23505", "40001", "40P01");

    private final DriverRequest request;
    private final SqlCatalog<StatementText> sql;
    private final AtomicLongArray requests;

    private DriverCost(DriverRequest request, SqlCatalog<StatementText> sql, int connections) {
        this.request = request;
        this.sql = sql;
        this.requests = new AtomicLongArray(connections * STRIDE);
    }

    /** A command-line program, so it prints. */
    public static void main(String[] arguments) throws InterruptedException {
        TargetSpec spec = new TargetSpec(
                arguments[0],
                Optional.of(arguments[1]),
                Optional.empty(),
                Optional.empty(),
                Map.of("dialect", "postgresql"));
        try (JdbcTarget target = new JdbcTargetProvider().open(spec)) {
            int connections = Integer.parseInt(arguments[2]);
            SqlCatalog<StatementText> sql = SqlCatalog.load(
                    StatementText.class,
                    Sysbench.class,
                    "sysbench/sql",
                    target.dialect().lineage());
            System.out.println(new DriverCost(DriverRequest.named(arguments[5]), sql, connections)
                    .measure(target, connections, Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4])));
        }
    }

    private String measure(JdbcTarget target, int connections, int warmUpSeconds, int seconds)
            throws InterruptedException {
        for (int i = 0; i < connections; i++) {
            int connection = i;
            SessionSource<JdbcSession> sessions = target.dedicatedSessions();
            Thread thread = new Thread(() -> send(sessions.acquire(), connection), "connection-" + i);
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((failed, failure) -> {
                failure.printStackTrace();
                System.exit(1);
            });
            thread.start();
        }
        report(warmUpSeconds);
        long before = sent();
        ProcessUsage from = ProcessUsage.now();
        report(seconds);
        return "{" + ProcessUsage.now().since(from, sent() - before) + "}";
    }

    private void report(int seconds) throws InterruptedException {
        long before = sent();
        long from = System.nanoTime();
        for (int second = 0; second < seconds; second++) {
            Thread.sleep(Duration.ofSeconds(1).toMillis());
            long now = System.nanoTime();
            long sent = sent();
            System.out.printf(Locale.ROOT, "interval %.6f %d%n", (now - from) / 1e9, sent - before);
            from = now;
            before = sent;
        }
    }

    private long sent() {
        return IntStream.range(0, requests.length()).mapToLong(requests::get).sum();
    }

    private void send(JdbcSession session, int connection) {
        SplittableRandom random = new SplittableRandom(connection);
        try {
            session.autoCommit(request.autoCommit());
            List<List<PreparedStatement>> tables = new ArrayList<>();
            for (int table = 1; table <= DriverRequest.TABLES; table++) {
                List<PreparedStatement> statements = new ArrayList<>();
                for (StatementText statement : request.statements()) {
                    statements.add(session.prepare(sql.sql(statement).replace("${n}", String.valueOf(table))));
                }
                tables.add(statements);
            }
            for (long sent = 0; ; ) {
                if (completes(session, tables.get(random.nextInt(tables.size())), random)) {
                    sent++;
                    requests.setRelease(connection * STRIDE, sent);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the server has failed", e);
        }
    }

    private boolean completes(JdbcSession session, List<PreparedStatement> statements, SplittableRandom random)
            throws SQLException {
        try {
            request.sending().send(statements, random);
            if (!request.autoCommit()) {
                session.commit();
            }
            return true;
        } catch (SQLException e) {
            if (request.autoCommit() || !CONFLICTS.contains(e.getSQLState())) {
                throw e;
            }
            session.rollback();
            return false;
        }
    }
}
