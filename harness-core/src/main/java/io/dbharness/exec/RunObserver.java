package io.dbharness.exec;

import io.dbharness.load.RunWindows;
import io.dbharness.measure.IntervalListener;

/** Watches a run from outside. Called by one thread. */
public interface RunObserver extends IntervalListener {

    /** All sessions are open and the load begins. */
    void begin(RunWindows windows);
}
