package io.dbharness.embedded.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A harness in a separate JVM, to be killed or run as another user. */
public final class ChildHarness implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private ChildHarness(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Describes the process.
     *
     * @param prefix words before the command
     * @param main   starts a server, prints {@code ready} and its data directory, and stops it when a line arrives
     * @param places its arguments
     */
    public static ChildHarness start(List<String> prefix, String classPath, Class<?> main, Path... places)
            throws IOException {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                main.getName()));
        for (Path place : places) {
            words.add(place.toString());
        }
        return new ChildHarness(
                new ProcessBuilder(words).redirectErrorStream(true).start());
    }

    /** Waits until the server answers and returns its data directory. */
    public Path awaitReady() throws IOException {
        StringBuilder seen = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("ready ")) {
                return Path.of(line.substring("ready ".length()));
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("the child did not start a server:\n" + seen);
    }

    /** Returns the output until the process ends. */
    public String remainingOutput() throws IOException {
        return String.join("\n", output.lines().toList());
    }

    public void finish() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** Sends SIGKILL, which runs no code in the JVM. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
