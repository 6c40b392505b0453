package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.GuardedJdbi;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.SideConnections;
import io.dbharness.jdbc.dataset.DataSetDefinition.Step;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.workload.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
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
import java.util.function.Function;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pool of connections that share lists of tasks. Connections are opened on demand and kept between lists. Thread-safe. */
@Internal
public final class Workers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);

    /** The time limit for a worker to stop after the failure of another; a statement on the server cannot be abandoned sooner. */
    private static final long LEAVE_SECONDS = 60;

    private final JdbcTarget target;
    private final SideConnections connections;
    private final int size;
    private final Progress progress;
    private final Duration longestScript;

    /**
     * Creates a pool without open connections.
     *
     * @param size     maximum number of connections, at least 1
     * @param progress receives the number of finished tasks
     */
    public Workers(JdbcTarget target, int size, Progress progress) {
        this(target, size, progress, GuardedJdbi.LONGEST_QUESTION);
    }

    /** @param longestScript limit of {@link #script} */
    Workers(JdbcTarget target, int size, Progress progress, Duration longestScript) {
        this.longestScript = longestScript;
        this.target = target;
        this.connections = target.sideConnections(size);
        this.size = size;
        this.progress = progress;
    }

    /** Creates a pool without progress reports. */
    public Workers(JdbcTarget target, int size) {
        this(target, size, Progress.SILENT);
    }

    /**
     * A task on a connection in autocommit mode, with exclusive use of it.
     *
     * @param <T> type of the result
     */
    @FunctionalInterface
    public interface Task<T> {
        T run(Connection connection) throws SQLException;
    }

    /**
     * Executes all tasks; returns their results in the order of the tasks.
     *
     * @param purpose purpose in the message of a failure, for example {@code build the indexes}
     * @throws HarnessException with the first failure; remaining tasks are not executed
     */
    public <T> List<T> run(String purpose, List<? extends Task<T>> tasks) {
        return run(purpose, size, tasks);
    }

    /**
     * Executes all tasks and reports the number of finished ones.
     *
     * @param phase phase in progress reports, for example {@code check}
     * @param unit  unit of tasks in progress reports, for example {@code queries}
     */
    public <T> List<T> run(String purpose, String phase, String unit, List<? extends Task<T>> tasks) {
        return run(purpose, reporting(phase, unit, tasks));
    }

    /** Wraps the tasks so that each reports its completion. */
    private <T> List<Task<T>> reporting(String phase, String unit, List<? extends Task<T>> tasks) {
        AtomicInteger done = new AtomicInteger();
        progress.advance(phase, 0, tasks.size(), unit);
        List<Task<T>> reporting = new ArrayList<>();
        for (Task<T> task : tasks) {
            reporting.add(connection -> {
                T result = task.run(connection);
                progress.advance(phase, done.incrementAndGet(), tasks.size(), unit);
                return result;
            });
        }
        return reporting;
    }

    /** Executes a step. */
    void run(Step step) {
        run(step, Workers::executing);
    }

    /**
     * Executes a step with the given tasks, sequentially if the server accepts definitions from only one session at a time.
     *
     * @param how creates a task from statements
     */
    void run(Step step, Function<List<String>, Task<Boolean>> how) {
        int most = target.dialect().definesConcurrently() ? size : 1;
        List<Task<Boolean>> tasks = step.tasks().stream().map(how).toList();
        run(step.purpose(), most, reporting(step.phase(), "statements", tasks));
    }

    /** Executes statements in order, which create or drop something and end within ten minutes unless another session locks it. */
    void script(String purpose, List<String> statements) {
        Task<Boolean> all = executing(statements);
        run(
                purpose,
                List.of(connection -> connections.within(
                        longestScript,
                        connection,
                        purpose,
                        "end the session that locks the tables",
                        () -> all.run(connection))));
    }

    private static Task<Boolean> executing(List<String> statements) {
        return connection -> {
            execute(connection, statements);
            return true;
        };
    }

    /** Executes the unmodified statements one by one. */
    static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Executes all tasks on at most {@code most} connections at once. */
    <T> List<T> run(String purpose, int most, List<? extends Task<T>> tasks) {
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
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw target.failure(purpose, cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted: did not " + purpose, e);
        } finally {
            leave(threads);
        }
        return IntStream.range(0, tasks.size()).mapToObj(results::get).toList();
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
                LOG.warn("a statement is still running on the server; it ends on its own or with its connection");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Lease(SideConnections owner, Connection connection) implements AutoCloseable {

        @Override
        public void close() throws SQLException {
            owner.closeConnection(connection);
        }
    }
}
