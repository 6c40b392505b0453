package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the server on a complete data directory and waits until it answers. One thread.
 *
 * @param home     where the data are
 * @param programs what to start
 * @param patience how to wait
 */
record Postmaster(ServerHome home, PostgresPrograms programs, Patience patience) {

    /** A running server and the port on 127.0.0.1 that it answers on. */
    record Running(WatchedProcess process, int port) {}

    /** Finds a port to try. */
    interface PortChoice {

        int next() throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Postmaster.class);
    /** Recovery is over before, so only a machine that is too busy comes near. */
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private static final Duration PREDECESSOR_LIMIT = Duration.ofSeconds(10);
    /** A shutdown that has begun ends with writing all changed pages; on a slow disk that takes a while. */
    private static final Duration SHUTDOWN_LIMIT = Duration.ofMinutes(1);

    private static final Duration GIVE_UP_LIMIT = Duration.ofSeconds(10);
    private static final int PORT_ATTEMPTS = 5;
    private static final int SOCKET_TIMEOUT_MILLIS = 2_000;
    /** SSLRequest of the frontend/backend protocol: a length of 8 and the code 1234,5679. Any server answers it before a login. */
    private static final byte[] SSL_REQUEST =
            ByteBuffer.allocate(8).putInt(8).putInt(80877103).array();

    /** Waits for a server that an earlier harness left in its shutdown. Throws when one runs on and on. */
    void awaitPredecessor() throws IOException, InterruptedException {
        Optional<PostmasterFile> left = PostmasterFile.read(home.data());
        if (left.isEmpty()) {
            return;
        }
        PostmasterFile predecessor = left.get();
        if (predecessor.isRunning()) {
            LOG.info("Waiting for process {} to leave {}", predecessor.pid(), home.data());
            boolean leaves = patience.until(
                    PREDECESSOR_LIMIT, () -> !predecessor.isRunning() || file(PostmasterFile::isStopping));
            if (!leaves || !patience.until(SHUTDOWN_LIMIT, () -> !predecessor.isRunning())) {
                throw new HarnessException("a PostgreSQL (process " + predecessor.pid() + ") already runs on "
                        + home.data() + "; stop it (kill -INT " + predecessor.pid() + ") or choose another --data-dir");
            }
        }
        awaitOrphans();
        // PostgreSQL deletes a dead server's file, but takes any live process under its old id for that server.
        if (predecessor.isAnotherProcess()) {
            Files.deleteIfExists(predecessor.file());
        }
    }

    // The children of a server that was killed notice it each in their time, and until then hold the shared memory that
    // goes with the
    // data: PostgreSQL refuses to start beside them.
    private void awaitOrphans() throws IOException, InterruptedException {
        if (!patience.until(
                PREDECESSOR_LIMIT, () -> PostmasterFile.orphans(home.data()).isEmpty())) {
            throw new HarnessException("processes of a PostgreSQL that was killed still hold " + home.data() + ": "
                    + PostmasterFile.orphans(home.data()) + "; end them or choose another --data-dir");
        }
    }

    Running start(Map<String, String> settings, PortChoice ports) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            int port = ports.next();
            WatchedProcess process = WatchedProcess.start(order(settings, port), patience);
            String failure = awaitReady(process, port);
            if (failure.isEmpty()) {
                return new Running(process, port);
            }
            if (attempt == PORT_ATTEMPTS || !failure.contains("could not bind")) {
                throw new HarnessException(failure);
            }
        }
    }

    // Empty when the server answers; otherwise it is gone, and so may its log be.
    private String awaitReady(WatchedProcess process, int port) throws IOException, InterruptedException {
        boolean ready = false;
        try {
            boolean waited = patience.until(START_LIMIT, () -> !process.isAlive() || answers(port));
            ready = waited && process.isAlive();
            String problem = waited ? "did not start" : "did not answer within " + START_LIMIT.toSeconds() + " s";
            return ready
                    ? ""
                    : "PostgreSQL " + problem + "; its last lines:" + System.lineSeparator()
                            + home.log().tail();
        } finally {
            if (!ready) {
                giveUp(process);
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
        // Data that nobody will read again are not written out first.
        String signal = home.isScratch() ? "QUIT" : "INT";
        String scratch = home.isScratch() ? home.root().toString() : "";
        return new WatchedProcess.Order(
                words, programs.runAs(), signal, scratch, home.log().file());
    }

    private static void giveUp(WatchedProcess process) throws IOException, InterruptedException {
        if (process.isAlive() && !process.stop(GIVE_UP_LIMIT)) {
            process.kill();
        }
    }

    /** A port that was free a moment ago. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, loopback())) {
            return socket.getLocalPort();
        }
    }

    private boolean answers(int port) {
        return file(file -> file.isReady() && file.port() == port) && speaksPostgres(port);
    }

    private boolean file(Predicate<PostmasterFile> condition) {
        try {
            return PostmasterFile.read(home.data()).filter(condition).isPresent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean speaksPostgres(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(loopback(), port), SOCKET_TIMEOUT_MILLIS);
            socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
            socket.getOutputStream().write(SSL_REQUEST);
            int answer = socket.getInputStream().read();
            return answer == 'N' || answer == 'S';
        } catch (IOException e) {
            LOG.debug("Port {} does not answer yet", port, e);
            return false;
        }
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }
}
