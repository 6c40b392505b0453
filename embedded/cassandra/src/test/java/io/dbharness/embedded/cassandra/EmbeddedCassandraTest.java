package io.dbharness.embedded.cassandra;

import static io.dbharness.embedded.cassandra.TestNodes.SOON;
import static io.dbharness.embedded.cassandra.TestNodes.connect;
import static io.dbharness.embedded.cassandra.TestNodes.kept;
import static io.dbharness.embedded.cassandra.TestNodes.provider;
import static io.dbharness.embedded.testkit.TestFolders.POLLING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.QueryExecutionException;
import io.dbharness.embedded.testkit.ChildHarness;
import io.dbharness.embedded.testkit.TestFolders;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.Secret;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real nodes. Each start takes seconds, so a test looks at all that one start shows. */
@Tag("server")
final class EmbeddedCassandraTest {

    private static final String ROW = "written by the killed harness";

    @TempDir
    Path directory;

    @Test
    void isFoundByItsAddress() {
        assertThat(ServiceLoader.load(ServerProvider.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(provider -> provider.accepts("embedded:cassandra")))
                .singleElement()
                .isInstanceOf(EmbeddedCassandraProvider.class);
    }

    @Test
    void isNotOnTheClassPathOfTheHarness() {
        assertThatThrownBy(() -> Class.forName("org.apache.cassandra.service.CassandraDaemon"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void aKilledHarnessLeavesNoNodeAndItsDataServeTheNextStart() throws Exception {
        // A space: the path goes through a shell, an argument file, YAML and a URL.
        Path home = directory.resolve("kept data");
        try (ChildHarness child = ChildNode.start(directory, home)) {
            ProcessHandle first = TestNodes.process(child.awaitReady(), 1);

            child.kill();

            // At once: this start itself has to wait for the dying node.
            try (RunningServer server = provider(directory).start(TestNodes.apart(home))) {
                assertThat(TestNodes.log(home).resolve("node1")).isNotEmptyDirectory();
                assertThat(home.resolve("cassandra/node1/commitlog")).doesNotExist();
                assertThat(first.isAlive()).isFalse();
                assertRowIsThere(server.address());
                assertThat(listeners(TestNodes.process(server, 1))).isNotEmpty().allMatch(this::isLoopback);
                assertCanBeManaged(server.address());
                assertNobodyElseGetsIn(server);
                assertThatThrownBy(() -> provider(directory).start(kept(home)))
                        .isInstanceOf(HarnessException.class)
                        .hasMessageContaining("is in use by another run of the harness");
            }
        }
        assertThat(CassandraNode.running(home.resolve("cassandra"))).isEmpty();
        assertThat(home.resolve("cassandra/node1/logs/system.log")).content().contains("Cassandra shutdown complete");
        assertThatThrownBy(() -> provider(directory).start(TestNodes.spec(Optional.of(home), "3")))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("was made with 1 node(s), not 3");
    }

    private static void assertRowIsThere(TargetSpec address) {
        try (CqlSession session = connect(address)) {
            assertThat(session.execute("SELECT v FROM kept.seen WHERE k = 1").one())
                    .satisfies(row -> assertThat(row.getString("v")).isEqualTo(ROW));
        }
    }

    private static void assertNobodyElseGetsIn(RunningServer server) throws IOException {
        TargetSpec open = TargetSpec.of(server.address().url());
        assertThatThrownBy(() -> connect(open).close()).hasMessageContaining("requires authentication");
        for (TargetSpec other : List.of(
                open.withCredentials("dbharness", Secret.of("wrong")),
                open.withCredentials("cassandra", server.address().password().orElseThrow()))) {
            assertThatThrownBy(() -> connect(other).close()).hasMessageContaining("are incorrect");
        }
        for (String file : List.of("password", "cassandra/node1/conf/cql.login", "cassandra/node1/conf/jmx.password")) {
            assertThat(Files.getPosixFilePermissions(
                            server.dataDirectory().getParent().resolve(file)))
                    .as(file)
                    .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        }
    }

    private static void assertCanBeManaged(TargetSpec address) throws Exception {
        try (JMXConnector connector = manage(address, TestNodes.managerPassword(address))) {
            MBeanServerConnection node = connector.getMBeanServerConnection();

            assertThat(node.getAttribute(
                            new ObjectName("org.apache.cassandra.metrics:type=Compaction,name=PendingTasks"), "Value"))
                    .isInstanceOf(Integer.class);
            node.invoke(
                    new ObjectName("org.apache.cassandra.db:type=StorageService"),
                    "forceKeyspaceFlush",
                    new Object[] {"kept", new String[] {"seen"}},
                    new String[] {String.class.getName(), String[].class.getName()});
            // Creating beans would let any class be loaded from anywhere.
            assertThatThrownBy(() -> node.createMBean("javax.management.loading.MLet", null))
                    .isInstanceOf(SecurityException.class);
        }
        assertThatThrownBy(() -> manage(address, "wrong").close()).hasMessageContaining("Authentication failed");
    }

    // JMX looks its connector up by JNDI; the registry is our own node's, on this machine.
    @SuppressWarnings("BanJNDI")
    private static JMXConnector manage(TargetSpec address, String password) throws IOException {
        JMXServiceURL url =
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + TestNodes.parameter(address, "jmx") + "/jmxrmi");
        String[] credentials = {TestNodes.parameter(address, "jmxuser"), password};
        return JMXConnectorFactory.connect(url, Map.of(JMXConnector.CREDENTIALS, credentials));
    }

    private boolean isLoopback(String hexAddress) {
        // 127.0.0.1 as the kernel writes it, alone or mapped into IPv6.
        return hexAddress.endsWith("0100007F");
    }

    /** The local addresses on which a process listens, from the kernel's tables. */
    private static List<String> listeners(ProcessHandle process) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", String.valueOf(process.pid()), "fd"));
                Stream<String> v4 = Files.lines(Path.of("/proc/net/tcp"));
                Stream<String> v6 = Files.lines(Path.of("/proc/net/tcp6"))) {
            List<String> sockets =
                    descriptors.map(EmbeddedCassandraTest::socketNumber).toList();
            return Stream.concat(v4, v6)
                    .map(line -> line.strip().split("\\s+"))
                    .filter(fields -> fields[3].equals("0A") && sockets.contains(fields[9]))
                    .map(fields -> fields[1].substring(0, fields[1].indexOf(':')))
                    .toList();
        }
    }

    private static String socketNumber(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().replaceAll("socket:\\[([0-9]+)]", "$1");
        } catch (IOException e) {
            return "closed meanwhile";
        }
    }

    /** CqlFaultsIT has such a ring in every build. */
    @Tag("nightly")
    @Test
    void threeNodesAreOneRingThatGoesOnWithoutOneOfThem() throws Exception {
        RunningServer server = provider(directory).start(TestNodes.spec(Optional.empty(), "3"));
        List<ProcessHandle> processes;
        try (server) {
            processes =
                    List.of(TestNodes.process(server, 1), TestNodes.process(server, 2), TestNodes.process(server, 3));
            assertThat(TestNodes.contactPoints(server.address()))
                    .extracting(InetSocketAddress::getHostString)
                    .containsExactly("127.0.0.1", "127.0.0.2", "127.0.0.3");
            try (CqlSession session = connect(server.address())) {
                session.execute("CREATE KEYSPACE ring WITH replication ="
                        + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
                session.execute("CREATE TABLE ring.t (k int PRIMARY KEY, v int)");
                insert(session, ConsistencyLevel.ALL);

                processes.get(2).destroyForcibly();
                assertThat(POLLING.until(SOON, () -> !processes.get(2).isAlive()))
                        .isTrue();

                insert(session, ConsistencyLevel.LOCAL_QUORUM);
                assertThatThrownBy(() -> insert(session, ConsistencyLevel.ALL))
                        .as("the dead node's share")
                        .isInstanceOf(QueryExecutionException.class);
            }
        }
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        assertThat(TestFolders.homes(directory)).isEmpty();
    }

    private static void insert(CqlSession session, ConsistencyLevel level) {
        IntStream.range(0, 10)
                .forEach(k -> session.execute(SimpleStatement.newInstance("INSERT INTO ring.t (k, v) VALUES (?, 1)", k)
                        .setConsistencyLevel(level)
                        .setIdempotent(true)));
    }
}
