package io.dbharness.tpcc.input;

import java.util.random.RandomGenerator;

/** Draws the specification's {@code random within [x .. y]} (clause 2.1.4). */
public final class Draw {

    private Draw() {}

    /** Draws a uniform whole number, both ends included. */
    public static int between(RandomGenerator random, int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    /** Returns true in {@code percent} of a hundred cases. */
    public static boolean percent(RandomGenerator random, int percent) {
        return random.nextInt(100) < percent;
    }
}
