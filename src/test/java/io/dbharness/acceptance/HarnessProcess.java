package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.cli.CommandRunner.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A {@code harness.jar} that was copied alone into a folder, run as a user runs it: a process of its own, judged by what it leaves. */
final class HarnessProcess {

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private final Path folder;
    private final Process process;

    private HarnessProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /** Starts {@code java -jar harness.jar} with the arguments, in the folder. */
    static HarnessProcess start(Path folder, String... arguments) throws IOException {
        return start(folder, List.of(), Map.of(), arguments);
    }

    /** Starts it without any option of the JVM, as most users do. */
    static HarnessProcess startPlain(Path folder, String... arguments) throws IOException {
        return startPlain(folder, Map.of(), arguments);
    }

    static HarnessProcess startPlain(Path folder, Map<String, String> environment, String... arguments)
            throws IOException {
        return start(folder, List.of(), List.of(), environment, arguments);
    }

    static HarnessProcess start(Path folder, List<String> prefix, Map<String, String> environment, String... arguments)
            throws IOException {
        return start(folder, ClassArchive.options(), prefix, environment, arguments);
    }

    private static HarnessProcess start(
            Path folder,
            List<String> options,
            List<String> prefix,
            Map<String, String> environment,
            String... arguments)
            throws IOException {
        Path jar = folder.resolve("harness.jar");
        if (!Files.exists(jar)) {
            link(builtJar(), jar);
        }
        List<String> command = new ArrayList<>();
        if (Files.isDirectory(Path.of("/proc"))) {
            // What a script runs in the background inherits SIGINT as ignored; what a terminal runs does not.
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.addAll(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-jar", "harness.jar"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(folder.resolve("stdout.txt").toFile())
                .redirectError(folder.resolve("stderr.txt").toFile());
        builder.environment().putAll(environment);
        return new HarnessProcess(folder, builder.start());
    }

    /** A copy of a hundred megabytes takes longer than many a test. */
    static void link(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from.toRealPath());
        } catch (IOException | UnsupportedOperationException e) {
            // Another file system, or one without links. Of another time, the jar would not fit its archive of classes.
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /** Runs to the end. */
    static HarnessProcess run(Path folder, String... arguments) throws IOException, InterruptedException {
        HarnessProcess harness = start(folder, arguments);
        harness.exitCode();
        return harness;
    }

    static Path builtJar() {
        Path jar = Path.of(System.getProperty("harness.jar", "../cli/target/harness.jar"));
        assertThat(jar).as("built by the cli module").isRegularFile();
        return jar;
    }

    /** Waits for the end; a process that does not end in minutes is killed and the test fails. */
    int exitCode() throws InterruptedException {
        return exitCode(PATIENCE);
    }

    /** The same of one that may take longer. */
    int exitCode(Duration patience) throws InterruptedException {
        if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running after " + patience + "\n" + errors());
        }
        return process.exitValue();
    }

    /** Waits for the end. */
    Outcome outcome() throws InterruptedException {
        return new Outcome(exitCode(), output(), errors());
    }

    long pid() {
        return process.pid();
    }

    /** kill -9. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Ctrl-C. */
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(pid())).start().waitFor();
    }

    String output() {
        return read("stdout.txt");
    }

    String errors() {
        return read("stderr.txt");
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until the harness has said something on stderr or stdout. */
    HarnessProcess awaitText(String text) throws InterruptedException {
        await(() -> errors().contains(text) || output().contains(text), "'" + text + "' in\n" + errors());
        return this;
    }

    /** Waits until more than so many seconds of a run are over, its warm-up included. Progress is told every ten seconds only. */
    HarnessProcess awaitSeconds(String out, int seconds) throws InterruptedException {
        Path file = folder.resolve(out).resolve("intervals.csv");
        await(() -> secondsIn(file) > seconds, "more than " + seconds + " seconds in " + file);
        return this;
    }

    /** When the last interval ended in which anything started or ended. */
    static double secondsIn(Path file) {
        try (Stream<String> lines = Files.exists(file) ? Files.lines(file) : Stream.empty()) {
            return lines.skip(1)
                    .map(line -> line.split(",", 3))
                    .filter(cells -> cells.length == 3)
                    .reduce((earlier, later) -> later)
                    .map(cells -> Double.parseDouble(cells[1]))
                    .orElse(0.0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Polls until the condition holds; fails after a bounded time. */
    void await(BooleanSupplier condition, String what) throws InterruptedException {
        for (long waited = 0; !condition.getAsBoolean(); waited += 100) {
            assertThat(waited).as("waited for " + what).isLessThan(PATIENCE.toMillis());
            if (process.waitFor(100, TimeUnit.MILLISECONDS) && !condition.getAsBoolean()) {
                throw new AssertionError("ended with " + process.exitValue() + " before " + what + "\n" + errors());
            }
        }
    }

    /** The result of the only run in the folder. */
    JsonNode result() throws IOException {
        return onlyResult(folder, errors());
    }

    static JsonNode onlyResult(Path folder, String errors) throws IOException {
        List<Path> results;
        try (Stream<Path> files = Files.walk(folder)) {
            results = files.filter(f -> f.endsWith("result.json")).toList();
        }
        assertThat(results).as("results of\n" + errors).hasSize(1);
        return new ObjectMapper().readTree(results.get(0).toFile());
    }

    /** The result in a directory under the folder. */
    JsonNode result(String directory) throws IOException {
        return result(folder.resolve(directory), errors());
    }

    static JsonNode result(Path directory, String errors) throws IOException {
        Path file = directory.resolve("result.json");
        assertThat(file).as("result of\n" + errors).isRegularFile();
        return new ObjectMapper().readTree(file.toFile());
    }

    /** The codes of a result's caveats. */
    static List<String> codes(JsonNode result) {
        List<String> codes = new ArrayList<>();
        result.get("caveats").forEach(c -> codes.add(c.get("code").asText()));
        return codes;
    }

    /** Live PostgreSQL servers whose data directory lies under the folder, by pid. */
    static List<ProcessHandle> serversUnder(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(p -> commandLine(p.pid()).contains("postgres")
                        && commandLine(p.pid()).contains(folder.toString()))
                .toList();
    }

    /** Live processes whose files lie under the folder. */
    static List<ProcessHandle> processesUnder(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> commandLine(process.pid()).contains(folder.toString())
                        || workingDirectory(process.pid()).startsWith(folder.toString()))
                .toList();
    }

    private static String workingDirectory(long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"))
                    .toString();
        } catch (IOException e) {
            // The process has ended, or is another user's.
            return "";
        }
    }

    /** Empty when there is no such process. */
    static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                    .replace('\0', ' ');
        } catch (IOException e) {
            // The process ended between the listing and the reading.
            return "";
        }
    }

    /** Kills a process of a PostgreSQL, which makes it end all sessions and recover. */
    static void crashServerUnder(Path folder) {
        logWriterOf(serversUnder(folder).stream()).destroyForcibly();
    }

    /** The process that writes the log of the first of these PostgreSQLs. */
    static ProcessHandle logWriterOf(Stream<ProcessHandle> servers) {
        return servers.flatMap(ProcessHandle::descendants)
                .filter(process -> commandLine(process.pid()).contains("walwriter"))
                .findFirst()
                .orElseThrow();
    }
}
