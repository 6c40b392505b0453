package io.dbharness.bench;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.TargetSpec;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Measures what a point select or an insert costs a process that does nothing but call the JDBC driver: the least that {@link RequestCost}
 * can reach. Arguments: an address, a user, a number of connections, seconds of warm-up, seconds, and {@code point-select} or {@code insert},
 * of always the same text. Prints the length and the requests of each second, then one line of JSON.
 */
public final class DriverCost {

    private static final int TABLES = 4;
    private static final int ROWS = 100_000;
    /** Longs in a cache line, so that threads do not write to each other's. */
    private static final int STRIDE = 8;

    /** A statement of a table, with the table's number as {@code %d}, and how it is sent. */
    private record Request(String sql, Sending sending) {

        static Request named(String name) {
            return switch (name) {
                case "point-select" -> new Request("SELECT c FROM sbtest%d WHERE id=?", DriverCost::select);
                case "insert" ->
                    new Request(
                            "INSERT INTO sbtest%d (k, c, pad) VALUES (?, '" + "0".repeat(119) + "', '" + "0".repeat(59)
                                    + "')",
                            DriverCost::insert);
                default -> throw new IllegalArgumentException("neither point-select nor insert: " + name);
            };
        }
    }

    @FunctionalInterface
    private interface Sending {

        void send(PreparedStatement statement, int number) throws SQLException;
    }

    private final Request request;
    private final AtomicLongArray requests;

    private DriverCost(Request request, int connections) {
        this.request = request;
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
            System.out.println(new DriverCost(Request.named(arguments[5]), connections)
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

    private static void select(PreparedStatement statement, int id) throws SQLException {
        statement.setInt(1, id);
        try (ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException("no row");
            }
        }
    }

    private static void insert(PreparedStatement statement, int k) throws SQLException {
        statement.setInt(1, k);
        if (statement.executeUpdate() != 1) {
            throw new SQLException("no row was inserted");
        }
    }

    private void send(JdbcSession session, int connection) {
        SplittableRandom random = new SplittableRandom(connection);
        try {
            session.autoCommit(true);
            List<PreparedStatement> statements = new ArrayList<>();
            for (int table = 1; table <= TABLES; table++) {
                statements.add(session.prepare(request.sql().formatted(table)));
            }
            for (long sent = 1; ; sent++) {
                request.sending().send(statements.get(random.nextInt(TABLES)), random.nextInt(1, ROWS + 1));
                requests.setRelease(connection * STRIDE, sent);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the server has failed", e);
        }
    }
}
