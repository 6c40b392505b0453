package io.dbharness.workload;

import io.dbharness.load.Slice;
import io.dbharness.random.Seed;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The data that a workload needs on its target. One thread. */
public interface DataSet {

    /** The data set of a workload that is only simulated: always there, never anything in it. */
    DataSet NONE = new DataSet() {
        @Override
        public String describe() {
            return "no data";
        }

        @Override
        public DataSetState inspect() {
            return new DataSetState(DataSetState.Kind.COMPLETE, "a simulation needs no data");
        }

        @Override
        public long bytesNeeded() {
            return 0;
        }

        @Override
        public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {}

        @Override
        public List<Check> check(String when, Progress progress) {
            return List.of();
        }

        @Override
        public void drop() {}
    };

    /** One phrase for messages, for example {@code TPC-C, 10 warehouses}. */
    String describe();

    /**
     * Refuses a target that the workload cannot do its work on, before anything is loaded or checked for it.
     *
     * @throws io.dbharness.model.UsageException when it writes, and the target takes no writes
     */
    default void requireUsable() {}

    /** Looks without changing anything. */
    DataSetState inspect();

    /** Returns true if a load makes all of it; otherwise other clients load other ranges, and the last of them completes it. */
    default boolean whole() {
        return true;
    }

    /** An upper estimate of the bytes it takes on the server, indexes and log included. */
    long bytesNeeded();

    /**
     * Creates and fills it, replacing what an unfinished load left. Throws when rows are missing afterwards.
     *
     * @param loaders how many connections to load with, at least 1
     * @param helpers load at the same time; a data set that cannot be divided does without them
     */
    void load(int loaders, Seed seed, Progress progress, Helpers helpers);

    /** Loads by this process alone. */
    default void load(int loaders, Seed seed, Progress progress) {
        load(loaders, seed, progress, Helpers.NONE);
    }

    /** Other processes that load a data set together with this one. */
    @FunctionalInterface
    interface Helpers {

        /** There are none. */
        Helpers NONE = progress -> {};

        /**
         * Has each of them call {@link #loadSlice}, and returns when all have done so or are gone. What is missing then is the caller's to
         * load.
         */
        void load(Progress progress);
    }

    /**
     * Loads what is missing of a slice, while another process holds the load that it has begun with the same seed.
     *
     * @throws io.dbharness.model.HarnessException when there is no such load
     */
    default void loadSlice(Slice slice, int loaders, Seed seed, Progress progress) {
        throw new IllegalStateException(describe() + " is not loaded by several processes");
    }

    /** Waits, before each run, for background work that earlier work caused, for example Cassandra's compactions. */
    default void settle(Progress progress) {}

    /** Runs the workload's consistency checks; {@code when} is copied into each. */
    List<Check> check(String when, Progress progress);

    /**
     * Returns what the server has acknowledged to this process since it was bound: counts by ledger, for {@link #add} of the process that
     * checks for all.
     */
    default Map<String, List<Long>> acknowledged() {
        return Map.of();
    }

    /**
     * Counts what was acknowledged to another process in the check after the run; empty if that process was lost and the counts are
     * unknown.
     */
    default void add(Optional<Map<String, List<Long>>> acknowledgedElsewhere) {}

    /** Checks after a run what only the process that sent it can: for example the rows that it has written. */
    default List<Check> checkAcknowledged(Progress progress) {
        return List.of();
    }

    /** Removes it, and nothing else. */
    void drop();
}
