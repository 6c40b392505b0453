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
 * Measures what a point select costs a process that does nothing but call the JDBC driver: the least that {@link RequestCost} can reach.
 * Arguments: an address, a user, a number of connections, seconds of warm-up and seconds. Prints the length and the requests of each second,
 * then one line of JSON.
 */
public final class DriverCost {

    private static final int TABLES = 4;
    private static final int ROWS = 100_000;
    /** Longs in a cache line, so that threads do not write to each other's. */
    private static final int STRIDE = 8;

    private final AtomicLongArray requests;

    private DriverCost(int connections) {
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
            System.out.println(new DriverCost(connections)
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

    private void send(JdbcSession session, int connection) {
        SplittableRandom random = new SplittableRandom(connection);
        try {
            session.autoCommit(true);
            List<PreparedStatement> selects = new ArrayList<>();
            for (int table = 1; table <= TABLES; table++) {
                selects.add(session.prepare("SELECT c FROM sbtest" + table + " WHERE id=?"));
            }
            for (long sent = 1; ; sent++) {
                PreparedStatement select = selects.get(random.nextInt(TABLES));
                select.setInt(1, random.nextInt(1, ROWS + 1));
                try (ResultSet rows = select.executeQuery()) {
                    if (!rows.next()) {
                        throw new SQLException("no row");
                    }
                }
                requests.setRelease(connection * STRIDE, sent);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the server has failed", e);
        }
    }
}
