package io.dbharness.embedded;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks nodes by JMX what they think of their ring.
 *
 * @param password the manager's
 */
record NodeManagement(String password) {

    private static final Logger LOG = LoggerFactory.getLogger(NodeManagement.class);
    private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";

    /** How many nodes this one sees alive, itself included; 0 while it does not answer. */
    // JMX looks its connector up by JNDI; the registry is our own node's, on this machine.
    @SuppressWarnings("BanJNDI")
    int liveNodes(CassandraNode node) {
        try {
            JMXServiceURL url =
                    new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + node.jmxPort() + "/jmxrmi");
            Map<String, ?> environment = Map.of(JMXConnector.CREDENTIALS, new String[] {NodeFiles.MANAGER, password});
            try (JMXConnector connector = JMXConnectorFactory.connect(url, environment)) {
                Object live = connector.getMBeanServerConnection().getAttribute(new ObjectName(STORAGE), "LiveNodes");
                return live instanceof Collection<?> nodes ? nodes.size() : 0;
            }
        } catch (IOException | JMException e) {
            LOG.debug("{} cannot be asked about its ring yet", node.directory(), e);
            return 0;
        }
    }
}
