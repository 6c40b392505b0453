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

/** How this module starts other programs. */
public final class ChildProcess {

    private static final Set<String> KEPT_VARIABLES = Set.of("PATH", "LD_LIBRARY_PATH", "TMPDIR");

    private ChildProcess() {}

    /** What a program that has ended said, on both of its channels. */
    public record Answer(int status, String text) {

        public boolean succeeded() {
            return status == 0;
        }
    }

    /** Runs a program that ends by itself and takes no input. */
    public static Answer ask(List<String> words) throws IOException, InterruptedException {
        Process process = builder(words).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), text.strip());
    }

    /** A program that needs no answer. */
    public static Process start(List<String> words) throws IOException {
        return builder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** A program whose output goes to {@code log}. */
    public static Process start(List<String> words, Path log) throws IOException {
        return builder(words)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** Whether a program of this name is found where the system looks for programs. */
    public static boolean exists(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(directory -> !directory.isEmpty() && Files.isExecutable(Path.of(directory, program)));
    }

    /**
     * The first words of a command, to be continued, that goes away from the terminal's group: Ctrl-C there is the harness's to handle, and it
     * still needs the server then.
     */
    public static List<String> ownGroup() {
        return new ArrayList<>(exists("setsid") ? List.of("setsid") : List.of());
    }

    /** A command behind a prefix. */
    public static List<String> words(List<String> prefix, String... command) {
        return Stream.concat(prefix.stream(), Stream.of(command)).toList();
    }

    private static ProcessBuilder builder(List<String> words) {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        // Ours may hold passwords, and PG… variables change what PostgreSQL's programs do.
        environment.keySet().retainAll(KEPT_VARIABLES);
        environment.put("LC_ALL", "C");
        // Any directory that every user may enter and that is never unmounted.
        return builder.directory(new File("/"));
    }
}
