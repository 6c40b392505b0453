package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.GuardedJdbi;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.DataSetDefinition.Step;
import io.dbharness.jdbc.dataset.LoadPart.TableRows;
import io.dbharness.jdbc.dataset.Marker.Content;
import io.dbharness.jdbc.dataset.Marker.State;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.workload.DataSet.Helpers;
import io.dbharness.workload.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One load of a range of a data set, and its lock, which is held on its own connection until the load ends. For one thread; workers have
 * their own threads.
 */
final class Load implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Load.class);

    private final JdbcTarget target;
    private final DataSetDefinition definition;
    private final Marker marker;
    private final Workers workers;
    private final Seed seed;
    private final Progress progress;
    private final Helpers helpers;
    private final SqlPartLoader filling;
    private final GuardedJdbi.Transaction lock;
    private boolean held;

    Load(
            JdbcTarget target,
            DataSetDefinition definition,
            Marker marker,
            Workers workers,
            Seed seed,
            Progress progress,
            Helpers helpers) {
        this.target = target;
        this.definition = definition;
        this.marker = marker;
        this.workers = workers;
        this.seed = seed;
        this.progress = progress;
        this.helpers = helpers;
        this.filling = new SqlPartLoader(target, definition, marker, workers, progress);
        this.lock = target.jdbi().begin();
    }

    /**
     * Announces the load, loads missing parts, and finishes the data set once all parts are loaded. An abandoned load with the same scale
     * and seed is resumed; other data are replaced.
     *
     * @return resulting state of the data set: complete, or loading while ranges of other clients are missing
     * @throws HarnessException if this load would conflict with another one, a range does not fit the others, or rows are missing
     */
    State run() {
        marker.announce(definition, seed);
        target.jdbi().inTransaction(this::resumeOrReset);
        held = lock.with(handle -> marker.lockRange(handle, definition.range()));
        if (!held) {
            throw busy(definition.describeRange(definition.range()));
        }
        requireLocks();
        Content content = target.jdbi().inTransaction(this::begin);
        if (!content.complete()) {
            helpers.load(progress);
            filling.fill(definition.parts(seed, content.loadedAt()));
        }
        List<String> shortfalls = new ArrayList<>();
        State reached = target.jdbi().inTransaction(handle -> {
            shortfalls.clear();
            return finish(handle, content, shortfalls);
        });
        if (!shortfalls.isEmpty()) {
            throw new HarnessException("the load is incomplete: " + String.join("; ", shortfalls)
                    + "; check which other clients use these tables, and load again");
        }
        return reached;
    }

    /**
     * Requires working row locks. Servers with a product's protocol may accept its locking clauses and ignore locks of others, as TiDB does
     * with SKIP LOCKED.
     */
    private void requireLocks() {
        boolean seen = target.jdbi().inTransaction(marker::liveRanges).contains(definition.range());
        if (!seen) {
            throw new HarnessException(
                    "this server lets two sessions lock one row (SKIP LOCKED is ignored), so loads cannot"
                            + " be kept apart; nothing was loaded");
        }
    }

    private Content resumeOrReset(Handle handle) {
        Content found = marker.lock(handle);
        Set<String> parts = marker.parts(handle);
        boolean rangeOfComplete = found.complete() && !definition.whole();
        if (found.resumable(definition.scale(), seed, parts) || rangeOfComplete) {
            return found;
        }
        String what = definition.title() + " with " + found.scale();
        if (!marker.liveRanges(handle).isEmpty()) {
            throw busy("another data set, " + what);
        }
        if (!definition.whole() && parts.stream().anyMatch(part -> !part.equals(ObjectClaim.NOTE))) {
            throw new HarnessException("other ranges exist, of " + what + " and --seed " + found.seed()
                    + ", which this range does not belong to; use the same scale,"
                    + " --seed and version for all ranges, or drop the existing data");
        }
        drop(found, parts);
        marker.reset(handle, definition, seed);
        return found;
    }

    private Content begin(Handle handle) {
        Content now = marker.lock(handle);
        boolean overlap = marker.liveRanges(handle).stream()
                .anyMatch(range -> definition.overlaps(range) && !range.equals(definition.range()));
        if (overlap) {
            throw busy("some of the " + definition.describeRange(definition.range()));
        }
        if (now.state() == State.EMPTY) {
            Set<String> parts = marker.parts(handle);
            drop(now, parts);
            if (!parts.contains(ObjectClaim.NOTE)) {
                ObjectClaim.requireFree(target, definition, definition.constants(seed));
                marker.claim();
            }
            workers.script("create the tables", definition.create());
            marker.state(handle, State.LOADING);
        }
        return now;
    }

    private void drop(Content content, Set<String> parts) {
        workers.script("drop the tables", ObjectClaim.of(content, parts).drop(definition));
    }

    /** Finishes the data set once all parts are loaded, unless it is already finished. Only one process may do this at a time. */
    private State finish(Handle handle, Content content, List<String> shortfalls) {
        if (marker.lock(handle).complete()) {
            return State.COMPLETE;
        }
        State reached = State.LOADING;
        Set<String> in = marker.parts(handle);
        List<LoadPart> all = definition.allParts(seed, content.loadedAt());
        if (all.stream().map(LoadPart::name).allMatch(in::contains)) {
            definition.finish().forEach(step -> once(step, in));
            shortfalls.addAll(shortfalls(all));
            reached = shortfalls.isEmpty() ? State.COMPLETE : State.SHORT;
            if (reached == State.COMPLETE) {
                marker.counted(
                        handle,
                        OptionalLong.of(all.stream().mapToLong(LoadPart::rows).sum()));
                definition.analyze().forEach(workers::run);
            }
        }
        marker.state(handle, reached);
        return reached;
    }

    /**
     * Executes statements that must not be repeated: each task records its completion in its own transaction. If a definition ends the
     * transaction, the record comes last, and the statements must be repeatable.
     */
    private void once(Step step, Set<String> done) {
        workers.run(step, statements -> connection -> {
            String part = step.phase() + " "
                    + Integer.toHexString(String.join("\n", statements).hashCode());
            if (!done.contains(part)) {
                connection.setAutoCommit(false);
                Workers.execute(connection, target.dialect().transactionSettings());
                if (target.dialect().definesInTransactions()) {
                    filling.note(part, connection);
                    Workers.execute(connection, statements);
                } else {
                    Workers.execute(connection, statements);
                    filling.note(part, connection);
                }
                connection.commit();
                connection.setAutoCommit(true);
            }
            return true;
        });
    }

    /** Counts all rows on the server, because the counts reported during the load may be wrong. */
    private List<String> shortfalls(List<LoadPart> parts) {
        Map<String, Long> expected = new TreeMap<>();
        for (LoadPart part : parts) {
            for (TableRows table : part.tables()) {
                expected.merge(table.table(), table.rows(), Long::sum);
            }
        }
        Schema schema = new Schema(target);
        List<Workers.Task<List<String>>> tasks = new ArrayList<>();
        expected.forEach((table, wanted) -> tasks.add(connection -> {
            long found = schema.rows(connection, table);
            return found == wanted ? List.of() : List.of(table + " has " + found + " rows, not " + wanted);
        }));
        return workers.run("count the rows", tasks).stream()
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Releases the lock. An incomplete data set is then an abandoned load, or waits for other ranges. A lock that was lost during the load
     * is not a failure: each part is loaded only once, and a range with a free lock counts as abandoned.
     */
    @Override
    public void close() {
        try (lock) {
            if (held) {
                lock.with(handle -> {
                    marker.forgetRange(handle, definition.range());
                    return true;
                });
                lock.commit();
            }
        } catch (HarnessException e) {
            LOG.warn("the lock of this load was lost before its end: {}", e.getMessage());
        }
    }

    private static HarnessException busy(String what) {
        return new HarnessException("another process is loading " + what + " into this database; wait until it has"
                + " finished, or name another database");
    }
}
