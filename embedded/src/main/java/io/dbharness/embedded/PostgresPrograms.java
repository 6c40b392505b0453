package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PostgreSQL's own programs and what they do to a data directory while no server runs on it. One thread.
 *
 * @param home     the unpacked distribution
 * @param runAs    as whom they run
 * @param patience how to wait for them
 */
record PostgresPrograms(Path home, RunAs runAs, Patience patience) {

    static final String USER = "dbharness";
    static final String DATABASE = "dbharness";

    /** Creating a database cluster takes seconds; the disk may be a slow one. */
    private static final Duration CREATE_LIMIT = Duration.ofMinutes(5);
    /** After a crash the write-ahead log is replayed first, up to {@code max_wal_size} of it. */
    private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(15);

    private static final Pattern VERSION = Pattern.compile("PostgreSQL\\) ((\\d+)\\S*)");

    /** The number before the dot, within which data directories stay readable. Throws when the programs do not run here at all. */
    String majorVersion() throws IOException, InterruptedException {
        ChildProcess.Answer answer = ask("--version");
        Matcher version = VERSION.matcher(answer.text());
        if (!answer.succeeded() || !version.find()) {
            throw new HarnessException("the PostgreSQL in " + home + " does not run on this system:"
                    + System.lineSeparator() + answer.text());
        }
        return version.group(2);
    }

    private ChildProcess.Answer ask(String question) throws InterruptedException {
        try {
            return ChildProcess.ask(command("postgres", question));
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot run the PostgreSQL in " + home + " (" + e.getMessage()
                            + "); if that file system forbids programs (noexec), set XDG_CACHE_HOME to another directory",
                    e);
        }
    }

    /** The words that run one of the programs. */
    List<String> command(String program, String... arguments) {
        List<String> words = new ArrayList<>(runAs.prefix());
        words.add(home.resolve("bin").resolve(program).toString());
        words.addAll(List.of(arguments));
        return words;
    }

    /** Makes the data directory with an empty database. It gets its name last, so one that exists is complete. */
    void create(ServerHome server) throws IOException, InterruptedException {
        Path data = server.newUnfinished();
        runAs.giveAway(data);
        // No way in yet: the rules that count are written at each start, outside of the data directory.
        List<String> words = command(
                "initdb",
                "-D",
                data.toString(),
                "-U",
                USER,
                "-A",
                "reject",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-instructions");
        if (server.isScratch()) {
            words.add("--no-sync");
        }
        run("initdb", new Task(words, "", CREATE_LIMIT), server.log());
        runSql(data, "CREATE DATABASE " + DATABASE, server.log());
        Files.move(data, server.data(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Lets the user in with this password alone, and only with SCRAM over the loopback address. */
    void setPassword(ServerHome server, String verifier) throws IOException, InterruptedException {
        Files.writeString(server.accessRules(), "host all all 127.0.0.1/32 scram-sha-256\n");
        Files.setPosixFilePermissions(server.accessRules(), PosixFilePermissions.fromString("rw-r--r--"));
        runSql(server.data(), "ALTER ROLE " + USER + " PASSWORD '" + verifier + "'", server.log());
    }

    // Single-user mode: one process, no socket, so there is no moment in which anybody could connect.
    private void runSql(Path data, String statement, ServerLog log) throws IOException, InterruptedException {
        List<String> words = command(
                "postgres",
                "--single",
                "-D",
                data.toString(),
                "-c",
                "exit_on_error=on",
                "-c",
                "log_min_error_statement=panic",
                "postgres");
        run("postgres --single", new Task(words, statement + "\n", RECOVERY_LIMIT), log);
    }

    private record Task(List<String> words, String input, Duration limit) {}

    private void run(String name, Task task, ServerLog log) throws IOException, InterruptedException {
        Process process = ChildProcess.start(task.words, log.file());
        boolean ended = false;
        try {
            feed(process, task.input);
            ended = patience.until(task.limit, () -> !process.isAlive());
        } finally {
            if (!ended) {
                process.destroyForcibly();
            }
        }
        if (!ended || process.exitValue() != 0) {
            String outcome = ended ? "failed with status " + process.exitValue() : "did not end within " + task.limit;
            throw new HarnessException(
                    "PostgreSQL's " + name + " " + outcome + "; its last lines:" + System.lineSeparator() + log.tail());
        }
    }

    private static void feed(Process process, String input) throws IOException {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // A program that stopped before it read everything has said why; its status and log tell, not the broken
            // pipe.
            if (process.isAlive()) {
                throw e;
            }
        }
    }
}
