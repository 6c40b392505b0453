package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs programs of the operating system. */
final class Programs {

    /** A {@code mkfs} of terabytes takes seconds; a program that exceeds this limit hangs. */
    private static final long LIMIT_SECONDS = 120;

    /** Directories of administration programs, which are not on every user's path. */
    private static final List<String> DIRECTORIES = List.of("/usr/sbin", "/sbin", "/usr/bin", "/bin");

    private Programs() {}

    /** The exit status and the combined output of a program that has ended. */
    record Answer(int status, String text) {}

    /** Returns true if a program of this name is installed. */
    static boolean exists(String program) {
        return directories().anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** Runs a program until it ends. */
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

    /** Runs a program that must succeed, and returns its output. */
    static String run(String... words) throws IOException, InterruptedException {
        Answer answer = ask(List.of(words));
        if (answer.status != 0) {
            throw new HarnessException(String.join(" ", words) + " failed (" + answer.status + "): " + answer.text);
        }
        return answer.text;
    }

    /** Starts a program that outlives this process and is detached from every terminal. */
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
                // The working directory must be one that is never unmounted.
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
