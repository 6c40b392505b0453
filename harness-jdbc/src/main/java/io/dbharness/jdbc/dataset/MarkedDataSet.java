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
 * A workload's data set in the current schema of one target, and the marker that says how far it is. Tables that the marker does not claim
 * are never dropped or changed: not by a load, not by dropping. One thread; it uses others.
 *
 * @param target     where it is
 * @param definition what it consists of
 * @param marker     how far it is
 */
public record MarkedDataSet(JdbcTarget target, DataSetDefinition definition, Marker marker) {

    /** The change that loaded rows may be gone. */
    public static final String REMOVED = "rows";

    /** The change that there may be more rows or fewer than before. */
    public static final String NUMBER = "number of rows";

    public MarkedDataSet(JdbcTarget target, DataSetDefinition definition) {
        this(target, definition, new Marker(target, definition.workload()));
    }

    /** What the marker says, unless there is none. */
    public Optional<Content> content() {
        return marker.read();
    }

    /** Names of the parts that are in. */
    public Set<String> parts() {
        return marker.parts();
    }

    /** What is there, by its marker and the names of its tables. */
    public DataSetState inspect() {
        Optional<Content> found = marker.read();
        if (found.isEmpty()) {
            return Claim.foreign(target, definition, definition.constants(Seed.DEFAULT), Claim.NOTHING)
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
     * Loads what is missing, or everything, to replace an earlier complete data set of the same scale. Each part is loaded in one
     * transaction, in parallel with others; a killed load resumes when it is started again with the same seed. The client that
     * loads the last range also does what follows once all parts are in.
     *
     * @param helpers are called when the tables are there, to load slices of this client's range
     * @throws HarnessException when the schema holds something else, somebody else loads, a statement fails, or rows are missing
     */
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        require("loading " + definition.title(), Access.LOAD);
        Optional<Content> found = marker.read();
        if (found.isPresent() && found.get().complete() && !found.get().scale().equals(definition.scale())) {
            throw new HarnessException(
                    inspect().detail() + "; ask for what is there, drop it, or name another database or schema");
        }
        // A range waits until others have made the tables; who loads everything would wait for their whole load.
        if (definition.whole()
                && found.isPresent()
                && marker.inTheWayOf(definition).isPresent()) {
            throw new HarnessException(inspect().detail() + "; wait until it has finished, or name another database");
        }
        Claim claim = found.map(content -> Claim.of(content, marker.parts())).orElse(Claim.NOTHING);
        Claim.foreign(target, definition, definition.constants(seed), claim).ifPresent(foreign -> {
            throw new HarnessException(foreign + "; " + Claim.ADVICE);
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
     * Loads what is missing of a slice of the parts, while another process holds the load.
     *
     * @throws HarnessException when there is no load that this could be a slice of, or a statement fails
     */
    public void loadSlice(Slice slice, int loaders, Seed seed, Progress progress) {
        Content content = marker.read()
                .filter(found -> found.state() == State.LOADING && found.isOf(definition.scale(), seed))
                .orElseThrow(() -> new HarnessException("no load of " + definition.title() + " with "
                        + definition.scale() + " and --seed " + seed.value() + " has been begun here"));
        List<LoadPart> parts = definition.parts(seed, content.loadedAt());
        int first = (int) slice.before(parts.size());
        try (Workers workers = new Workers(target, loaders, progress)) {
            new Filling(target, definition, marker, workers, progress)
                    .fill(parts.subList(first, first + (int) slice.share(parts.size())));
        }
    }

    /**
     * Removes the tables that the marker claims, and the marker.
     *
     * @throws HarnessException when there are such tables without a marker, somebody loads them, or they are of other clients too
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
                    "drop the tables", Claim.of(found.get(), marker.parts()).drop(definition));
        }
        marker.drop();
    }

    /**
     * Refuses a target that a workload cannot write to.
     *
     * @param what writes, for example {@code sysbench insert}
     * @throws UsageException when nothing can be written there
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
     * Notes, before a run, what its transactions change, so that later checks expect no more than what is left of the load. Of data that an
     * earlier version has loaded nothing is noted.
     *
     * @param what names of columns, {@link #REMOVED} and {@link #NUMBER}
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

    /** Notes how many rows a run has left, where that can be noted. */
    void counted(long rows) {
        if (notes().any() && !marker.readOnly()) {
            target.jdbi().inTransaction(handle -> {
                marker.lock(handle);
                marker.counted(handle, OptionalLong.of(rows));
                return true;
            });
        }
    }

    /** What was noted since the load; nothing when there is no marker. */
    Notes notes() {
        return content().isPresent() ? marker.notes() : Notes.NONE;
    }

    /** Carries out a step apart from a load. */
    public void run(Step step) {
        try (Workers workers = new Workers(target, 1)) {
            workers.run(step);
        }
    }

    private List<String> existing(List<String> tables) {
        return new Schema(target).existing(tables);
    }
}
