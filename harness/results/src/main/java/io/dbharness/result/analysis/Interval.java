package io.dbharness.result.analysis;

import java.util.List;

/**
 * A 95 % confidence interval.
 *
 * @param low  lower end
 * @param high upper end
 */
public record Interval(double low, double high) {

    /** The level of every interval of this package. */
    public static final double CONFIDENCE = 0.95;

    /** Student's interval: centre ± t standard errors. */
    static Interval around(double centre, double standardError, double degreesOfFreedom) {
        return around(centre, standardError, degreesOfFreedom, 1);
    }

    /** One of several of Student's intervals that together hold with 95 % (Bonferroni's inequality). */
    static Interval around(double centre, double standardError, double degreesOfFreedom, int number) {
        double half = Probabilities.tQuantile(degreesOfFreedom, (1 - CONFIDENCE) / 2 / number) * standardError;
        return new Interval(centre - half, centre + half);
    }

    /**
     * Student's interval of the mean of independent values, such as one for each run.
     *
     * @param values at least two
     */
    public static Interval ofMean(double[] values) {
        return around(
                SeriesStatistics.mean(values),
                Math.sqrt(SeriesStatistics.variance(values) / values.length),
                values.length - 1.0);
    }

    /** The interval of a logarithm as the interval of the value. */
    Interval exp() {
        return new Interval(Math.exp(low), Math.exp(high));
    }

    /** Both ends, the lower first. */
    public List<Double> ends() {
        return List.of(low, high);
    }

    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
