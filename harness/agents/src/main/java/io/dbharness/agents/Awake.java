package io.dbharness.agents;

/**
 * Measures how long this process did not run, because it was stopped or starved. Messages that arrived meanwhile have yet to be read. One
 * thread, which asks several times a second.
 */
final class Awake {

    private static final long STILL_NANOS = 1_000_000_000;

    private long last;

    Awake(long now) {
        last = now;
    }

    /** Returns the nanoseconds since the last call if those are a second or more, otherwise 0. */
    long stoodStill(long now) {
        long between = now - last;
        last = now;
        return between < STILL_NANOS ? 0 : between;
    }
}
