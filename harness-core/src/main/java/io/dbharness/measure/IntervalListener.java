package io.dbharness.measure;

/** Hears each interval as it ends. Called by one thread, in order; must be quick. */
@FunctionalInterface
public interface IntervalListener {

    void interval(IntervalSnapshot snapshot);
}
