package io.dbharness.embedded.postgresql;

import io.dbharness.embedded.EmbeddedServer.LastProcess;
import io.dbharness.embedded.FreePorts;
import io.dbharness.embedded.ServerHome;
import io.dbharness.embedded.WatchedProcess;
import io.dbharness.model.HarnessException;
import io.dbharness.time.Polling;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the server on a complete data directory and waits until it answers. Not thread-safe: one thread.
 *
 * @param home     directory of the data
 * @param programs the distribution
 * @param polling  how to wait
 */
record Postmaster(ServerHome home, PostgresPrograms programs, Polling polling) {

    /** A running server and its port on 127.0.0.1. */
    record Running(WatchedProcess process, int port) {}

    /** Chooses a port to try. */
    interface PortChoice {

        int next() throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Postmaster.class);
    /** Recovery has finished before, so only an overloaded machine reaches this limit. */
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private static final Duration PREDECESSOR_LIMIT = Duration.ofSeconds(10);
    /** A shutdown in progress ends by writing all changed pages, which takes a while on a slow disk. */
    private static final Duration SHUTDOWN_LIMIT = Duration.ofMinutes(1);

    private static final int PORT_ATTEMPTS = 5;
    /** SSLRequest of the frontend/backend protocol: a length of 8 and the code 1234,5679. Any server answers it before a login. */
    private static final byte[] SSL_REQUEST =
            ByteBuffer.allocate(8).putInt(8).putInt(80877103).array();

    /** Waits for the shutdown of a server that an earlier harness left behind. Throws if it keeps running. */
    void awaitPredecessor() throws IOException, InterruptedException {
        Optional<PostmasterFile> left = PostmasterFile.read(home.data());
        if (left.isEmpty()) {
            return;
        }
        PostmasterFile predecessor = left.get();
        if (predecessor.isRunning()) {
            LOG.info("Waiting for process {} to leave {}", predecessor.pid(), home.data());
            boolean leaves = polling.until(
                    PREDECESSOR_LIMIT,
                    () -> !predecessor.isRunning() || is(file -> file.status().equals("stopping")));
            if (!leaves || !polling.until(SHUTDOWN_LIMIT, () -> !predecessor.isRunning())) {
                throw new HarnessException("a PostgreSQL (process " + predecessor.pid() + ") already runs on "
                        + home.data() + "; stop it (kill -INT " + predecessor.pid() + ") or choose another --data-dir");
            }
        }
        awaitOrphans();
        // PostgreSQL deletes a dead server's file, but mistakes any live process with its old id for that server.
        if (ProcessHandle.of(predecessor.pid()).isPresent() && !predecessor.isRunning()) {
            Files.deleteIfExists(predecessor.file());
        }
    }

    // The children of a killed server notice its end one by one. Until then they hold the shared memory of the data,
    // and PostgreSQL refuses
    // to start beside them.
    private void awaitOrphans() throws IOException, InterruptedException {
        if (!polling.until(
                PREDECESSOR_LIMIT, () -> PostmasterFile.orphans(home.data()).isEmpty())) {
            throw new HarnessException("processes of a PostgreSQL that was killed still hold " + home.data() + ": "
                    + PostmasterFile.orphans(home.data()) + "; end them or choose another --data-dir");
        }
    }

    Running start(Map<String, String> settings, PortChoice ports) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            int port = ports.next();
            WatchedProcess process = WatchedProcess.start(order(settings, port), polling);
            String failure = awaitReady(process, port);
            if (failure.isEmpty()) {
                return new Running(process, port);
            }
            if (attempt == PORT_ATTEMPTS || !failure.contains("could not bind")) {
                throw new HarnessException(failure);
            }
        }
    }

    /** Returns a handle to restart the running server with the same settings on the same port. */
    LastProcess again(Map<String, String> settings, int port) {
        return new LastProcess() {
            @Override
            public Optional<ProcessHandle> handle() throws IOException {
                return PostmasterFile.read(home.data()).flatMap(file -> ProcessHandle.of(file.pid()));
            }

            @Override
            public WatchedProcess startAgain() throws IOException, InterruptedException {
                awaitPredecessor();
                return start(settings, () -> port).process();
            }
        };
    }

    // Returns an empty text if the server answers. Otherwise the server is gone, and its log may be, too.
    private String awaitReady(WatchedProcess process, int port) throws IOException, InterruptedException {
        boolean ready = false;
        try {
            boolean waited = polling.until(START_LIMIT, () -> !process.isAlive() || answers(port));
            ready = waited && process.isAlive();
            String problem = waited ? "did not start" : "did not answer within " + START_LIMIT.toSeconds() + " s";
            return ready
                    ? ""
                    : "PostgreSQL " + problem + "; its last lines:" + System.lineSeparator()
                            + home.log().tail();
        } finally {
            if (!ready) {
                WatchedProcess.giveUp(List.of(process));
            }
        }
    }

    private WatchedProcess.Order order(Map<String, String> settings, int port) {
        List<String> words = new ArrayList<>(List.of(
                programs.home().resolve("bin/postgres").toString(),
                "-D",
                home.data().toString(),
                "-p",
                String.valueOf(port),
                "-c",
                "hba_file=" + home.accessRules()));
        settings.forEach((name, value) -> words.addAll(List.of("-c", name + "=" + value)));
        // Temporary data are deleted in any case, so the server need not flush them first.
        String signal = home.isScratch() ? "QUIT" : "INT";
        String scratch = home.isScratch() ? home.root().toString() : "";
        return new WatchedProcess.Order(
                words, programs.runAs(), signal, scratch, home.log().file());
    }

    /** Returns a port that was free a moment ago. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, FreePorts.loopback(1))) {
            return socket.getLocalPort();
        }
    }

    private boolean answers(int port) throws IOException {
        if (!is(file -> file.status().equals("ready") && file.port() == port)) {
            return false;
        }
        int answer = FreePorts.answer(FreePorts.loopback(1), port, SSL_REQUEST);
        return answer == 'N' || answer == 'S';
    }

    private boolean is(Predicate<PostmasterFile> condition) throws IOException {
        return PostmasterFile.read(home.data()).filter(condition).isPresent();
    }

    /**
     * The content of {@code postmaster.pid}, which a running PostgreSQL writes into its data directory: line 1 is its process id, line 4
     * its port, line 8 its status.
     *
     * @param file   that was read
     * @param pid    its process id
     * @param port   its port, 0 while not written yet
     * @param status {@code starting}, {@code ready} or {@code stopping}; empty while not written yet
     */
    record PostmasterFile(Path file, long pid, int port, String status) {

        private static final int PORT_LINE = 3;
        private static final int STATUS_LINE = 7;

        static Path in(Path data) {
            return data.resolve("postmaster.pid");
        }

        /** Reads the file; empty if there is none or its writing is in progress. */
        static Optional<PostmasterFile> read(Path data) throws IOException {
            List<String> lines;
            try {
                lines = Files.readAllLines(in(data));
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
            try {
                // A negative number marks a server in single-user mode.
                long pid = Math.abs(Long.parseLong(line(lines, 0)));
                String port = line(lines, PORT_LINE);
                int number = port.isEmpty() ? 0 : Integer.parseInt(port);
                return Optional.of(new PostmasterFile(in(data), pid, number, line(lines, STATUS_LINE)));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        /** Returns true if a PostgreSQL runs on a data directory. */
        static boolean isServed(Path data) throws IOException {
            return read(data).filter(PostmasterFile::isRunning).isPresent();
        }

        private static String line(List<String> lines, int index) {
            return index < lines.size() ? lines.get(index).strip() : "";
        }

        /** Returns true if the process is alive and a PostgreSQL: the system may have reused the id in an old file. */
        boolean isRunning() {
            return ProcessHandle.of(pid).filter(PostmasterFile::isPostgres).isPresent();
        }

        /**
         * Returns the ids of PostgreSQL processes whose working directory is a data directory, like all processes of its server; none if
         * the system does not show them.
         */
        static List<Long> orphans(Path data) {
            return ProcessHandle.allProcesses()
                    .filter(process -> (isPostgres(process) || isEnding(process)) && worksIn(process, data))
                    .map(ProcessHandle::pid)
                    .toList();
        }

        private static boolean worksIn(ProcessHandle process, Path data) {
            try {
                return Files.readSymbolicLink(Path.of("/proc", String.valueOf(process.pid()), "cwd"))
                        .equals(data);
            } catch (IOException e) {
                // The process has just ended, or belongs to another user, or the system has no /proc.
                return false;
            }
        }

        /** Returns true for a process that has no program any more while the system still releases its memory, which it shared. */
        private static boolean isEnding(ProcessHandle process) {
            return program(process.info()).isEmpty();
        }

        private static boolean isPostgres(ProcessHandle process) {
            return Path.of(program(process.info())).endsWith("postgres");
        }

        /**
         * Returns the program of a process. Another user's program file cannot be looked up, but its command line can; a dead process has
         * neither.
         */
        private static String program(ProcessHandle.Info info) {
            return info.command()
                    .orElseGet(() -> info.commandLine()
                            .map(line -> line.split(" ", 2)[0])
                            .orElse(""));
        }
    }
}
