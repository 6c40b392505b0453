package io.dbharness.embedded;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a node reads when it starts, made from templates among the resources: {@code cassandra.yaml}, {@code logback.xml}, the JVM's
 * options, and who may manage it.
 *
 * @param nodes       all of the ring, in the order of their numbers
 * @param cqlPort     the port for clients, the same on each address
 * @param storagePort the port between nodes, the same on each address
 * @param jvm         what the processes run with
 */
record NodeFiles(List<CassandraNode> nodes, int cqlPort, int storagePort, Jvm jvm) {

    /**
     * @param programs      what to run
     * @param heapMebibytes the heap of each node
     * @param options       further options of the JVM
     * @param settings      further lines of cassandra.yaml
     */
    record Jvm(CassandraPrograms programs, long heapMebibytes, List<String> options, String settings) {}

    static final String MANAGER = "dbharness";

    /** Cassandra's default for new clusters. */
    private static final int TOKENS_PER_NODE = 16;

    private static final BigInteger LEAST_TOKEN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final int TOKEN_BITS = 64;
    /** Long enough for nodes that start together to hear of each other. */
    private static final int RING_DELAY_MILLIS = 1_000;

    /** The first releases without the security manager warn of what Cassandra does with memory and native libraries. */
    private static final int WARNS_OF_UNSAFE = 24;

    /** Writes those of one node. */
    void write(CassandraNode node, String managerPassword) throws IOException {
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
                configuration.resolve("cassandra.yaml"), filled("cassandra.yaml", yaml) + jvm.settings() + "\n");
        Files.writeString(configuration.resolve("logback.xml"), template("logback.xml"));
        Files.writeString(configuration.resolve("jvm.options"), jvmOptions(node));
        writePrivately(configuration.resolve("jmx.password"), MANAGER + " " + managerPassword + "\n");
        writePrivately(configuration.resolve("jmx.access"), MANAGER + " readwrite\n");
    }

    private String jvmOptions(CassandraNode node) throws IOException {
        Map<String, String> values = new HashMap<>();
        values.put("heap", jvm.heapMebibytes() + "m");
        values.put("agent", quoted(jvm.programs().agent()));
        values.put("directory", quoted(node.directory()));
        values.put(
                "config",
                node.directory().resolve("conf/cassandra.yaml").toUri().toString());
        values.put("ring.delay", String.valueOf(nodes.size() == 1 ? 0 : RING_DELAY_MILLIS));
        values.put("jmx.port", String.valueOf(node.jmxPort()));
        values.put(
                "class.path",
                jvm.programs().classPath().stream().map(NodeFiles::quoted).collect(Collectors.joining(":")));
        StringBuilder options = new StringBuilder(filled("jvm.options", values));
        jvm.options().forEach(option -> options.append(option).append('\n'));
        if (Runtime.version().feature() >= WARNS_OF_UNSAFE) {
            options.append("--sun-misc-unsafe-memory-access=allow\n--enable-native-access=ALL-UNNAMED\n");
        }
        return options.toString();
    }

    // In an argument file, within quotes, only these two need a backslash.
    private static String quoted(Path path) {
        return path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    }

    // Evenly spaced over the ring and dealt in turn, so that each node owns the same share and a start has nothing to
    // work out.
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

    private static String filled(String name, Map<String, String> values) throws IOException {
        String text = template(name);
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("${" + value.getKey() + "}", value.getValue());
        }
        return text;
    }

    private static String template(String name) throws IOException {
        try (InputStream template = NodeFiles.class.getResourceAsStream("cassandra/" + name)) {
            if (template == null) {
                throw new FileNotFoundException("this build lacks the resource cassandra/" + name);
            }
            return new String(template.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Writes a file that only this user can read. */
    static void writePrivately(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }
}
