package io.dbharness.jdbc.dialect.postgresql;

import static io.dbharness.jdbc.dialect.postgresql.ProbeStatement.CHECKPOINTS;
import static io.dbharness.jdbc.dialect.postgresql.ProbeStatement.CHECKPOINTS_TO_16;
import static io.dbharness.jdbc.dialect.postgresql.ProbeStatement.DATABASE;
import static io.dbharness.jdbc.dialect.postgresql.ProbeStatement.PACE;
import static io.dbharness.jdbc.dialect.postgresql.ProbeStatement.SESSIONS;
import static io.dbharness.jdbc.dialect.postgresql.ProbeStatement.SIZE;
import static io.dbharness.jdbc.dialect.postgresql.ProbeStatement.WAL;
import static io.dbharness.jdbc.dialect.postgresql.ProbeStatement.WAL_BYTES;
import static io.dbharness.jdbc.dialect.postgresql.ProbeStatement.WRITES;
import static io.dbharness.jdbc.dialect.postgresql.ProbeStatement.WRITES_TO_15;

import io.dbharness.jdbc.dialect.Statistics;
import io.dbharness.jdbc.dialect.Statistics.Refusal;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.target.ServerProbe;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The cumulative statistics of PostgreSQL ("Monitoring Database Activity" in its manual), asked for on a connection of its own. What a
 * version does not have, or an account may not see, is left out. Backends report their counts once a second at most, so the levels of a
 * single second are a little rough.
 */
final class PostgresqlProbe implements ServerProbe {

    /** Questions by subject, each in its forms from the newest version to the oldest. */
    private static final List<List<ProbeStatement>> COUNTS = List.of(
            List.of(DATABASE),
            List.of(CHECKPOINTS, CHECKPOINTS_TO_16),
            List.of(WRITES, WRITES_TO_15),
            List.of(WAL),
            List.of(WAL_BYTES));

    private static final List<List<ProbeStatement>> PACES = List.of(List.of(PACE), List.of(WAL_BYTES));

    private static final int READINGS_PER_SIZE = 10;
    private static final double HUNDRED = 100;

    private final Statistics<ProbeStatement> statistics;
    private Map<String, Double> before = Map.of();
    private long readings;

    /** @param connections opens the one connection it uses, again after that was lost */
    PostgresqlProbe(Supplier<Connection> connections) {
        statistics = new Statistics<>(
                ProbeStatement.class,
                SqlCatalog.load(ProbeStatement.class, PostgresqlProbe.class, "jdbc/probe", List.of("postgresql")),
                connections,
                PostgresqlProbe::refusal);
    }

    @Override
    public Map<String, Double> read() throws SQLException {
        Map<String, Double> levels = new TreeMap<>(statistics.ask(List.of(List.of(SESSIONS))));
        Map<String, Double> now = statistics.ask(PACES);
        levels.putAll(pace(before, now));
        before = now;
        if (readings++ % READINGS_PER_SIZE == 0) {
            levels.putAll(statistics.ask(List.of(List.of(SIZE))));
        }
        return levels;
    }

    @Override
    public Map<String, Double> counters() throws SQLException {
        return statistics.ask(COUNTS);
    }

    @Override
    public void close() {
        statistics.close();
    }

    /** What happened a second between two readings, and how much of what was wanted was in the server's cache. */
    static Map<String, Double> pace(Map<String, Double> before, Map<String, Double> now) {
        Map<String, Double> paces = Statistics.paces(before, now);
        Double hit = paces.remove("blocksHitPerSecond");
        Double read = paces.get("blocksReadPerSecond");
        if (hit != null && read != null && hit + read > 0) {
            paces.put("cacheHitPercent", HUNDRED * hit / (hit + read));
        }
        return paces;
    }

    /** By SQLSTATE: class 42 is no such table, column or function, or no right to it; 55 not now, for example while it is recovering. */
    private static Refusal refusal(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        if (state.startsWith("42")) {
            return Refusal.FOR_GOOD;
        }
        return state.startsWith("55") ? Refusal.FOR_NOW : Refusal.NONE;
    }
}
