package io.dbharness.bench;

import io.dbharness.exec.RunObserver;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.IntervalSnapshot;

/** Lets intervals pass. */
enum Unobserved implements RunObserver {
    OBSERVER;

    @Override
    public void begin(RunWindows windows) {}

    @Override
    public void interval(IntervalSnapshot snapshot) {}
}
