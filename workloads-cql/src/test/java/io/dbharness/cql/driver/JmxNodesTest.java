package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads the figures from the JMX server of the JDK, which holds beans with the names that nodes give theirs. */
class JmxNodesTest {

    /** Attribute of a gauge. */
    public interface Gauge {
        double getValue();
    }

    /** Attribute of a counter. */
    public interface Counter {
        long getCount();
    }

    /** Attribute of the bean for messages. */
    public interface Messages {
        Map<String, Integer> getDroppedMessages();
    }

    private final List<String> requests = new ArrayList<>();
    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private Registry registry;
    private JMXConnectorServer server;
    private JmxNodes nodes;

    @BeforeEach
    void startServer() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        registry = LocateRegistry.createRegistry(port);
        server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"), Map.of(), recorded());
        server.start();
        CqlAddress.Node node = new CqlAddress.Node("127.0.0.1", port);
        nodes = new JmxNodes(
                new CqlOptions.JmxAccess(List.of(node), Optional.empty(), Optional.empty()), new SystemClock());
    }

    @AfterEach
    void stopServer() throws IOException {
        nodes.close();
        server.stop();
        UnicastRemoteObject.unexportObject(registry, true);
    }

    /** Returns the server; adds the name of each request to {@link #requests}. */
    private MBeanServer recorded() {
        return (MBeanServer) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {MBeanServer.class}, (proxy, method, arguments) -> {
                    synchronized (requests) {
                        requests.add(method.getName());
                    }
                    return method.invoke(beans, arguments);
                });
    }

    @Test
    void figuresAreReadByNameBecauseANodeSearchesAllItsMetricsForAPattern() throws JMException {
        gauge("type=Compaction,name=PendingTasks", 7);
        counter("type=Compaction,name=BytesCompacted", 4096);
        Messages messages = () -> Map.of("READ", 2, "MUTATION", 3);
        register("org.apache.cassandra.net:type=MessagingService", messages, Messages.class);
        gauge("type=ThreadPools,path=internal,scope=CompactionExecutor,name=ActiveTasks", 1);
        gauge("type=ThreadPools,path=internal,scope=CompactionExecutor,name=PendingTasks", 5);
        gauge("type=ThreadPools,path=internal,scope=MemtableFlushWriter,name=ActiveTasks", 10);
        gauge("type=ThreadPools,path=internal,scope=MemtableFlushWriter,name=PendingTasks", 20);
        gauge("type=ThreadPools,path=internal,scope=MemtablePostFlush,name=ActiveTasks", 30);
        gauge("type=ThreadPools,path=internal,scope=MemtablePostFlush,name=PendingTasks", 40);
        gauge("type=Compaction,name=CompletedTasks", 99);
        gauge("type=Keyspace,keyspace=shop,name=LiveDiskSpaceUsed", 3000);
        counter("type=Table,keyspace=shop,scope=orders,name=LiveDiskSpaceUsed", 1000);

        JmxNodes.Reading reading = nodes.read(0).orElseThrow();
        NodeViews.Pools pools = nodes.pools(0).orElseThrow();

        assertThat(reading.pendingCompactions()).isEqualTo(7);
        assertThat(reading.bytesCompacted().values()).containsExactly(4096.0);
        assertThat(reading.dropped().values()).containsExactly(5.0);
        assertThat(List.of(pools.active(), pools.queued(), pools.flushing(), pools.allCompleted()))
                .containsExactly(1L, 5L, 100L, 99L);
        assertThat(nodes.diskBytes("shop", 0)).hasValue(3000.0);
        assertThat(nodes.tableBytes("shop", "orders")).hasValue(1000.0);
        assertThat(requests).doesNotContain("queryNames");
    }

    @Test
    void aTableThatTheNodeDoesNotHaveHasNoFigure() {
        assertThat(nodes.tableBytes("shop", "orders")).isEmpty();
    }

    private void gauge(String metric, double value) throws JMException {
        Gauge gauge = () -> value;
        register("org.apache.cassandra.metrics:" + metric, gauge, Gauge.class);
    }

    private void counter(String metric, long count) throws JMException {
        Counter counter = () -> count;
        register("org.apache.cassandra.metrics:" + metric, counter, Counter.class);
    }

    private <T> void register(String name, T bean, Class<T> type) throws JMException {
        beans.registerMBean(new StandardMBean(bean, type), new ObjectName(name));
    }
}
