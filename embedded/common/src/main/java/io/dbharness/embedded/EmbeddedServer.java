package io.dbharness.embedded;

import io.dbharness.sut.Fault;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running server of one process or several, started by this program. Thread-safe.
 *
 * @param product   its name, for messages
 * @param home      its directory; closed with the server
 * @param processes all processes to stop; a restart replaces the last one
 * @param last      handle of the last process
 * @param address   how to connect
 * @param closed    true once closing has begun
 */
public record EmbeddedServer(
        String product,
        ServerHome home,
        CopyOnWriteArrayList<WatchedProcess> processes,
        LastProcess last,
        TargetSpec address,
        AtomicBoolean closed)
        implements RunningServer {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);
    /** A shutdown writes the changed pages, at most all of a server's buffers, to a disk that may be slow. */
    private static final Duration STOP_LIMIT = Duration.ofMinutes(2);

    /**
     * A crashed server recovers from its log at its next start, however it ends now. PostgreSQL 18 hangs if it is stopped while it recovers
     * on a full disk.
     */
    private static final Duration BROKEN_STOP_LIMIT = Duration.ofSeconds(10);

    private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

    /** PostgreSQL's log level for an error that ends all sessions. */
    private static final String PANIC = "PANIC:";

    /** The process that faults are injected into. */
    public interface LastProcess {

        /** Returns the server itself, without the shell that watches it; empty if it does not run. */
        Optional<ProcessHandle> handle() throws IOException;

        /** Starts a killed server with the same data and address, and waits until it answers. */
        WatchedProcess startAgain() throws IOException, InterruptedException;
    }

    public EmbeddedServer(
            String product, ServerHome home, List<WatchedProcess> processes, LastProcess last, TargetSpec address) {
        this(product, home, new CopyOnWriteArrayList<>(processes), last, address, new AtomicBoolean());
    }

    @Override
    public void injectFault(Fault fault) throws IOException, InterruptedException {
        ProcessHandle handle = last.handle().orElseThrow(() -> new IOException(product + " does not run"));
        if (fault.kind() == Fault.Kind.STOP) {
            standStill(handle, fault.length());
        } else {
            restart(handle);
        }
    }

    /** Suspends the server from a separate shell, so that the server resumes even if this process dies meanwhile. */
    private void standStill(ProcessHandle handle, Duration length) throws IOException, InterruptedException {
        List<String> words = ChildProcess.ownGroup();
        words.addAll(List.of("sh", "-c", "kill -STOP \"$@\"; sleep \"$0\"; kill -CONT \"$@\""));
        words.add(BigDecimal.valueOf(length.toMillis(), 3).toPlainString());
        words.add(Long.toString(handle.pid()));
        handle.descendants().forEach(child -> words.add(Long.toString(child.pid())));
        ChildProcess.start(words).waitFor();
    }

    /** Kills and restarts the server; closing waits until this ends. */
    private void restart(ProcessHandle handle) throws IOException, InterruptedException {
        synchronized (closed) {
            if (closed.get()) {
                return;
            }
            int index = processes.size() - 1;
            handle.destroyForcibly();
            if (!processes.get(index).hasEnded(KILL_LIMIT)) {
                throw new IOException(product + " cannot be killed");
            }
            processes.set(index, last.startAgain());
        }
    }

    @Override
    public Path dataDirectory() {
        return home.data();
    }

    /** One process of several may be down, as a fault has it. */
    @Override
    public boolean isAlive() {
        return processes.stream().anyMatch(WatchedProcess::isAlive);
    }

    @Override
    public Optional<String> crashMessage() {
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
            // An interrupt requests a shutdown, and this is the shutdown: finish it before the interrupt is passed on.
            boolean interrupted = Thread.interrupted();
            try {
                synchronized (closed) {
                    // Signal all first, then wait.
                    for (WatchedProcess process : processes) {
                        process.askToStop();
                    }
                }
                Duration limit = crashMessage().isPresent() ? BROKEN_STOP_LIMIT : STOP_LIMIT;
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
