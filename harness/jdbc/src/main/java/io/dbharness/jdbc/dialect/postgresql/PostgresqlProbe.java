package io.dbharness.jdbc.dialect.postgresql;

import io.dbharness.jdbc.dialect.StatisticsProbe;
import io.dbharness.jdbc.dialect.StatisticsProbe.Refusal;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.ServerProbe.BusyStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reads the cumulative statistics of PostgreSQL ("Monitoring Database Activity" in its manual) on its own connection. Statistics that the
 * version lacks, or that the account may not see, are omitted. Backends report their counts at most once a second, so the levels of a
 * single second are approximate.
 */
final class PostgresqlProbe implements ServerProbe {

    private static final int READINGS_PER_SIZE = 10;
    private static final double HUNDRED = 100;

    private final StatisticsProbe<Question> statistics;
    private long readings;

    /** @param connections opens the probe's connection, again after a loss */
    PostgresqlProbe(Supplier<Connection> connections) {
        statistics = new StatisticsProbe<>(
                Question.class, "postgresql", Question.ALL, PostgresqlProbe::refusal, connections);
    }

    @Override
    public Map<String, Double> read() throws SQLException {
        Map<String, Double> levels = withCacheShare(statistics.read());
        if (readings++ % READINGS_PER_SIZE == 0) {
            levels.putAll(statistics.ask(List.of(List.of(Question.SIZE))));
        }
        return levels;
    }

    @Override
    public Map<String, Double> counters() throws SQLException {
        return statistics.counters();
    }

    @Override
    public BusyStatements busyStatements() throws SQLException {
        return statistics.busyStatements();
    }

    @Override
    public void close() {
        statistics.close();
    }

    /** Replaces the cache hits a second by the cache hit ratio. */
    static Map<String, Double> withCacheShare(Map<String, Double> levels) {
        Double hit = levels.remove("blocksHitPerSecond");
        Double read = levels.get("blocksReadPerSecond");
        if (hit != null && read != null && hit + read > 0) {
            levels.put("cacheHitPercent", HUNDRED * hit / (hit + read));
        }
        return levels;
    }

    /**
     * Classifies by SQLSTATE: class 42 means a missing table, column, function or right; class 55 means not now, for example during
     * recovery.
     */
    private static Refusal refusal(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        if (state.startsWith("42")) {
            return Refusal.FOR_GOOD;
        }
        return state.startsWith("55") ? Refusal.FOR_NOW : Refusal.NONE;
    }

    /** The queries; their text is in {@code jdbc/probe}. */
    enum Question {
        DATABASE,
        CHECKPOINTS,
        CHECKPOINTS_TO_16,
        WRITES,
        WRITES_TO_15,
        WAL,
        WAL_BYTES,
        SESSIONS,
        PACE,
        SIZE;

        private static final StatisticsProbe.Questions<Question> ALL = new StatisticsProbe.Questions<>(
                List.of(List.of(SESSIONS)),
                List.of(List.of(PACE), List.of(WAL_BYTES)),
                List.of(
                        List.of(DATABASE),
                        List.of(CHECKPOINTS, CHECKPOINTS_TO_16),
                        List.of(WRITES, WRITES_TO_15),
                        List.of(WAL),
                        List.of(WAL_BYTES)));
    }
}
