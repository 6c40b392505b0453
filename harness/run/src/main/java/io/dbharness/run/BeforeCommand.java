package io.dbharness.run;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A shell command of the user that prepares the server for a run, for example by changing a setting.
 *
 * @param command text for {@code sh -c}
 */
record BeforeCommand(String command) {

    /** The file with the output of the command, beside the result of the run. */
    static final String FILE = "before.log";

    /**
     * Runs the command and waits until it ends.
     *
     * @param directory directory of the run, which need not exist; the output is kept there
     * @throws BeforeCommandException if the command fails, with the last line of its output
     */
    void run(Optional<Path> directory) {
        try {
            Path log = directory.isPresent()
                    ? Files.createDirectories(directory.get()).resolve(FILE)
                    : Files.createTempFile("dbharness-before", ".log");
            try {
                run(log);
            } finally {
                if (directory.isEmpty()) {
                    Files.delete(log);
                }
            }
        } catch (IOException e) {
            throw new BeforeCommandException("--before '" + command + "' cannot be run: " + e.getMessage(), e);
        }
    }

    private void run(Path log) throws IOException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            int code = process.waitFor();
            if (code != 0) {
                List<String> lines = Files.readString(log)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .toList();
                throw new BeforeCommandException("--before '" + command + "' ended with exit code " + code
                        + (lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1))
                        + (log.endsWith(FILE) ? "; its output is in " + log : ""));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while --before '" + command + "' was running", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }
}
