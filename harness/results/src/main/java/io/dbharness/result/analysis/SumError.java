package io.dbharness.result.analysis;

import java.util.Arrays;
import java.util.Optional;

/**
 * The standard error of the sum of a correlated series whose values sum to zero around their mean, from its {@value #FREQUENCIES} slowest
 * cosines: slower than the correlation, they are independent of each other and have the variance of the mean (equal-weighted cosine
 * estimator; Lazarus, Lewis, Stock and Watson, HAR Inference: Recommendations for Practice, Journal of Business and Economic Statistics 36,
 * 2018). Where neighbours are correlated, the slowest {@value #SLOWEST} are asked too, and the wider answer counts. Covers variation within
 * a run, never between runs.
 *
 * @param standardError    of the sum
 * @param degreesOfFreedom for Student's t, the number of cosines that it rests on
 */
public record SumError(double standardError, int degreesOfFreedom) {

    /** Values from which there is an error at all. */
    public static final int FEWEST = 20;
    /** Values from which a correlated series has one. */
    public static final int FEWEST_CORRELATED = 60;

    /** With as many degrees of freedom an interval is 18 % wider than one of a known variance. */
    private static final int FREQUENCIES = 8;

    private static final int SLOWEST = 2;
    /** More of them vary less; too fast for a correlated series. */
    private static final int MANY = 12;
    /** Fewer, for one that is clearly correlated. */
    private static final int FEW = 4;
    /** Neighbours are looked at one by one, in pairs and in fours: noise hides a slow correlation of single values. */
    private static final int[] SCALES = {1, 2, 4};
    /** A correlation of neighbours needs as many of them. */
    private static final int FEWEST_NEIGHBOURS = 10;
    /** Standard errors of a correlation from which the slowest cosines are asked too. */
    private static final double DOUBTFUL = 1;
    /** Standard errors of a correlation from which a short series has no error: its slowest cosines are not slow enough. */
    private static final double CORRELATED = 2;

    /** Empty for fewer than {@value #FEWEST} values, and for a correlated series of fewer than {@value #FEWEST_CORRELATED}. */
    public static Optional<SumError> of(double[] series) {
        return of(series, false);
    }

    private static Optional<SumError> of(double[] series, boolean typical) {
        if (series.length < FEWEST) {
            return Optional.empty();
        }
        double correlation = correlation(series);
        if (series.length < FEWEST_CORRELATED && correlation > CORRELATED) {
            return Optional.empty();
        }
        if (correlation <= (typical ? CORRELATED : DOUBTFUL)) {
            return Optional.of(of(series, typical ? MANY : FREQUENCIES));
        }
        SumError all = of(series, FREQUENCIES);
        SumError slow = of(series, typical ? FEW : SLOWEST);
        return Optional.of(slow.half95() > all.half95() ? slow : all);
    }

    /**
     * The error of the sum of numerators less the denominators' share of it (Cochran, Sampling Techniques, section 6.3); in numerators.
     *
     * @param numerators   one for each part of the run
     * @param denominators of the same parts; not all 0
     */
    public static Optional<SumError> ofRatio(double[] numerators, double[] denominators) {
        return of(deviations(numerators, denominators), false);
    }

    /**
     * An error that varies less from run to run and does not err on the safe side: to decide whether a series is long enough for an
     * interval, not for its width.
     */
    public static Optional<SumError> typicalOfRatio(double[] numerators, double[] denominators) {
        return of(deviations(numerators, denominators), true);
    }

    /**
     * The error of parts that show no correlation of neighbours, from all of them: requests that are slow together are so within a part.
     * Empty where neighbours are correlated, and for fewer than {@value #FEWEST} parts.
     */
    public static Optional<SumError> uncorrelatedOfRatio(double[] numerators, double[] denominators) {
        double[] series = deviations(numerators, denominators);
        return series.length < FEWEST || correlation(series) > CORRELATED
                ? Optional.empty()
                : Optional.of(
                        new SumError(Math.sqrt(series.length * SeriesStatistics.variance(series)), series.length - 1));
    }

    private static double[] deviations(double[] numerators, double[] denominators) {
        double ratio =
                Arrays.stream(numerators).sum() / Arrays.stream(denominators).sum();
        double[] deviations = new double[numerators.length];
        Arrays.setAll(deviations, i -> numerators[i] - ratio * denominators[i]);
        return deviations;
    }

    private static SumError of(double[] series, int frequencies) {
        double squares = 0;
        for (int j = 1; j <= frequencies; j++) {
            double sum = 0;
            for (int i = 0; i < series.length; i++) {
                sum += series[i] * Math.cos(Math.PI * j * (i + 0.5) / series.length);
            }
            squares += 2 * sum * sum;
        }
        return new SumError(Math.sqrt(squares / frequencies), frequencies);
    }

    /** Half the length of the 95 % interval of the sum. */
    public double half95() {
        return Interval.around(0, standardError, degreesOfFreedom).high();
    }

    /** The largest lag-1 autocorrelation of the scales, in its standard errors. */
    private static double correlation(double[] series) {
        double most = 0;
        for (int scale : SCALES) {
            int neighbours = series.length / scale;
            if (neighbours >= FEWEST_NEIGHBOURS) {
                most = Math.max(most, lag1(SeriesStatistics.batchMeans(series, neighbours)) * Math.sqrt(neighbours));
            }
        }
        return most;
    }

    private static double lag1(double[] values) {
        double mean = SeriesStatistics.mean(values);
        double products = 0;
        for (int i = 1; i < values.length; i++) {
            products += (values[i] - mean) * (values[i - 1] - mean);
        }
        double squares = SeriesStatistics.squares(values);
        return squares == 0 ? 0 : products / squares;
    }
}
