package io.dbharness.tpcc.data;

import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.data.DataSetMarker.Content;
import io.dbharness.tpcc.data.DataSetMarker.State;
import io.dbharness.tpcc.input.Slice;
import java.util.Set;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/** The right to load a range of warehouses, held on a connection of its own as long as that takes. One thread. */
final class LoadClaim implements AutoCloseable {

    private final DataSetMarker marker;
    private final Slice slice;
    private final Handle lock;
    private Content content;
    private boolean held;

    private LoadClaim(DataSetMarker marker, Slice slice, Handle lock, Content content) {
        this.marker = marker;
        this.slice = slice;
        this.lock = lock;
        this.content = content;
    }

    /**
     * Announces a load: one that goes on where an abandoned one ended if that has the same scale and seed, otherwise a new one in place of
     * what is there.
     *
     * @param tables makes the nine tables anew
     * @throws HarnessException when somebody else loads what this load would get in the way of, or a range does not fit the others
     */
    static LoadClaim take(DataSetMarker marker, Wanted wanted, Runnable tables) {
        marker.announce(wanted.scale(), wanted.seed());
        Content content = marker.exclusively(handle -> resumeOrReset(marker, wanted, handle));
        Handle lock = marker.open();
        LoadClaim claim = new LoadClaim(marker, wanted.slice(), lock, content);
        try {
            lock.begin();
            if (!marker.lockRange(lock, wanted.slice())) {
                throw busy("warehouses " + wanted.slice());
            }
            claim.held = true;
            claim.content = marker.exclusively(handle -> claim.begin(handle, tables));
            return claim;
        } catch (RuntimeException e) {
            try (claim) {
                throw e;
            }
        }
    }

    /**
     * What is to be loaded.
     *
     * @param scale of the whole data set
     * @param slice the warehouses of it
     * @param seed  of the rows
     */
    record Wanted(Scale scale, Slice slice, Seed seed) {

        boolean whole() {
            return slice.equals(Slice.all(scale.warehouses()));
        }
    }

    private static Content resumeOrReset(DataSetMarker marker, Wanted wanted, Handle handle) {
        Content found = marker.lock(handle);
        boolean sliceOfComplete = found.complete() && !wanted.whole();
        if (found.resumable(wanted.scale(), wanted.seed()) || sliceOfComplete) {
            return found;
        }
        if (!marker.liveRanges(handle).isEmpty()) {
            throw busy("another data set, TPC-C with " + found.scale());
        }
        if (!wanted.whole() && !marker.parts(handle).isEmpty()) {
            throw new HarnessException("other ranges of warehouses are there, of TPC-C with " + found.scale()
                    + " and --seed " + found.seed()
                    + ", which this range does not belong to; use the same --warehouses,"
                    + " --seed and version for all ranges, or drop what is there");
        }
        marker.reset(handle, wanted.scale(), wanted.seed());
        return found;
    }

    private Content begin(Handle handle, Runnable tables) {
        Content now = marker.lock(handle);
        boolean overlap =
                marker.liveRanges(handle).stream().anyMatch(range -> range.overlaps(slice) && !range.equals(slice));
        if (overlap) {
            throw busy("some of the warehouses " + slice);
        }
        if (now.state() == State.EMPTY) {
            tables.run();
            marker.state(handle, State.LOADING);
        }
        return now;
    }

    Content content() {
        return content;
    }

    /** Names of the parts that are in, of all ranges. */
    Set<String> parts() {
        return marker.parts();
    }

    /**
     * Does what only one may do at a time, waiting until nobody else does, unless the data set is complete by then.
     *
     * @param finish makes of all parts that are in what the data set becomes: complete, short, or loading as before
     * @return what it has become
     */
    State finish(Function<Set<String>, State> finish) {
        return marker.exclusively(handle -> {
            if (marker.lock(handle).complete()) {
                return State.COMPLETE;
            }
            State state = finish.apply(marker.parts(handle));
            marker.state(handle, state);
            return state;
        });
    }

    /** Lets go; what is not complete by then is an abandoned load, or waits for other ranges. */
    @Override
    public void close() {
        try (lock) {
            if (held) {
                marker.forgetRange(lock, slice);
                lock.commit();
            } else {
                lock.rollback();
            }
        }
    }

    private static HarnessException busy(String what) {
        return new HarnessException("another process is loading " + what + " into this database; wait until it has"
                + " finished, or name another database");
    }
}
