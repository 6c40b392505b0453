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

import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.target.ServerProbe;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cumulative statistics of PostgreSQL ("Monitoring Database Activity" in its manual), asked for on a connection of its own. What a
 * version does not have, or an account may not see, is left out. Backends report their counts once a second at most, so the levels of a
 * single second are a little rough.
 */
final class PostgresqlProbe implements ServerProbe {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresqlProbe.class);

    /** Questions by subject, each in its forms from the newest version to the oldest. */
    private static final List<List<ProbeStatement>> COUNTS = List.of(
            List.of(DATABASE),
            List.of(CHECKPOINTS, CHECKPOINTS_TO_16),
            List.of(WRITES, WRITES_TO_15),
            List.of(WAL),
            List.of(WAL_BYTES));

    private static final List<List<ProbeStatement>> PACES = List.of(List.of(PACE), List.of(WAL_BYTES));

    private static final int READINGS_PER_SIZE = 10;

    /** Of SQLSTATE: no such table, column or function, or no right to it. */
    private static final String NOT_UNDERSTOOD = "42";
    /** Of SQLSTATE: not in this state of the server, for example while it is recovering. */
    private static final String NOT_NOW = "55";

    private final SqlCatalog<ProbeStatement> sql =
            SqlCatalog.load(ProbeStatement.class, PostgresqlProbe.class, "jdbc/probe", List.of("postgresql"));
    private final Supplier<Connection> connections;
    private final Set<ProbeStatement> refused = EnumSet.noneOf(ProbeStatement.class);
    private @Nullable Connection connection;
    private Map<String, Double> before = Map.of();
    private long readings;

    /** @param connections opens the one connection it uses, again after that was lost */
    PostgresqlProbe(Supplier<Connection> connections) {
        this.connections = connections;
    }

    @Override
    public Map<String, Double> read() throws SQLException {
        Map<String, Double> levels = new TreeMap<>(ask(List.of(List.of(SESSIONS))));
        Map<String, Double> now = ask(PACES);
        levels.putAll(pace(before, now));
        before = now;
        if (readings++ % READINGS_PER_SIZE == 0) {
            levels.putAll(ask(List.of(List.of(SIZE))));
        }
        return levels;
    }

    @Override
    public Map<String, Double> counters() throws SQLException {
        return ask(COUNTS);
    }

    @Override
    public void close() {
        Connection last = connection;
        connection = null;
        if (last != null) {
            try {
                last.close();
            } catch (SQLException e) {
                LOG.debug("the connection of the server's figures did not close cleanly", e);
            }
        }
    }

    /** What happened a second between two readings; nothing when one is missing or the server has begun to count anew. */
    static Map<String, Double> pace(Map<String, Double> before, Map<String, Double> now) {
        Map<String, Double> difference = new TreeMap<>();
        now.forEach((name, value) -> {
            double grown = value - before.getOrDefault(name, Double.POSITIVE_INFINITY);
            if (grown >= 0) {
                difference.put(name, grown);
            }
        });
        Map<String, Double> paces = new TreeMap<>();
        double seconds = difference.getOrDefault("seconds", 0.0);
        if (seconds <= 0) {
            return paces;
        }
        difference.remove("seconds");
        double read = difference.getOrDefault("blocksRead", 0.0);
        double hit = difference.getOrDefault("blocksHit", 0.0);
        if (read + hit > 0) {
            paces.put("cacheHitPercent", 100 * hit / (read + hit));
        }
        difference.remove("blocksHit");
        difference.forEach((name, grown) -> paces.put(name + "PerSecond", grown / seconds));
        return paces;
    }

    private Map<String, Double> ask(List<List<ProbeStatement>> subjects) throws SQLException {
        Map<String, Double> answers = new TreeMap<>();
        try {
            for (List<ProbeStatement> forms : subjects) {
                for (int i = 0; i < forms.size() && !ask(forms.get(i), answers); i++) {
                    LOG.debug("the server does not answer {}", forms.get(i));
                }
            }
        } catch (SQLException e) {
            // Whatever it was: the next question begins a new conversation.
            close();
            throw e;
        }
        return answers;
    }

    /** False when this server does not understand the question, now or ever. */
    private boolean ask(ProbeStatement question, Map<String, Double> answers) throws SQLException {
        if (refused.contains(question)) {
            return false;
        }
        try (Statement statement = connection().createStatement();
                ResultSet row = statement.executeQuery(sql.sql(question))) {
            if (row.next()) {
                for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                    double value = row.getDouble(column);
                    if (!row.wasNull()) {
                        answers.put(row.getMetaData().getColumnLabel(column), value);
                    }
                }
            }
            return true;
        } catch (SQLException e) {
            String state = e.getSQLState() == null ? "" : e.getSQLState();
            if (!state.startsWith(NOT_UNDERSTOOD) && !state.startsWith(NOT_NOW)) {
                throw e;
            }
            if (state.startsWith(NOT_UNDERSTOOD)) {
                refused.add(question);
            }
            return false;
        }
    }

    private Connection connection() {
        Connection open = connection;
        if (open == null) {
            open = connections.get();
            connection = open;
        }
        return open;
    }
}
