package io.dbharness.tpcc.input;

import java.util.random.RandomGenerator;

/** The specification's {@code random within [x .. y]} (clause 2.1.4). */
public final class Draw {

    private Draw() {}

    /** Uniform over whole numbers, both ends included. */
    public static int between(RandomGenerator random, int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    /** True in {@code percent} of a hundred cases. */
    public static boolean percent(RandomGenerator random, int percent) {
        return random.nextInt(100) < percent;
    }
}
