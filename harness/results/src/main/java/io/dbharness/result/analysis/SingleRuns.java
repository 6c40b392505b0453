package io.dbharness.result.analysis;

/**
 * Bounds what a comparison of one run with one run supports. Their confidence intervals hold what varies within a run; how much runs of the same system differ
 * from each other only repeats can show, so a standard deviation is assumed.
 */
public final class SingleRuns {

    /** Standard deviation from run to run, relative to the value, that is assumed where nothing is known of it. */
    public static final double DEVIATION = 0.05;

    /** Relative difference between two runs of the same system that chance exceeds in 5 % of the pairs. */
    public static final double MARGIN =
            Probabilities.normalQuantile((1 - Interval.CONFIDENCE) / 2) * Math.sqrt(2) * DEVIATION;

    /** Repeats of each with which {@code compare} tests. */
    public static final int REPEATS = Comparison.MIN_RUNS;

    private static final int MOST = 100;

    private SingleRuns() {}

    /**
     * How many runs of each side find such a difference with 80 % power, if runs differ as is assumed; in words.
     *
     * @param difference relative
     */
    public static String needed(double difference) {
        double quantiles = Probabilities.normalQuantile((1 - Interval.CONFIDENCE) / 2)
                + Probabilities.normalQuantile(1 - Comparison.POWER);
        double errors = quantiles * DEVIATION / difference;
        // One more for Student's t in place of the normal distribution (Guenther, The American Statistician 35, 1981).
        double runs = Math.max(REPEATS, Math.ceil(2 * errors * errors) + 1);
        return runs > MOST ? "no number of runs up to " + MOST : (int) runs + " runs of each";
    }
}
