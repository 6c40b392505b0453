package io.dbharness.embedded;

import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A harness in a JVM of its own, to be killed or run as another user. Ends its server when a line arrives. */
final class ChildHarness implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private ChildHarness(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** In the child. Arguments: cache, scratch, and the data directory when it is to be kept. */
    public static void main(String[] arguments) throws Exception {
        EmbeddedPostgresProvider provider = TestServers.provider(Path.of(arguments[0]), Path.of(arguments[1]));
        TargetSpec spec = arguments.length > 2 ? TestServers.kept(Path.of(arguments[2])) : TestServers.temporary();
        try (RunningServer server = provider.start(spec)) {
            TestServers.execute(server.address(), "CREATE TABLE IF NOT EXISTS seen (v int)");
            System.out.println("ready " + server.dataDirectory());
            if (System.in.read() < 0) {
                System.out.println("end of input");
            }
        }
        System.out.println("closed");
    }

    static ChildHarness start(List<String> prefix, String classPath, Path... places) throws IOException {
        return start(prefix, classPath, ChildHarness.class, places);
    }

    /** The same with a node of Cassandra. Arguments: scratch, and the data directory when it is to be kept. */
    static ChildHarness startNode(Path... places) throws IOException {
        return start(List.of(), System.getProperty("java.class.path"), ChildNode.class, places);
    }

    private static ChildHarness start(List<String> prefix, String classPath, Class<?> main, Path... places)
            throws IOException {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                main.getName()));
        for (Path place : places) {
            words.add(place.toString());
        }
        return new ChildHarness(
                new ProcessBuilder(words).redirectErrorStream(true).start());
    }

    static ChildHarness start(Path... places) throws IOException {
        return start(List.of(), System.getProperty("java.class.path"), places);
    }

    /** The data directory, once the server answers. */
    Path awaitReady() throws IOException {
        StringBuilder seen = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("ready ")) {
                return Path.of(line.substring("ready ".length()));
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("the child did not start a server:\n" + seen);
    }

    /** What it prints until it ends. */
    String remainingOutput() throws IOException {
        return String.join("\n", output.lines().toList());
    }

    void finish() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** SIGKILL: nothing in the JVM gets to run. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
