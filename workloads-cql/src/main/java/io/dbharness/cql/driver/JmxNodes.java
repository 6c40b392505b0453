package io.dbharness.cql.driver;

import io.dbharness.sut.Secret;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What nodes report only over JMX: the strategies' own estimate of pending compactions, dropped messages. One thread. */
final class JmxNodes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JmxNodes.class);

    private static final String POOL = "type=ThreadPools,path=*,scope=";
    private static final String VALUE = "Value";
    private static final String COUNT = "Count";

    private final CqlOptions.JmxAccess access;
    private final List<JMXConnector> connectors = new ArrayList<>();

    JmxNodes(CqlOptions.JmxAccess access) {
        this.access = access;
    }

    /**
     * The nodes together.
     *
     * @param pendingCompactions the estimate that operators read as pending tasks
     * @param bytesCompacted     since the nodes started
     * @param dropped            messages given up since the nodes started
     */
    record Reading(double pendingCompactions, double bytesCompacted, double dropped) {}

    /** Whether the target names any node's JMX. */
    boolean known() {
        return !access.nodes().isEmpty();
    }

    Optional<Reading> read() {
        return ask(() -> new Reading(
                sum("type=Compaction,name=PendingTasks", VALUE),
                sum("type=Compaction,name=BytesCompacted", COUNT),
                sum("type=DroppedMessage,scope=*,name=Dropped", COUNT)));
    }

    /** What nodes before Cassandra 4.0 tell by JMX alone. */
    Optional<NodeViews.Pools> pools() {
        return ask(() -> new NodeViews.Pools(
                true,
                (long) sum(POOL + "CompactionExecutor,name=ActiveTasks", VALUE),
                (long) sum(POOL + "CompactionExecutor,name=PendingTasks", VALUE),
                (long) sum("type=Compaction,name=CompletedTasks", VALUE),
                (long) (sum(POOL + "MemtableFlushWriter,name=ActiveTasks", VALUE)
                        + sum(POOL + "MemtableFlushWriter,name=PendingTasks", VALUE)
                        + sum(POOL + "MemtablePostFlush,name=ActiveTasks", VALUE)
                        + sum(POOL + "MemtablePostFlush,name=PendingTasks", VALUE))));
    }

    /**
     * Live data on all nodes together, in bytes.
     *
     * @param table its name, or {@code *} for all of the keyspace
     */
    Optional<Double> diskBytes(String keyspace, String table) {
        return ask(() -> sum("type=Table,keyspace=" + keyspace + ",scope=" + table + ",name=LiveDiskSpaceUsed", COUNT));
    }

    /** How many nodes are asked. */
    int nodes() {
        return access.nodes().size();
    }

    /** What is asked of nodes that are connected. */
    @FunctionalInterface
    private interface Question<T> {
        T answer() throws IOException, JMException;
    }

    /** Of all nodes; empty when one does not answer, as a part would look like the whole. */
    private <T> Optional<T> ask(Question<T> question) {
        if (!known()) {
            return Optional.empty();
        }
        try {
            connect();
            return Optional.of(question.answer());
        } catch (IOException | JMException | JMRuntimeException | SecurityException e) {
            // A node also fails to answer for a table that is just being dropped.
            LOG.debug("a node does not answer over JMX", e);
            close();
            return Optional.empty();
        }
    }

    // The address is the user's own and names no object: JNDI is how the JDK's client finds a node's agent.
    @SuppressWarnings("BanJNDI")
    private void connect() throws IOException {
        if (!connectors.isEmpty()) {
            return;
        }
        Map<String, Object> environment = new HashMap<>();
        if (access.user().isPresent() && access.password().isPresent()) {
            Secret password = access.password().get();
            environment.put(
                    JMXConnector.CREDENTIALS, new String[] {access.user().get(), password.reveal()});
        }
        for (CqlAddress.Node node : access.nodes()) {
            connectors.add(JMXConnectorFactory.connect(
                    new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + node + "/jmxrmi"), environment));
        }
    }

    /** An attribute of a metric, or of all that a pattern finds, over all nodes. */
    private double sum(String metric, String attribute) throws IOException, JMException {
        ObjectName pattern = new ObjectName("org.apache.cassandra.metrics:" + metric);
        double sum = 0;
        for (JMXConnector connector : connectors) {
            MBeanServerConnection node = connector.getMBeanServerConnection();
            for (ObjectName name : pattern.isPattern() ? node.queryNames(pattern, null) : List.of(pattern)) {
                sum += ((Number) node.getAttribute(name, attribute)).doubleValue();
            }
        }
        return sum;
    }

    @Override
    public void close() {
        for (JMXConnector connector : connectors) {
            try {
                connector.close();
            } catch (IOException e) {
                LOG.debug("a JMX connection did not close cleanly", e);
            }
        }
        connectors.clear();
    }
}
