package io.dbharness.run;

import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.model.Internal;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.result.RateError;
import io.dbharness.workload.Progress;

/** Receives the progress of a run from loading to checking. Called by one thread, except for {@link #advance}. */
public interface RunListener extends RunObserver, Progress {

    /** Ignores everything. */
    RunListener SILENT = new RunListener() {};

    /** Called when a new step begins, for example {@code checking the data set}. */
    default void step(String description) {}

    /** Sets the label of all further progress, for example run {@code 3/7} of an experiment. */
    default void label(String run) {}

    /**
     * Reports how far a measurement is that ends by the standard error of its mean rate, after each of its intervals and before {@link
     * #interval}.
     *
     * @param error of the intervals so far
     * @param asked for
     */
    @Internal
    default void precision(RateError error, Precision asked) {}

    @Override
    default void advance(String phase, long done, long total, String unit) {}

    @Override
    default void begin(RunWindows windows) {}

    @Override
    default void interval(IntervalSnapshot snapshot) {}
}
