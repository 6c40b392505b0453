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
 * A server of ours that answers, of one process or several. Thread-safe.
 *
 * @param product   its name, for messages
 * @param home      where it is; closed with it
 * @param processes all that have to stop; the last one is replaced when it is started again
 * @param last      what the last of them is
 * @param address   how to reach it
 * @param closed    whether that has begun
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

    /** The process that faults are done to. */
    public interface LastProcess {

        /** The server itself, without the shell that watches it; empty when it does not run. */
        Optional<ProcessHandle> handle() throws IOException;

        /** Starts it where it was, when it has been killed, and waits until it answers. */
        WatchedProcess startAgain() throws IOException, InterruptedException;
    }

    public EmbeddedServer(
            String product, ServerHome home, List<WatchedProcess> processes, LastProcess last, TargetSpec address) {
        this(product, home, new CopyOnWriteArrayList<>(processes), last, address, new AtomicBoolean());
    }

    @Override
    public void suffer(Fault fault) throws IOException, InterruptedException {
        ProcessHandle handle = last.handle().orElseThrow(() -> new IOException(product + " does not run"));
        if (fault.kind() == Fault.Kind.STOP) {
            standStill(handle, fault.length());
        } else {
            restart(handle);
        }
    }

    /** By a shell of its own, so that the server goes on even when this process dies meanwhile. */
    private void standStill(ProcessHandle handle, Duration length) throws IOException, InterruptedException {
        List<String> words = ChildProcess.ownGroup();
        words.addAll(List.of("sh", "-c", "kill -STOP \"$@\"; sleep \"$0\"; kill -CONT \"$@\""));
        words.add(BigDecimal.valueOf(length.toMillis(), 3).toPlainString());
        words.add(Long.toString(handle.pid()));
        handle.descendants().forEach(child -> words.add(Long.toString(child.pid())));
        ChildProcess.start(words).waitFor();
    }

    /** Closing waits for this. */
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
                synchronized (closed) {
                    // All at once, not one after the other.
                    for (WatchedProcess process : processes) {
                        process.askToStop();
                    }
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
