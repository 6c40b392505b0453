package io.dbharness.cql.driver;

import io.dbharness.sut.Secret;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** JMX client of one node. Connects at the first question, and again after a failed one. One thread at a time. */
final class JmxNode {

    private static final Logger LOG = LoggerFactory.getLogger(JmxNode.class);

    private final CqlAddress.Node address;
    private final CqlOptions.JmxAccess access;
    private @Nullable JMXConnector connector;

    JmxNode(CqlAddress.Node address, CqlOptions.JmxAccess access) {
        this.address = address;
        this.access = access;
    }

    String name() {
        return address.toString();
    }

    /** A question to a connected node. */
    @FunctionalInterface
    interface Question<T> {
        T answer(JmxNode node) throws IOException, JMException;
    }

    /** Returns the answer; a failure closes the connection. */
    <T> T ask(Question<T> question) throws IOException, JMException {
        try {
            return question.answer(this);
        } catch (IOException | JMException | JMRuntimeException | SecurityException e) {
            close();
            throw e;
        }
    }

    /** Returns the value of a gauge or, with its attribute {@code Count}, of a counter or a meter. */
    double metric(String metric, String attribute) throws IOException, JMException {
        return ((Number) attribute("org.apache.cassandra.metrics:" + metric, attribute)).doubleValue();
    }

    /** Returns the messages that the node dropped since it was started, of all types together. */
    double dropped() throws IOException, JMException {
        Map<?, ?> byType = (Map<?, ?>) attribute("org.apache.cassandra.net:type=MessagingService", "DroppedMessages");
        return byType.values().stream()
                .mapToDouble(count -> ((Number) count).doubleValue())
                .sum();
    }

    /**
     * Returns an attribute of one bean. A pattern in place of the name would be slow: a node compares it with the names of all its beans, of
     * which each table has some 200.
     */
    private Object attribute(String name, String attribute) throws IOException, JMException {
        return connected().getMBeanServerConnection().getAttribute(new ObjectName(name), attribute);
    }

    // The user gives the address, and it names no object: the JDK's client finds a node's agent by JNDI.
    @SuppressWarnings("BanJNDI")
    private JMXConnector connected() throws IOException {
        JMXConnector open = connector;
        if (open == null) {
            Map<String, Object> environment = new HashMap<>();
            if (access.user().isPresent() && access.password().isPresent()) {
                Secret password = access.password().get();
                environment.put(
                        JMXConnector.CREDENTIALS, new String[] {access.user().get(), password.reveal()});
            }
            open = JMXConnectorFactory.connect(
                    new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi"), environment);
            connector = open;
        }
        return open;
    }

    void close() {
        JMXConnector open = connector;
        connector = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            LOG.debug("a JMX connection did not close cleanly", e);
        }
    }
}
