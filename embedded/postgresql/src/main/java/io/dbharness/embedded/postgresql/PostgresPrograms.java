package io.dbharness.embedded.postgresql;

import io.dbharness.embedded.ChildProcess;
import io.dbharness.embedded.FileTree;
import io.dbharness.embedded.ProgramStore;
import io.dbharness.embedded.RunAs;
import io.dbharness.embedded.ServerHome;
import io.dbharness.embedded.ServerHome.ServerLog;
import io.dbharness.model.HarnessException;
import io.dbharness.time.Polling;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Runs PostgreSQL's own programs on a data directory while no server runs on it. Not thread-safe: one thread.
 *
 * @param home    the unpacked distribution
 * @param runAs   user of the programs
 * @param polling how to wait for them
 */
record PostgresPrograms(Path home, RunAs runAs, Polling polling) {

    static final String USER = "dbharness";
    static final String DATABASE = "dbharness";

    /** Creating a database cluster takes seconds; the disk may be a slow one. */
    private static final Duration CREATE_LIMIT = Duration.ofMinutes(5);
    /** After a crash the write-ahead log is replayed first, up to {@code max_wal_size} of it. */
    private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(15);

    /** The data directory allows no connection: the effective rules are written outside of it at each start. */
    private static final List<String> INITDB_OPTIONS =
            List.of("-U", USER, "-A", "reject", "-E", "UTF8", "--locale=C", "--no-instructions");

    private static final Pattern VERSION = Pattern.compile("PostgreSQL\\) ((\\d+)\\S*)");

    /**
     * Returns the number before the dot, within which data directories stay readable. Throws if the programs do not run on this system at
     * all.
     */
    String majorVersion() throws InterruptedException {
        ChildProcess.Answer answer;
        try {
            answer = ChildProcess.ask(command("postgres", "--version"));
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot run the PostgreSQL in " + home + " (" + e.getMessage()
                            + "); if that file system forbids programs (noexec), set XDG_CACHE_HOME to another directory",
                    e);
        }
        Matcher version = VERSION.matcher(answer.text());
        if (!answer.succeeded() || !version.find()) {
            throw new HarnessException("the PostgreSQL in " + home + " does not run on this system:"
                    + System.lineSeparator() + answer.text());
        }
        return version.group(2);
    }

    /** Returns the command line of one of the programs. */
    List<String> command(String program, String... arguments) {
        List<String> words = new ArrayList<>(runAs.prefix());
        words.add(home.resolve("bin").resolve(program).toString());
        words.addAll(List.of(arguments));
        return words;
    }

    /**
     * Creates the data directory with an empty database, from a template if there is one. The rename comes last, so an existing data
     * directory is complete.
     *
     * @param log empty directory for the WAL; empty to keep it in the data directory
     */
    void create(ServerHome server, Optional<Path> log) throws IOException, InterruptedException {
        DataTemplate template = template();
        Path data = empty(server);
        if (!template.copyTo(data, runAs)) {
            data = empty(server);
            List<String> words = command("initdb", "-D", data.toString());
            words.addAll(INITDB_OPTIONS);
            // Flushed below, together with the database.
            words.add("--no-sync");
            run("initdb", words, "", CREATE_LIMIT, server.log());
            runSql(data, "CREATE DATABASE " + DATABASE, server.log());
            template.keep(data);
        }
        if (log.isPresent()) {
            moveLog(data.resolve("pg_wal"), log.get());
        }
        if (!server.isScratch()) {
            List<String> sync = command("initdb", "--sync-only", "-D", data.toString());
            run("initdb", sync, "", CREATE_LIMIT, server.log());
        }
        Files.move(data, server.data(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Moves the WAL and leaves a link, as {@code initdb --waldir} does. */
    private void moveLog(Path own, Path log) throws IOException {
        runAs.giveAway(log);
        try (Stream<Path> files = Files.walk(own)) {
            for (Path file : files.filter(path -> !path.equals(own)).sorted().toList()) {
                Path copy = log.resolve(own.relativize(file));
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                runAs.giveAway(copy);
            }
        }
        FileTree.delete(own);
        Files.createSymbolicLink(own, log);
    }

    private Path empty(ServerHome server) throws IOException {
        Path data = server.newUnfinished();
        runAs.giveAway(data);
        return data;
    }

    /** Returns the template beside the programs; its name encodes the programs and everything else that decides its content. */
    DataTemplate template() {
        Path cache = home.toAbsolutePath().resolveSibling("");
        int options = Objects.hash(INITDB_OPTIONS, DATABASE);
        return new DataTemplate(
                new ProgramStore(cache),
                home.getFileName() + "-data-" + HexFormat.of().toHexDigits(options));
    }

    /** Allows the user to connect with this password only, with SCRAM over the loopback address only. */
    void setPassword(ServerHome server, String verifier) throws IOException, InterruptedException {
        Files.writeString(server.accessRules(), "host all all 127.0.0.1/32 scram-sha-256\n");
        Files.setPosixFilePermissions(server.accessRules(), PosixFilePermissions.fromString("rw-r--r--"));
        runSql(server.data(), "ALTER ROLE " + USER + " PASSWORD '" + verifier + "'", server.log());
    }

    // Single-user mode: one process and no socket, so nothing can connect meanwhile.
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
        run("postgres --single", words, statement + "\n", RECOVERY_LIMIT, log);
    }

    private void run(String name, List<String> words, String input, Duration limit, ServerLog log)
            throws IOException, InterruptedException {
        Process process = ChildProcess.start(words, log.file());
        boolean ended = false;
        try {
            feed(process, input);
            ended = polling.until(limit, () -> !process.isAlive());
        } finally {
            if (!ended) {
                process.destroyForcibly();
            }
        }
        if (!ended || process.exitValue() != 0) {
            String outcome = ended ? "failed with status " + process.exitValue() : "did not end within " + limit;
            throw new HarnessException(
                    "PostgreSQL's " + name + " " + outcome + "; its last lines:" + System.lineSeparator() + log.tail());
        }
    }

    private static void feed(Process process, String input) throws IOException {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // A program that stopped before it read all input has logged the reason; report its status and log, not the
            // broken pipe.
            if (process.isAlive()) {
                throw e;
            }
        }
    }

    /**
     * Computes the verifier that a server stores for a password under SCRAM-SHA-256 (RFC 5802 section 3, RFC 7677), in the text form of
     * PostgreSQL's {@code pg_authid.rolpassword}. Computed here so that the password itself never leaves this process.
     */
    static final class ScramVerifier {

        private static final int KEY_BITS = 256;

        private ScramVerifier() {}

        /**
         * @param password   ASCII, so that SASLprep (RFC 4013) does not change it
         * @param iterations hashes that each connection of a client computes
         */
        static String of(String password, byte[] salt, int iterations) {
            try {
                byte[] salted = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                        .generateSecret(new PBEKeySpec(password.toCharArray(), salt, iterations, KEY_BITS))
                        .getEncoded();
                byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(hmac(salted, "Client Key"));
                byte[] serverKey = hmac(salted, "Server Key");
                return "SCRAM-SHA-256$" + iterations + ":" + base64(salt) + "$" + base64(storedKey) + ":"
                        + base64(serverKey);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this Java platform cannot compute SCRAM-SHA-256", e);
            }
        }

        private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
        }

        private static String base64(byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
    }
}
