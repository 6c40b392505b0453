package io.dbharness.result.analysis;

/**
 * Bounds what a comparison of one run with one run supports. Their confidence intervals hold what varies within a run; how much runs of the
 * same system differ from each other only repeats can show, so a standard deviation is assumed.
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
     * Half of the 95 % interval of a figure of one run, with the assumed difference between runs.
     *
     * @param value  of the run
     * @param within half of its interval within the run
     */
    public static double half95(double value, double within) {
        return Math.hypot(within, MARGIN / Math.sqrt(2) * value);
    }

    /**
     * One-sided p value of a difference being above 0.
     *
     * @param margin half of the 95 % interval of the difference
     */
    public static double pAbove(double difference, double margin) {
        double errors = difference * Probabilities.normalQuantile((1 - Interval.CONFIDENCE) / 2);
        return Probabilities.normalSurvival(difference == 0 ? 0 : errors / margin);
    }

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
