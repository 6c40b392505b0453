package io.dbharness.cql.target;

import io.dbharness.target.Secret;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What only JMX tells of the nodes: the strategies' own estimate of pending compactions, dropped messages, the load. One thread. */
final class JmxNodes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JmxNodes.class);

    private static final String METRICS = "org.apache.cassandra.metrics:";
    private static final String PENDING = METRICS + "type=Compaction,name=PendingTasks";
    private static final String BYTES_COMPACTED = METRICS + "type=Compaction,name=BytesCompacted";
    private static final String LOAD = METRICS + "type=Storage,name=Load";
    private static final String DROPPED = METRICS + "type=DroppedMessage,scope=*,name=Dropped";

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
     * @param loadBytes          of live SSTables
     * @param dropped            messages given up since the nodes started
     */
    record Reading(double pendingCompactions, double bytesCompacted, double loadBytes, double dropped) {
        private static final Reading NOTHING = new Reading(0, 0, 0, 0);

        private Reading plus(Reading other) {
            return new Reading(
                    pendingCompactions + other.pendingCompactions,
                    bytesCompacted + other.bytesCompacted,
                    loadBytes + other.loadBytes,
                    dropped + other.dropped);
        }
    }

    /** Whether there is anybody to ask. */
    boolean known() {
        return !access.nodes().isEmpty();
    }

    /** Of all nodes that answer; empty when one does not, as a part would look like the whole. */
    Optional<Reading> read() {
        if (!known()) {
            return Optional.empty();
        }
        try {
            connect();
            Reading sum = Reading.NOTHING;
            for (JMXConnector connector : connectors) {
                sum = sum.plus(read(connector.getMBeanServerConnection()));
            }
            return Optional.of(sum);
        } catch (IOException | JMException | SecurityException e) {
            LOG.debug("a node does not answer by JMX", e);
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

    private static Reading read(MBeanServerConnection node) throws IOException, JMException {
        double dropped = 0;
        for (ObjectName name : node.queryNames(new ObjectName(DROPPED), null)) {
            dropped += number(node, name, "Count");
        }
        return new Reading(
                number(node, new ObjectName(PENDING), "Value"),
                number(node, new ObjectName(BYTES_COMPACTED), "Count"),
                number(node, new ObjectName(LOAD), "Count"),
                dropped);
    }

    private static double number(MBeanServerConnection node, ObjectName name, String attribute)
            throws IOException, JMException {
        return ((Number) node.getAttribute(name, attribute)).doubleValue();
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
