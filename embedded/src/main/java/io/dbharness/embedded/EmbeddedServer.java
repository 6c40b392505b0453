package io.dbharness.embedded;

import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of ours that answers, of one process or several. Thread-safe.
 *
 * @param product   its name, for messages
 * @param home      where it is; closed with it
 * @param processes all that have to stop
 * @param address   how to reach it
 * @param closed    whether that has begun
 */
record EmbeddedServer(
        String product, ServerHome home, List<WatchedProcess> processes, TargetSpec address, AtomicBoolean closed)
        implements RunningServer {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);
    /** A shutdown writes what is changed in memory, at most all of a server's buffers, to a disk that may be a slow one. */
    private static final Duration STOP_LIMIT = Duration.ofMinutes(2);

    /**
     * A server that broke down recovers from its log at its next start, however it ends now; and PostgreSQL 18, asked to stop while it
     * recovers on a full disk, waits for ever.
     */
    private static final Duration BROKEN_STOP_LIMIT = Duration.ofSeconds(10);

    private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

    /** PostgreSQL's word for an error that ends all sessions. */
    private static final String PANIC = "PANIC:";

    EmbeddedServer(String product, ServerHome home, List<WatchedProcess> processes, TargetSpec address) {
        this(product, home, List.copyOf(processes), address, new AtomicBoolean());
    }

    @Override
    public Path dataDirectory() {
        return home.data();
    }

    @Override
    public Optional<String> lastWords() {
        try {
            return home.log().lines().stream()
                    .filter(line -> line.contains(PANIC))
                    .reduce((earlier, later) -> later);
        } catch (IOException e) {
            LOG.warn("Cannot read the log of {}", product, e);
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            // An interrupt asks for an end, and this is the end: it is no reason to leave the server in the middle of
            // it.
            boolean interrupted = Thread.interrupted();
            try {
                // All at once, not one after the other.
                for (WatchedProcess process : processes) {
                    process.askToStop();
                }
                Duration limit = lastWords().isPresent() ? BROKEN_STOP_LIMIT : STOP_LIMIT;
                for (WatchedProcess process : processes) {
                    if (!process.stop(limit)) {
                        LOG.warn("{} has not stopped within {} s; killing it", product, limit.toSeconds());
                        process.kill();
                        process.stop(KILL_LIMIT);
                    }
                }
            } catch (IOException e) {
                LOG.warn("Cannot ask {} to stop; killing it", product, e);
                processes.forEach(WatchedProcess::kill);
            } catch (InterruptedException e) {
                LOG.warn("Interrupted again while {} stops; leaving that to its watcher", product);
                interrupted = true;
            }
            try {
                home.close();
            } catch (IOException e) {
                LOG.warn("Cannot clean up {}", home.root(), e);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
