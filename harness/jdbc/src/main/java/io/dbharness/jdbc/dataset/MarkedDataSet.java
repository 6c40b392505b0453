package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.DataSetDefinition.Step;
import io.dbharness.jdbc.dataset.Marker.Content;
import io.dbharness.jdbc.dataset.Marker.State;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Needs.Access;
import io.dbharness.workload.DataSet.Helpers;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A workload's data set in the current schema of one target, with the marker that records its state. Neither loading nor dropping changes
 * tables that the marker does not claim. Called by one thread; uses worker threads.
 *
 * @param target     target of the data set
 * @param definition definition of the data set
 * @param marker     record of its state
 */
public record MarkedDataSet(JdbcTarget target, DataSetDefinition definition, Marker marker) {

    /** The change that loaded rows may be deleted. */
    public static final String REMOVED = "rows";

    /** The change that the number of rows may differ. */
    public static final String NUMBER = "number of rows";

    public MarkedDataSet(JdbcTarget target, DataSetDefinition definition) {
        this(target, definition, new Marker(target, definition.workload()));
    }

    /** Returns the content of the marker; empty if there is none. */
    public Optional<Content> content() {
        return marker.read();
    }

    /** Returns the names of the loaded parts. */
    public Set<String> parts() {
        return marker.parts();
    }

    /** Returns the state of the data set, from its marker and the names of its tables. */
    public DataSetState inspect() {
        Optional<Content> found = marker.read();
        if (found.isEmpty()) {
            return ObjectClaim.foreign(target, definition, definition.constants(Seed.DEFAULT), ObjectClaim.NOTHING)
                    .map(foreign -> new DataSetState(Kind.FOREIGN, foreign))
                    .orElseGet(() -> new DataSetState(Kind.ABSENT, "no tables of " + definition.title()));
        }
        Content content = found.get();
        String there = definition.title() + " with " + content.scale();
        Optional<String> busy = marker.inTheWayOf(definition);
        if (busy.isPresent()) {
            return new DataSetState(Kind.BUSY, "another process is loading " + busy.get() + " of " + there);
        }
        if (!content.complete()) {
            return new DataSetState(Kind.INCOMPLETE, "a load of " + there + " did not finish");
        }
        if (!content.scale().equals(definition.scale())) {
            return new DataSetState(
                    Kind.DIFFERENT, "found " + there + ", expected " + definition.scale(), Optional.of(content.load()));
        }
        List<String> tables = definition.tables(content.constants());
        return existing(tables).size() < tables.size()
                ? new DataSetState(Kind.INCOMPLETE, "found the marker of " + there + ", but not all tables")
                : new DataSetState(Kind.COMPLETE, there, Optional.of(content.load()));
    }

    /**
     * Loads missing parts, or everything to replace a complete data set of the same scale. Each part is loaded in one transaction, in
     * parallel with others. A killed load resumes when it is started again with the same seed. The client that loads the last range also
     * executes the steps after all parts are loaded.
     *
     * @param helpers called once the tables exist, to load slices of this client's range
     * @throws HarnessException if the schema contains other objects, another process is loading, a statement fails, or rows are missing
     */
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        require("loading " + definition.title(), Access.LOAD);
        Optional<Content> found = marker.read();
        if (found.isPresent() && found.get().complete() && !found.get().scale().equals(definition.scale())) {
            throw new HarnessException(inspect().detail()
                    + "; use the scale of the existing data, drop them, or name another database or schema");
        }
        // A range waits until others have created the tables; a load of everything would wait for their whole load.
        if (definition.whole()
                && found.isPresent()
                && marker.inTheWayOf(definition).isPresent()) {
            throw new HarnessException(inspect().detail() + "; wait until it has finished, or name another database");
        }
        ObjectClaim claim =
                found.map(content -> ObjectClaim.of(content, marker.parts())).orElse(ObjectClaim.NOTHING);
        ObjectClaim.foreign(target, definition, definition.constants(seed), claim)
                .ifPresent(foreign -> {
                    throw new HarnessException(foreign + "; " + ObjectClaim.ADVICE);
                });
        try (Workers workers = new Workers(target, loaders, progress)) {
            State reached;
            try (Load load = new Load(target, definition, marker, workers, seed, progress, helpers)) {
                reached = load.run();
            }
            if (reached == State.COMPLETE) {
                definition.settle().forEach(workers::run);
            }
        }
    }

    /**
     * Loads the missing parts of a slice, while another process coordinates the load.
     *
     * @throws HarnessException if there is no load with this slice, or a statement fails
     */
    public void loadSlice(Slice slice, int loaders, Seed seed, Progress progress) {
        Content content = marker.read()
                .filter(found -> found.state() == State.LOADING && found.isOf(definition.scale(), seed))
                .orElseThrow(() -> new HarnessException("no load of " + definition.title() + " with "
                        + definition.scale() + " and --seed " + seed.value() + " has been begun here"));
        List<LoadPart> parts = definition.parts(seed, content.loadedAt());
        int first = (int) slice.before(parts.size());
        try (Workers workers = new Workers(target, loaders, progress)) {
            new SqlPartLoader(target, definition, marker, workers, progress)
                    .fill(parts.subList(first, first + (int) slice.share(parts.size())));
        }
    }

    /**
     * Removes the tables that the marker claims, and the marker.
     *
     * @throws HarnessException if such tables exist without a marker, are being loaded, or also belong to other clients
     */
    public void drop() {
        DataSetState state = inspect();
        if (state.kind() == Kind.ABSENT) {
            return;
        }
        requireWritable("dropping " + definition.title());
        Optional<Content> found = marker.read();
        if (state.kind() == Kind.BUSY || found.isEmpty()) {
            throw new HarnessException(state.detail() + "; nothing was dropped");
        }
        try (Workers workers = new Workers(target, 1)) {
            workers.script(
                    "drop the tables",
                    ObjectClaim.of(found.get(), marker.parts()).drop(definition));
        }
        marker.drop();
    }

    /**
     * Rejects a target that a workload cannot write to.
     *
     * @param what name of the writing workload, for example {@code sysbench insert}
     * @throws UsageException if the target is not writable
     */
    public void requireWritable(String what) {
        require(what, Access.WRITE);
    }

    private void require(String what, Access access) {
        List<Finding> obstacles = target.obstacles(access);
        if (!obstacles.isEmpty()) {
            String reasons = obstacles.stream()
                    .map(obstacle -> obstacle.found() + "; " + obstacle.mend())
                    .collect(Collectors.joining("; "));
            throw new UsageException(List.of(what + " writes, and " + target + " takes no writes: " + reasons
                    + "; or run a workload that only reads"));
        }
    }

    /**
     * Records, before a run, the changes of its transactions, so that later checks expect only the unchanged rest of the load. Nothing is
     * recorded for data that an earlier version has loaded.
     *
     * @param what changed columns, {@link #REMOVED} and {@link #NUMBER}
     */
    public void changing(Set<String> what) {
        if (what.isEmpty() || !notes().any()) {
            return;
        }
        target.jdbi().inTransaction(handle -> {
            marker.lock(handle);
            marker.changing(handle, what);
            if (what.contains(NUMBER)) {
                marker.counted(handle, OptionalLong.empty());
            }
            return true;
        });
    }

    /** Records the number of rows after a run, if the marker supports that. */
    void counted(long rows) {
        if (notes().any() && !marker.readOnly()) {
            target.jdbi().inTransaction(handle -> {
                marker.lock(handle);
                marker.counted(handle, OptionalLong.of(rows));
                return true;
            });
        }
    }

    /** Returns the changes since the load; none if there is no marker. */
    DataChanges notes() {
        return content().isPresent() ? marker.notes() : DataChanges.NONE;
    }

    /** Executes a step outside of a load. */
    public void run(Step step) {
        try (Workers workers = new Workers(target, 1)) {
            workers.run(step);
        }
    }

    private List<String> existing(List<String> tables) {
        return new Schema(target).existing(tables);
    }
}
