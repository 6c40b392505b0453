package io.dbharness.embedded.cassandra;

import io.dbharness.embedded.FileTree;
import io.dbharness.embedded.ProgramStore;
import io.dbharness.embedded.UserCache;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Resources;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the files that a node reads at its start, from templates among the resources: {@code cassandra.yaml}, {@code logback.xml}, the
 * JVM's options, and the JMX users.
 *
 * @param nodes         all of the ring, in the order of their numbers
 * @param cqlPort       the port for clients, the same on each address
 * @param storagePort   the port between nodes, the same on each address
 * @param programs      the jars of the node
 * @param ring          the requested ring
 * @param log           directory of the commit logs, on another disk; empty to keep them with the data
 * @param heapMebibytes of each node
 */
record NodeFiles(
        List<CassandraNode> nodes,
        int cqlPort,
        int storagePort,
        CassandraPrograms programs,
        RingSpec ring,
        Optional<Path> log,
        long heapMebibytes) {

    static final String MANAGER = "dbharness";

    private static final String LOGIN = "authenticator: io.dbharness.node.OnePassword\n";

    /** Cassandra's default for new clusters. */
    private static final int TOKENS_PER_NODE = 16;

    private static final BigInteger LEAST_TOKEN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final int TOKEN_BITS = 64;
    /** Gives nodes that start together enough time to discover each other. */
    private static final int RING_DELAY_MILLIS = 1_000;

    /** The first Java release without the security manager; from it on, the JVM warns of Cassandra's use of Unsafe and native libraries. */
    private static final int WARNS_OF_UNSAFE = 24;

    /** Writes the files of one node. */
    void write(CassandraNode node, String password) throws IOException {
        Path directory = node.directory();
        Path configuration = Files.createDirectories(directory.resolve("conf"));
        FileTree.delete(directory.resolve("logs"));
        FileTree.delete(directory.resolve("tmp"));
        Files.createDirectories(directory.resolve("logs"));
        Files.createDirectories(directory.resolve("tmp"));
        node.output().clear();

        Map<String, String> yaml = Map.of(
                "tokens", String.valueOf(TOKENS_PER_NODE),
                "token.list", tokens(nodes.indexOf(node)),
                "seeds", seeds(),
                "address", node.address().getHostAddress(),
                "storage.port", String.valueOf(storagePort),
                "cql.port", String.valueOf(cqlPort));
        Files.writeString(
                configuration.resolve("cassandra.yaml"),
                filled("cassandra.yaml", yaml) + (ring.ownLogin() ? "" : LOGIN) + commitLog(node) + ring.yaml());
        Files.writeString(configuration.resolve("logback.xml"), Resources.text(NodeFiles.class, "logback.xml"));
        Files.writeString(configuration.resolve("jvm.options"), jvmOptions(node));
        writePrivately(configuration.resolve("jmx.password"), MANAGER + " " + password + "\n");
        writePrivately(configuration.resolve("cql.login"), MANAGER + "\n" + password + "\n");
        writePrivately(configuration.resolve("jmx.access"), MANAGER + " readwrite\n");
    }

    private String commitLog(CassandraNode node) throws IOException {
        if (log.isEmpty()) {
            return "";
        }
        Path own = Files.createDirectories(log.get().resolve(node.directory().getFileName()));
        return "commitlog_directory: \"" + quoted(own) + "\"\n";
    }

    private String jvmOptions(CassandraNode node) throws IOException {
        Path configuration = node.directory().resolve("conf/cassandra.yaml");
        Map<String, String> values = Map.of(
                "heap", heapMebibytes + "m",
                "agent", quoted(programs.agent()),
                "directory", quoted(node.directory()),
                "config", configuration.toUri().toString(),
                "ring.delay", String.valueOf(nodes.size() == 1 ? 0 : RING_DELAY_MILLIS),
                "jmx.port", String.valueOf(node.jmxPort()),
                "class.path",
                        programs.classPath().stream().map(NodeFiles::quoted).collect(Collectors.joining(":")));
        StringBuilder options = new StringBuilder(filled("jvm.options", values));
        ring.options().forEach(option -> options.append(option).append('\n'));
        if (Runtime.version().feature() >= WARNS_OF_UNSAFE) {
            options.append("--sun-misc-unsafe-memory-access=allow\n--enable-native-access=ALL-UNNAMED\n");
        }
        return options.toString();
    }

    // In an argument file, within quotes, only these two need a backslash.
    private static String quoted(Path path) {
        return path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    }

    // Tokens are evenly spaced over the ring and dealt to the nodes alternately. So each node owns the same share, and
    // a start has no
    // tokens to compute.
    private String tokens(int index) {
        int all = TOKENS_PER_NODE * nodes.size();
        return IntStream.range(0, TOKENS_PER_NODE)
                .mapToObj(turn -> BigInteger.valueOf((long) turn * nodes.size() + index)
                        .shiftLeft(TOKEN_BITS)
                        .divide(BigInteger.valueOf(all))
                        .add(LEAST_TOKEN)
                        .toString())
                .collect(Collectors.joining(","));
    }

    private String seeds() {
        return nodes.stream()
                .map(node -> node.address().getHostAddress() + ":" + storagePort)
                .collect(Collectors.joining(","));
    }

    private static String filled(String name, Map<String, String> values) {
        String text = Resources.text(NodeFiles.class, name);
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("${" + value.getKey() + "}", value.getValue());
        }
        return text;
    }

    /** Writes a file that only this user can read. */
    static void writePrivately(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }

    /**
     * The jars of a node. They are on the node's class path only, never on that of this process.
     *
     * @param home their directory
     */
    record CassandraPrograms(Path home) {

        private static final String ARCHIVE = "cassandra.tar";

        /** Returns the jars that this harness carries; unpacks them at the first call. */
        static CassandraPrograms unpacked(UserCache cache) throws IOException {
            URL archive = CassandraPrograms.class.getResource(ARCHIVE);
            if (archive == null) {
                throw new HarnessException("this build carries no Cassandra; pass --target");
            }
            ProgramStore store = new ProgramStore(cache.directory(false));
            return new CassandraPrograms(store.unpacked(
                    "cassandra-" + version(),
                    archive,
                    Resources.text(CassandraPrograms.class, ARCHIVE + ".sha256").strip()));
        }

        /** Returns their version, for example {@code 5.0.9}. */
        static String version() {
            return Resources.text(CassandraPrograms.class, "version").strip();
        }

        /** Returns the release line, for example {@code 5.0}; within it data directories remain readable. */
        static String line() {
            String version = version();
            return version.substring(0, version.lastIndexOf('.'));
        }

        /** Returns the jars in the order that matters: a few classes replace Cassandra's own. */
        List<Path> classPath() {
            return List.of(home.resolve("before-cassandra.jar"), home.resolve("*"));
        }

        /** Returns the Java agent with which Cassandra measures the size of objects. */
        Path agent() throws IOException {
            try (DirectoryStream<Path> agents = Files.newDirectoryStream(home, "jamm-*.jar")) {
                for (Path agent : agents) {
                    return agent;
                }
            }
            throw new FileNotFoundException("no jamm in " + home + "; delete that directory, it will be made again");
        }
    }
}
