package io.dbharness.workload;

import io.dbharness.random.Seed;
import java.util.List;

/** The data that a workload needs on its target. One thread. */
public interface DataSet {

    /** One phrase for messages, for example {@code TPC-C, 10 warehouses}. */
    String describe();

    /** Looks without changing anything. */
    DataSetState inspect();

    /** An upper estimate of the bytes it takes on the server, indexes and log included. */
    long bytesNeeded();

    /**
     * Creates and fills it, replacing what an unfinished load left. A load that comes up short throws.
     *
     * @param loaders how many connections to load with, at least 1
     */
    void load(int loaders, Seed seed, Progress progress);

    /** Waits until the target has done what earlier work left it to do, before each run; for example Cassandra's compactions. */
    default void settle(Progress progress) {}

    /** Runs the workload's consistency checks; {@code when} is copied into each. */
    List<Check> check(String when, Progress progress);

    /** Removes it, and nothing else. */
    void drop();
}
