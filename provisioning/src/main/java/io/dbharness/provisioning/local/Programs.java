package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** How this package runs the system's own programs. */
final class Programs {

    /** A {@code mkfs} of terabytes takes seconds; what takes longer hangs. */
    private static final long LIMIT_SECONDS = 120;

    /** Where administrators' programs are, which is not on every user's path. */
    private static final List<String> DIRECTORIES = List.of("/usr/sbin", "/sbin", "/usr/bin", "/bin");

    private Programs() {}

    /** What a program that has ended said, on both of its channels. */
    record Answer(int status, String text) {}

    /** Whether there is a program of this name. */
    static boolean exists(String program) {
        return directories().anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** Runs a program to its end. */
    static Answer ask(List<String> words) throws IOException, InterruptedException {
        Path output = Files.createTempFile("dbharness-", ".out");
        try {
            Process process = start(words, output);
            try {
                if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new HarnessException(
                            String.join(" ", words) + " has not ended within " + LIMIT_SECONDS + " s");
                }
            } finally {
                process.destroyForcibly();
            }
            return new Answer(process.exitValue(), Files.readString(output).strip());
        } finally {
            Files.delete(output);
        }
    }

    /** Runs a program that has to succeed, and returns what it said. */
    static String run(String... words) throws IOException, InterruptedException {
        Answer answer = ask(List.of(words));
        if (answer.status != 0) {
            throw new HarnessException(String.join(" ", words) + " failed (" + answer.status + "): " + answer.text);
        }
        return answer.text;
    }

    /** Starts a program that outlives this one and is in no terminal's group. */
    static void leave(List<String> words) throws IOException {
        List<String> detached =
                Stream.concat(Stream.of("setsid"), words.stream()).toList();
        start(detached, Path.of("/dev/null"));
    }

    private static Process start(List<String> words, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile())
                // Any directory that is never unmounted.
                .directory(new File("/"));
        builder.environment().put("LC_ALL", "C");
        builder.environment()
                .put("PATH", String.join(File.pathSeparator, directories().toList()));
        return builder.start();
    }

    private static Stream<String> directories() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), DIRECTORIES.stream())
                .filter(directory -> !directory.isEmpty())
                .distinct();
    }
}
