package io.dbharness.jdbc.dialect;

import io.dbharness.jdbc.sql.SqlCatalog;
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
 * A conversation with a server about its own statistics, on a connection of its own that is opened again after it was lost. One thread.
 *
 * @param <K> the questions; each is answered by one row, whose columns are named as in results
 */
public final class Statistics<K extends Enum<K>> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Statistics.class);

    private static final String SECONDS = "seconds";

    /** What a failure says of a question. */
    public enum Refusal {
        /** This server or this account will never answer it. */
        FOR_GOOD,
        /** Not in the state the server is in. */
        FOR_NOW,
        /** Nothing: the conversation itself failed. */
        NONE
    }

    private final SqlCatalog<K> sql;
    private final Supplier<Connection> connections;
    private final Function<SQLException, Refusal> refusals;
    private final Set<K> refused;
    private @Nullable Connection connection;

    /**
     * Opens nothing yet.
     *
     * @param names       the questions
     * @param sql         their texts
     * @param connections opens the connection
     * @param refusals    what a failure means
     */
    public Statistics(
            Class<K> names,
            SqlCatalog<K> sql,
            Supplier<Connection> connections,
            Function<SQLException, Refusal> refusals) {
        this.sql = sql;
        this.connections = connections;
        this.refusals = refusals;
        this.refused = EnumSet.noneOf(names);
    }

    /**
     * The answers to questions by subject, each in its forms from the best to the one that is always understood; what the server does
     * not answer is left out.
     *
     * @throws SQLException when the conversation fails; the next question begins another
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

    /** False when this server does not answer the question, now or ever. */
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
     * What grew a second between two answers of growing counts, of which one is the server's time in {@code seconds}: {@code commits}
     * becomes {@code commitsPerSecond}. Nothing for a count that was not there before, or that the server has begun anew.
     */
    public static Map<String, Double> paces(Map<String, Double> before, Map<String, Double> now) {
        Map<String, Double> grown = new TreeMap<>();
        now.forEach((name, value) -> {
            double difference = value - before.getOrDefault(name, Double.POSITIVE_INFINITY);
            if (difference >= 0) {
                grown.put(name, difference);
            }
        });
        Map<String, Double> paces = new TreeMap<>();
        double seconds = grown.getOrDefault(SECONDS, 0.0);
        if (seconds > 0) {
            grown.remove(SECONDS);
            grown.forEach((name, difference) -> paces.put(name + "PerSecond", difference / seconds));
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
                LOG.debug("the connection of the server's figures did not close cleanly", e);
            }
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
