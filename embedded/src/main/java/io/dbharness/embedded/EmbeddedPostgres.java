package io.dbharness.embedded;

import io.dbharness.target.RunningServer;
import io.dbharness.target.TargetSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A PostgreSQL of ours that answers. Thread-safe. */
final class EmbeddedPostgres implements RunningServer {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    /** A fast shutdown writes all changed pages, at most {@code shared_buffers} of them, to a disk that may be a slow one. */
    private static final Duration STOP_LIMIT = Duration.ofMinutes(2);

    private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

    private final ServerHome home;
    private final WatchedProcess process;
    private final TargetSpec address;
    private final AtomicBoolean closed = new AtomicBoolean();

    EmbeddedPostgres(ServerHome home, WatchedProcess process, TargetSpec address) {
        this.home = home;
        this.process = process;
        this.address = address;
    }

    @Override
    public TargetSpec address() {
        return address;
    }

    @Override
    public Path dataDirectory() {
        return home.data();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            // An interrupt asks for an end, and this is the end: it is no reason to leave the server in the middle of
            // it.
            boolean interrupted = Thread.interrupted();
            try {
                if (!process.stop(STOP_LIMIT)) {
                    LOG.warn("PostgreSQL has not stopped within {}; killing it", STOP_LIMIT);
                    process.kill();
                    process.stop(KILL_LIMIT);
                }
            } catch (IOException e) {
                LOG.warn("Cannot ask PostgreSQL to stop; killing it", e);
                process.kill();
            } catch (InterruptedException e) {
                LOG.warn("Interrupted again while PostgreSQL stops; leaving that to its watcher");
                interrupted = true;
            }
            release();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void release() {
        try {
            home.close();
        } catch (IOException e) {
            LOG.warn("Cannot clean up {}", home.root(), e);
        }
    }
}
