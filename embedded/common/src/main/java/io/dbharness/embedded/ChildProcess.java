package io.dbharness.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Starts other programs. */
public final class ChildProcess {

    private static final Set<String> KEPT_VARIABLES = Set.of("PATH", "LD_LIBRARY_PATH", "TMPDIR");

    private ChildProcess() {}

    /** The exit status of a program and its output on both channels. */
    public record Answer(int status, String text) {

        public boolean succeeded() {
            return status == 0;
        }
    }

    /** Runs a program without input and waits until it ends. */
    public static Answer ask(List<String> words) throws IOException, InterruptedException {
        Process process = builder(words).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), text.strip());
    }

    /** Starts a program and discards its output. */
    public static Process start(List<String> words) throws IOException {
        return builder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Starts a program whose output goes to {@code log}. */
    public static Process start(List<String> words, Path log) throws IOException {
        return builder(words)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** Returns true if a program of this name is on the search path. */
    public static boolean exists(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(directory -> !directory.isEmpty() && Files.isExecutable(Path.of(directory, program)));
    }

    /**
     * Returns the prefix of a command that leaves the terminal's process group. The harness handles Ctrl-C itself, and still needs the
     * server then.
     */
    public static List<String> ownGroup() {
        return new ArrayList<>(exists("setsid") ? List.of("setsid") : List.of());
    }

    /** Joins a prefix and a command. */
    public static List<String> words(List<String> prefix, String... command) {
        return Stream.concat(prefix.stream(), Stream.of(command)).toList();
    }

    private static ProcessBuilder builder(List<String> words) {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        // Our variables may hold passwords, and PG… variables affect PostgreSQL's programs.
        environment.keySet().retainAll(KEPT_VARIABLES);
        environment.put("LC_ALL", "C");
        // Any directory that every user may enter and that is never unmounted.
        return builder.directory(new File("/"));
    }
}
