package io.dbharness.result.analysis;

import java.util.Arrays;
import java.util.Optional;

/**
 * The 95 % confidence interval of a mean or of a ratio of sums that were observed in consecutive parts of a run. What follows from the
 * correlation of the parts is in {@link SumError}.
 */
public final class MeanInterval {

    private MeanInterval() {}

    /** The mean of a series; empty where the series has no {@link SumError}. */
    public static Optional<Interval> of(double[] series) {
        double[] ones = new double[series.length];
        Arrays.fill(ones, 1);
        return ofRatio(series, ones);
    }

    /**
     * The ratio of two sums, for example completions to seconds.
     *
     * @param numerators   one for each part of the run
     * @param denominators of the same parts
     */
    public static Optional<Interval> ofRatio(double[] numerators, double[] denominators) {
        double all = Arrays.stream(denominators).sum();
        double ratio = Arrays.stream(numerators).sum() / all;
        return SumError.ofRatio(numerators, denominators)
                .map(error -> new Interval(ratio - error.half95() / all, ratio + error.half95() / all));
    }
}
