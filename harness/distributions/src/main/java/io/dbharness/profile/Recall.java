package io.dbharness.profile;

import io.dbharness.workload.Check;
import java.util.Locale;

/**
 * The recall that a search for the nearest vectors must have: the share of the exact nearest rows that it returns, on average of a sample
 * of vectors.
 *
 * @param search  name of the search
 * @param nearest number of rows that it asks for
 * @param least   lowest mean share, from 0 to 1
 */
public record Recall(String search, int nearest, double least) {

    /** Vectors in the sample. */
    public static final int SAMPLE = 20;

    /** Name of the check, and of the stream of the sample. */
    public static final String NAME = "recall";

    /**
     * Makes the check.
     *
     * @param when   moment of the check
     * @param rows   rows among which the exact nearest are known
     * @param shares share that was found, for each vector of the sample
     */
    public Check check(String when, int rows, double[] shares) {
        double sum = 0;
        double lowest = 1;
        for (double share : shares) {
            sum += share;
            lowest = Math.min(lowest, share);
        }
        double mean = sum / shares.length;
        return new Check(
                NAME,
                when,
                mean >= least,
                String.format(
                        Locale.ROOT,
                        "%s: %.3f of the %d nearest of %d rows, on average of %d vectors; the lowest %.2f; at least %s is asked for",
                        search,
                        mean,
                        nearest,
                        rows,
                        shares.length,
                        lowest,
                        least));
    }

    /**
     * Makes the check of a search that is not measured.
     *
     * @param reason completes "not measured, as", for example {@code there are too many rows}
     */
    public Check unmeasured(String when, String reason) {
        return new Check(NAME, when, true, search + ": not measured, as " + reason);
    }
}
