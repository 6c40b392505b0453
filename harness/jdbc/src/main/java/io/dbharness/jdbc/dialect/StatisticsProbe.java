package io.dbharness.jdbc.dialect;

import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.ServerProbe.BusyStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a server's statistics on its own connection, which is reopened after a loss. Not thread-safe.
 *
 * @param <K> queries, whose text is in {@code jdbc/probe}; each returns one row, whose columns have the names of metrics in results
 */
public final class StatisticsProbe<K extends Enum<K>> implements ServerProbe {

    private static final Logger LOG = LoggerFactory.getLogger(StatisticsProbe.class);
    private static final String SECONDS = "seconds";

    /** The meaning of a failure of a query. */
    public enum Refusal {
        /** This server or this account will never answer the query. */
        FOR_GOOD,
        /** The server cannot answer the query in its current state. */
        FOR_NOW,
        /** The connection failed, not the query. */
        NONE
    }

    /**
     * Queries by subject, each in several forms, from the best to the one that every version supports.
     *
     * @param levels queries of current values
     * @param paces  queries of growing counters, reported as growth a second between readings
     * @param counts queries of growing counters, reported as growth over the run
     */
    public record Questions<K>(List<List<K>> levels, List<List<K>> paces, List<List<K>> counts) {}

    private final SqlCatalog<K> sql;
    private final Questions<K> questions;
    private final Function<SQLException, Refusal> refusals;
    private final Supplier<Connection> connections;
    private final Set<K> refused;
    private final StatementStatistics statements;
    private Map<String, Double> before = Map.of();
    private @Nullable Connection connection;

    /**
     * Creates a probe without an open connection.
     *
     * @param names       enum of all queries
     * @param dialect     dialect of the query texts
     * @param refusals    classifies failures of queries
     * @param connections opens the connection
     */
    public StatisticsProbe(
            Class<K> names,
            String dialect,
            Questions<K> questions,
            Function<SQLException, Refusal> refusals,
            Supplier<Connection> connections) {
        this.sql = SqlCatalog.load(names, StatisticsProbe.class, "jdbc/probe", List.of(dialect));
        this.questions = questions;
        this.refusals = refusals;
        this.connections = connections;
        this.refused = EnumSet.noneOf(names);
        this.statements = new StatementStatistics(List.of(dialect));
    }

    @Override
    public Map<String, Double> read() throws SQLException {
        Map<String, Double> levels = ask(questions.levels());
        Map<String, Double> now = ask(questions.paces());
        levels.putAll(paces(before, now));
        before = now;
        return levels;
    }

    @Override
    public Map<String, Double> counters() throws SQLException {
        return ask(questions.counts());
    }

    @Override
    public BusyStatements busyStatements() throws SQLException {
        try {
            return statements.read(connection());
        } catch (SQLException e) {
            if (refusals.apply(e) == Refusal.NONE) {
                close();
                throw e;
            }
            return StatementStatistics.off(ServerAddress.said(e));
        }
    }

    /**
     * Returns the answers to queries by subject; unanswered queries are omitted.
     *
     * @throws SQLException if the connection fails; the next query opens another one
     */
    public Map<String, Double> ask(List<List<K>> subjects) throws SQLException {
        Map<String, Double> answers = new TreeMap<>();
        try {
            for (List<K> forms : subjects) {
                for (int i = 0; i < forms.size() && !ask(forms.get(i), answers); i++) {
                    LOG.debug("the server does not answer {}", forms.get(i));
                }
            }
        } catch (SQLException e) {
            close();
            throw e;
        }
        return answers;
    }

    /** Returns false if this server does not answer the query, now or ever. */
    private boolean ask(K question, Map<String, Double> answers) throws SQLException {
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
            switch (refusals.apply(e)) {
                case FOR_GOOD -> refused.add(question);
                case FOR_NOW -> LOG.debug("the server does not answer {} now", question, e);
                case NONE -> throw e;
            }
            return false;
        }
    }

    /**
     * Returns the growth a second between two readings of counters, one of which is the server's time in {@code seconds}: {@code commits}
     * becomes {@code commitsPerSecond}. Omits new counters, and those that the server has reset.
     */
    public static Map<String, Double> paces(Map<String, Double> before, Map<String, Double> now) {
        Map<String, Double> paces = new TreeMap<>();
        double seconds = now.getOrDefault(SECONDS, 0.0) - before.getOrDefault(SECONDS, Double.POSITIVE_INFINITY);
        if (seconds > 0) {
            now.forEach((name, value) -> {
                double grown = value - before.getOrDefault(name, Double.POSITIVE_INFINITY);
                if (grown >= 0 && !name.equals(SECONDS)) {
                    paces.put(name + "PerSecond", grown / seconds);
                }
            });
        }
        return paces;
    }

    @Override
    public void close() {
        Connection last = connection;
        connection = null;
        if (last != null) {
            try {
                last.close();
            } catch (SQLException e) {
                LOG.debug("the connection for server metrics did not close cleanly", e);
            }
        }
    }

    private Connection connection() {
        if (connection == null) {
            connection = connections.get();
        }
        return connection;
    }
}
