package io.dbharness.agents;

/**
 * Measures how long this process stood still, as a stopped or starved process does: others were heard by nobody meanwhile, and what they
 * sent has yet to be read. One thread, which asks several times a second.
 */
final class Awake {

    private static final long STILL_NANOS = 1_000_000_000;

    private long last;

    Awake(long now) {
        last = now;
    }

    /** Nanoseconds since the last question if those were a second or more, otherwise 0. */
    long stoodStill(long now) {
        long between = now - last;
        last = now;
        return between < STILL_NANOS ? 0 : between;
    }
}
