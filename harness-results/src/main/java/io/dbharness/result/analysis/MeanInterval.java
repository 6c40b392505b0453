package io.dbharness.result.analysis;

import java.util.Optional;

/**
 * The mean of a correlated series with a confidence interval by non-overlapping batch means: batches much longer than the correlation
 * are nearly independent where single seconds are not, so Student's t applies to their means (Law, Simulation Modeling and Analysis,
 * chapter 9). Covers variation within a run, never between runs.
 *
 * @param mean       of all values
 * @param interval95 within the run
 * @param batches    it rests on
 * @param weak       the batch means are still correlated: the interval is too narrow and the run too short
 */
public record MeanInterval(double mean, Interval interval95, int batches, boolean weak) {

    /** Enough for a stable t quantile, few enough to be long. */
    public static final int BATCHES = 20;
    /** Used instead when the means of {@link #BATCHES} are correlated. */
    public static final int LONGER_BATCHES = 10;
    /** Lag-1 autocorrelation of batch means above which they do not count as independent. */
    public static final double CORRELATED = 0.3;

    /** Empty with fewer than {@value #BATCHES} values. */
    public static Optional<MeanInterval> of(double[] series) {
        if (series.length < BATCHES) {
            return Optional.empty();
        }
        boolean weak = lag1(Series.batchMeans(series, BATCHES)) > CORRELATED;
        int batches = weak ? LONGER_BATCHES : BATCHES;
        return Optional.of(new MeanInterval(Series.mean(series), interval95(series, batches), batches, weak));
    }

    static Interval interval95(double[] series, int batches) {
        double variance = Series.variance(Series.batchMeans(series, batches));
        return Interval.around(Series.mean(series), Math.sqrt(variance / batches), batches - 1);
    }

    private static double lag1(double[] means) {
        double mean = Series.mean(means);
        double products = 0;
        for (int i = 1; i < means.length; i++) {
            products += (means[i] - mean) * (means[i - 1] - mean);
        }
        double squares = Series.squares(means);
        return squares == 0 ? 0 : products / squares;
    }
}
