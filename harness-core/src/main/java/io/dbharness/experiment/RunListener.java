package io.dbharness.experiment;

import io.dbharness.exec.RunObserver;
import io.dbharness.workload.Progress;

/** Follows a run from loading to checking, for a person who waits. Called by one thread but for {@link #advance}. */
public interface RunListener extends RunObserver, Progress {

    /** A new step begins, for example {@code checking the data set}. */
    void step(String description);
}
