package io.dbharness.jdbc.load;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.SideConnections;
import io.dbharness.model.HarnessException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A few connections that share lists of tasks, opened as they are needed and kept from one list to the next. Thread-safe. */
public final class Crew implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Crew.class);

    /** How long a worker may take to notice that another has failed; a statement on the server cannot be left sooner. */
    private static final long LEAVE_SECONDS = 60;

    private final SideConnections connections;
    private final int size;

    /** @param size at most so many connections at once, at least 1 */
    public Crew(JdbcTarget target, int size) {
        this.connections = target.sideConnections(size);
        this.size = size;
    }

    /**
     * Something to do on a connection in autocommit mode, alone on it meanwhile.
     *
     * @param <T> what comes out
     */
    @FunctionalInterface
    public interface Task<T> {
        T run(Connection connection) throws SQLException;
    }

    /**
     * Does all tasks; their results, in the order of the tasks.
     *
     * @param purpose for the message when one fails, for example {@code build the indexes}
     * @throws HarnessException with the first failure; the rest is left undone
     */
    public <T> List<T> run(String purpose, List<? extends Task<T>> tasks) {
        return run(purpose, size, tasks);
    }

    /** The same one after the other, on one connection. */
    public <T> List<T> runInTurn(String purpose, List<? extends Task<T>> tasks) {
        return run(purpose, 1, tasks);
    }

    private <T> List<T> run(String purpose, int most, List<? extends Task<T>> tasks) {
        int workers = Math.min(most, tasks.size());
        AtomicInteger next = new AtomicInteger();
        AtomicReferenceArray<T> results = new AtomicReferenceArray<>(tasks.size());
        ExecutorService threads = Executors.newFixedThreadPool(Math.max(workers, 1));
        try {
            CompletionService<Void> ended = new ExecutorCompletionService<>(threads);
            List<Future<Void>> futures = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                futures.add(ended.submit(() -> work(tasks, next, results)));
            }
            for (int i = 0; i < futures.size(); i++) {
                ended.take().get();
            }
        } catch (ExecutionException e) {
            throw failure(purpose, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted: did not " + purpose, e);
        } finally {
            leave(threads);
        }
        List<T> list = new ArrayList<>(tasks.size());
        for (int i = 0; i < tasks.size(); i++) {
            list.add(results.get(i));
        }
        return Collections.unmodifiableList(list);
    }

    private <T> Void work(List<? extends Task<T>> tasks, AtomicInteger next, AtomicReferenceArray<T> results)
            throws SQLException, InterruptedException {
        try (Lease lease = new Lease(connections, connections.openConnection())) {
            for (int i = next.getAndIncrement(); i < tasks.size(); i = next.getAndIncrement()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("another worker failed");
                }
                results.set(i, tasks.get(i).run(lease.connection()));
            }
            return null;
        }
    }

    /** Closes the connections. */
    @Override
    public void close() {
        connections.close();
    }

    private static void leave(ExecutorService threads) {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(LEAVE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("a statement is still running on the server; it ends by itself or with its connection");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static HarnessException failure(String purpose, Throwable cause) {
        return cause instanceof HarnessException harness
                ? harness
                : new HarnessException("could not " + purpose + ": " + cause.getMessage(), cause);
    }

    private record Lease(SideConnections owner, Connection connection) implements AutoCloseable {

        @Override
        public void close() throws SQLException {
            owner.closeConnection(connection);
        }
    }
}
