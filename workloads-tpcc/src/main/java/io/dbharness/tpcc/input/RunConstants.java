package io.dbharness.tpcc.input;

import io.dbharness.random.Seed;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The constants C of one run's NURand, the same for all its terminals (clause 2.1.6).
 *
 * @param lastName C-Run of C_LAST, 0 to 255; differs from the C-Load of the data as required by clause 2.1.6.1
 * @param customer C of C_ID, 0 to 1023
 * @param item     C of OL_I_ID, 0 to 8191
 */
public record RunConstants(int lastName, int customer, int item) {

    private static final String LOAD_PURPOSE = "tpcc-nurand-load";
    private static final String RUN_PURPOSE = "tpcc-nurand-run";

    /** Returns C-Load of C_LAST, 0 to 255: a function of the seed of the load. */
    public static int lastNameForLoad(Seed seed) {
        return seed.stream(LOAD_PURPOSE, 0).nextInt(NonUniform.LAST_NAME_A + 1);
    }

    /**
     * Draws the constants of a run.
     *
     * @param loadedLastName C-Load of the data set of the run
     * @param seed           seed of the run, not necessarily that of the load
     */
    public static RunConstants draw(int loadedLastName, Seed seed) {
        RandomGenerator random = seed.stream(RUN_PURPOSE, 0);
        int[] allowed = IntStream.rangeClosed(0, NonUniform.LAST_NAME_A)
                .filter(candidate -> mayFollow(loadedLastName, candidate))
                .toArray();
        return new RunConstants(
                allowed[random.nextInt(allowed.length)],
                random.nextInt(NonUniform.CUSTOMER_A + 1),
                random.nextInt(NonUniform.ITEM_A + 1));
    }

    /** Returns true if C-Delta is within [65 .. 119] and neither 96 nor 112 (clause 2.1.6.1). */
    static boolean mayFollow(int loaded, int run) {
        int delta = Math.abs(run - loaded);
        return delta >= 65 && delta <= 119 && delta != 96 && delta != 112;
    }
}
