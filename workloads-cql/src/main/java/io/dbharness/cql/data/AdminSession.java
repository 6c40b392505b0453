package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import io.dbharness.cql.driver.Levels;
import io.dbharness.model.HarnessException;
import io.dbharness.time.Polling;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the statements outside the measurement: those that create, mark and remove a data set.
 *
 * @param driver open
 * @param level  of the statements that read and write rows
 */
record AdminSession(CqlSession driver, ConsistencyLevel level) {

    private static final Logger LOG = LoggerFactory.getLogger(AdminSession.class);

    /** Longer than the limit of measured requests: a busy node takes its time to create or drop a table. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final Pattern CHANGES_SCHEMA =
            Pattern.compile("\\s*(CREATE|ALTER|DROP)\\b", Pattern.CASE_INSENSITIVE);

    /**
     * Executes a statement and returns all rows of its answer.
     *
     * @throws HarnessException with the statement and the cluster's message if the cluster refuses it or one of the pages
     */
    List<Row> execute(String statement, Object... values) {
        return execute(SimpleStatement.newInstance(statement, values), ResultSet::all);
    }

    /** As {@link #execute}, on this node. */
    List<Row> executeOn(Node node, String statement, Object... values) {
        return execute(SimpleStatement.newInstance(statement, values).setNode(node), ResultSet::all);
    }

    /** Returns the nodes that can be asked now. */
    List<Node> connectedNodes() {
        return driver.getMetadata().getNodes().values().stream()
                .filter(node -> isConnected(node.getDistance(), node.getState(), node.getOpenConnections()))
                .toList();
    }

    /** Returns true for a node that the driver sends requests to and has connections with. */
    static boolean isConnected(NodeDistance distance, NodeState state, int connections) {
        return distance != NodeDistance.IGNORED
                && state != NodeState.DOWN
                && state != NodeState.FORCED_DOWN
                && connections > 0;
    }

    /** Executes a conditional statement and returns true if it was applied; throws as {@link #execute}. */
    boolean applies(String statement, Object... values) {
        return execute(SimpleStatement.newInstance(statement, values), ResultSet::wasApplied);
    }

    /**
     * Executes a statement that creates something, and does nothing if it exists.
     *
     * @param keyspace of unqualified names; empty for a statement without such names
     */
    void executeUnlessThere(String keyspace, String definition) {
        SimpleStatement statement = SimpleStatement.newInstance(definition);
        boolean each = driver.getContext().getProtocolVersion().getCode() >= ProtocolVersion.V5.getCode();
        if (!keyspace.isEmpty() && !each) {
            // Before Cassandra 4.0 only a whole session can select a keyspace.
            execute("USE " + keyspace);
        }
        try {
            execute(keyspace.isEmpty() || !each ? statement : statement.setKeyspace(keyspace), ResultSet::all);
        } catch (HarnessException e) {
            if (!(e.getCause() instanceof AlreadyExistsException)) {
                throw e;
            }
            LOG.debug("exists already", e);
        }
    }

    private <T> T execute(SimpleStatement statement, Function<ResultSet, T> read) {
        return accepted(statement.getQuery(), () -> {
            ResultSet result = driver.execute(
                    statement.setConsistencyLevel(Levels.ofWrites(level)).setTimeout(LIMIT));
            if (CHANGES_SCHEMA.matcher(statement.getQuery()).lookingAt()) {
                awaitAgreement(statement.getQuery());
            }
            return read.apply(result);
        });
    }

    /** Prepares a statement; throws as {@link #execute}. */
    static PreparedStatement prepare(CqlSession driver, SimpleStatement statement) {
        return accepted(statement.getQuery(), () -> driver.prepare(statement));
    }

    /** Executes a prepared statement at its own level and returns all rows of its answer; throws as {@link #execute}. */
    static List<Row> execute(CqlSession driver, BoundStatement statement) {
        return accepted(
                statement.getPreparedStatement().getQuery(),
                () -> driver.execute(statement).all());
    }

    private static <T> T accepted(String statement, Supplier<T> answer) {
        try {
            return answer.get();
        } catch (DriverException e) {
            throw new HarnessException("the cluster refuses '" + statement.strip() + "': " + e.getMessage(), e);
        }
    }

    /**
     * Waits until all connected nodes have the same schema. Without it, one could reject the next statement because it does not know the
     * table. Each node is asked for its own: the driver asks only the node of its control connection, which may take the old schema for
     * that of all while the coordinator alone has the new one.
     */
    private void awaitAgreement(String statement) {
        String question = CqlText.of("schema-version", Map.of());
        try {
            if (new Polling(new SystemClock()).until(LIMIT, () -> haveOneAnswer(question))) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while waiting for equal schemas", e);
        } catch (IOException e) {
            throw new HarnessException("cannot ask for the versions of schemas: " + e.getMessage(), e);
        }
        throw new HarnessException("the nodes of the cluster still have different schemas after '" + statement.strip()
                + "'; 'nodetool describecluster' names them");
    }

    /** @param question answered by a UUID */
    private boolean haveOneAnswer(String question) {
        return connectedNodes().stream()
                        .flatMap(node -> executeOn(node, question).stream())
                        .map(row -> row.getUuid(0))
                        .distinct()
                        .count()
                <= 1;
    }
}
