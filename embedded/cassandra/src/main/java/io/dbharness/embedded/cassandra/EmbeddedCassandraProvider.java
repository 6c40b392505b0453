package io.dbharness.embedded.cassandra;

import io.dbharness.embedded.EmbeddedServer;
import io.dbharness.embedded.FreePorts;
import io.dbharness.embedded.LogDirectory;
import io.dbharness.embedded.Machine;
import io.dbharness.embedded.Machine.ControlGroup;
import io.dbharness.embedded.RunAs;
import io.dbharness.embedded.ServerHome;
import io.dbharness.embedded.ServerHome.Layout;
import io.dbharness.embedded.ServerHome.Origin;
import io.dbharness.embedded.Starter;
import io.dbharness.embedded.WatchedProcess;
import io.dbharness.embedded.cassandra.NodeFiles.CassandraPrograms;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.Fault;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.Secret;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.Polling;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a Cassandra for {@code embedded:cassandra}: one node or a ring of three on loopback addresses with free ports, each in a separate
 * JVM. It stops when this process ends, even if this process is killed. Thread-safe.
 *
 * <p>{@code TargetSpec.dataDir} keeps the data for the next start; without it they are deleted. The data directory has a directory for each
 * node, {@code node1} and so on, with its process id in {@code cassandra.pid}. Options:
 *
 * <ul>
 *   <li>{@code nodes}: 1, the default, or 3, on 127.0.0.1 to 127.0.0.3
 *   <li>{@code heap} of each node: a size such as {@code 512m}; by default 1 GiB, less on a small machine
 *   <li>{@code settings}: further lines of cassandra.yaml
 *   <li>{@code setting.NAME}: a setting of cassandra.yaml
 *   <li>{@code jvm}: further options of each node's JVM with spaces between them
 *   <li>{@code cgroup}: the directory of a control group for all nodes
 * </ul>
 *
 * <p>Clients need the user and the password of the address, which are generated for each start, unless the settings name an authenticator.
 * The address contains the JMX access of each node as {@code jmx}, {@code jmxuser} and {@code jmxpassword}; docs/cql.md has
 * the details.
 */
public final class EmbeddedCassandraProvider implements ServerProvider {

    public static final String URL = "embedded:cassandra";

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedCassandraProvider.class);
    private static final String SERVER = "cassandra";
    private static final String KEYSPACE = "dbharness";
    private static final Layout LAYOUT = new Layout(SERVER, "cassandra", CassandraNode::isServed);
    private static final int PASSWORD_BYTES = 24;

    private final Starter starter;

    /** Called by {@link java.util.ServiceLoader}. */
    public EmbeddedCassandraProvider() {
        this(Starter.standard(new SystemClock()));
    }

    EmbeddedCassandraProvider(Starter starter) {
        this.starter = starter;
    }

    @Override
    public List<String> forms() {
        return List.of(URL);
    }

    @Override
    public boolean accepts(String url) {
        return url.equals(URL);
    }

    @Override
    public Optional<String> example(String url) {
        return Optional.of("cassandra://127.0.0.1:1/example?datacenter=example");
    }

    @Override
    public List<Fault.Kind> faults(String url) {
        return List.of(Fault.Kind.STOP, Fault.Kind.RESTART);
    }

    @Override
    public RunningServer start(TargetSpec spec) {
        RingSpec ring = RingSpec.of(spec);
        ring.requireAddresses();
        return starter.start("Cassandra", spec, LAYOUT, home -> launch(home, ring, spec));
    }

    private RunningServer launch(ServerHome home, RingSpec ring, TargetSpec spec)
            throws IOException, InterruptedException {
        requireOurs(home, ring);
        Polling polling = new Polling(starter.clock());
        CassandraRing.awaitPredecessor(home, polling);
        Optional<Path> log = LogDirectory.of(spec, home);
        new Origin(SERVER, CassandraPrograms.line(), RunAs.self().name()).write(home.root());

        Optional<Path> group = ControlGroup.of(spec);
        CassandraPrograms programs = CassandraPrograms.unpacked(starter.cache());
        FreePorts ports = new FreePorts(starter.random());
        NodeFiles files = new NodeFiles(
                nodes(home, ring, ports),
                ports.next(ring.addresses()),
                storagePort(home, ring, ports),
                programs,
                ring,
                log,
                ring.heapMebibytes(Machine.around(home.root(), group)));
        String password = HexFormat.of().formatHex(starter.draw(PASSWORD_BYTES));
        for (CassandraNode node : files.nodes()) {
            files.write(node, password);
        }
        Path passwordFile = home.root().resolve("password");
        NodeFiles.writePrivately(passwordFile, password + "\n");

        CassandraRing cassandra = new CassandraRing(home, files.nodes(), group, files.cqlPort(), password, polling);
        List<WatchedProcess> processes = start(cassandra, files.nodes(), ring);
        LOG.info(
                "Cassandra {} answers on port {} with {} node(s), data in {}",
                CassandraPrograms.version(),
                files.cqlPort(),
                ring.nodes(),
                home.root());
        return new EmbeddedServer(
                "Cassandra", home, processes, cassandra.lastAgain(), address(spec, files, passwordFile, password));
    }

    private static List<WatchedProcess> start(CassandraRing cassandra, List<CassandraNode> nodes, RingSpec ring)
            throws IOException, InterruptedException {
        try {
            return cassandra.start();
        } catch (HarnessException e) {
            List<String> output = new ArrayList<>();
            for (CassandraNode node : nodes) {
                output.addAll(node.output().lines());
            }
            throw ring.explained(e, output);
        }
    }

    private static void requireOurs(ServerHome home, RingSpec ring) throws IOException, InterruptedException {
        Optional<Origin> origin = Origin.read(home.root());
        if (origin.isEmpty()) {
            return;
        }
        String problem = "";
        int made = CassandraNode.directories(home.data()).size();
        if (!origin.get().server().equals(SERVER)) {
            problem = "holds data of " + origin.get().server() + ", not Cassandra";
        } else if (!origin.get().version().equals(CassandraPrograms.line())) {
            problem = "was made by Cassandra " + origin.get().version() + " and this harness carries "
                    + CassandraPrograms.line() + "; nothing was touched";
        } else if (made > 0 && made != ring.nodes()) {
            problem = "was made with " + made + " node(s), not " + ring.nodes() + "; run as many as before";
        } else if (made > 0 && !RunAs.isOurs(home.data())) {
            // With files of two users in one directory, neither user could start the node again.
            problem = "belongs to " + Files.getOwner(home.data()) + "; run as the same user as before";
        }
        if (!problem.isEmpty()) {
            throw new HarnessException(
                    "the data directory " + home.root() + " " + problem + ", or choose another --data-dir");
        }
    }

    private static List<CassandraNode> nodes(ServerHome home, RingSpec ring, FreePorts ports) throws IOException {
        List<CassandraNode> nodes = new ArrayList<>();
        InetAddress first = ring.addresses().get(0);
        for (InetAddress address : ring.addresses()) {
            Path directory = CassandraNode.directory(home.data(), nodes.size() + 1);
            Files.createDirectories(directory);
            nodes.add(new CassandraNode(directory, address, ports.next(List.of(first))));
        }
        return nodes;
    }

    // Nodes store each other's port, so the port of the last start is best. They do find each other again on another
    // port.
    private static int storagePort(ServerHome home, RingSpec ring, FreePorts ports) throws IOException {
        Path file = home.data().resolve("storage.port");
        String last = Files.exists(file) ? Files.readString(file).strip() : "";
        boolean usable = last.matches("[0-9]{4,5}") && ports.isFree(Integer.parseInt(last), ring.addresses());
        int port = usable ? Integer.parseInt(last) : ports.next(ring.addresses());
        Files.writeString(file, port + "\n");
        return port;
    }

    private static TargetSpec address(TargetSpec spec, NodeFiles files, Path passwordFile, String password) {
        String contacts = files.nodes().stream()
                .map(node -> node.address().getHostAddress() + ":" + files.cqlPort())
                .collect(Collectors.joining(","));
        String managed = files.nodes().stream()
                .map(node -> "127.0.0.1:" + node.jmxPort())
                .collect(Collectors.joining(","));
        String url = "cassandra://" + contacts + "/" + KEYSPACE + "?datacenter=datacenter1&jmx=" + managed + "&jmxuser="
                + NodeFiles.MANAGER + "&jmxpassword="
                + URLEncoder.encode("file:" + passwordFile, StandardCharsets.UTF_8);
        TargetSpec open = new TargetSpec(url, Optional.empty(), Optional.empty(), spec.dataDir(), spec.options());
        return files.ring().ownLogin() ? open : open.withCredentials(NodeFiles.MANAGER, Secret.of(password));
    }
}
