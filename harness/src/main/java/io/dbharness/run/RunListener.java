package io.dbharness.run;

import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.workload.Progress;

/** Follows a run from loading to checking, for a person who waits. Called by one thread but for {@link #advance}. */
public interface RunListener extends RunObserver, Progress {

    /** Ignores everything. */
    RunListener SILENT = new RunListener() {};

    /** A new step begins, for example {@code checking the data set}. */
    default void step(String description) {}

    /** What all progress from now on is about, for example run {@code 3/7} of an experiment. */
    default void label(String run) {}

    @Override
    default void advance(String phase, long done, long total, String unit) {}

    @Override
    default void begin(RunWindows windows) {}

    @Override
    default void interval(IntervalSnapshot snapshot) {}
}
