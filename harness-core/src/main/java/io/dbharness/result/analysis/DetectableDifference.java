package io.dbharness.result.analysis;

import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The smallest difference that a two-sided t-test finds with a given power, from the noncentral t distribution (Cohen, Statistical Power
 * Analysis for the Behavioral Sciences, chapter 2). Tells before an experiment how many runs it needs, and after one what it could have
 * missed.
 */
public final class DetectableDifference {

    /** How often a difference of just this size is found. */
    public static final double POWER = 0.8;
    /** How often a difference is found where there is none. */
    public static final double SIGNIFICANCE = 0.05;

    /** Points of the integral over the distribution of the standard error; the result is good to three digits. */
    private static final int POINTS = 2_000;

    private DetectableDifference() {}

    /**
     * The relative difference between two configurations of equally many runs each.
     *
     * @param variation coefficient of variation from run to run, 0.02 for 2 %
     * @param runs      of each configuration, at least 2
     */
    public static double relative(double variation, int runs) {
        return standardErrors(2 * runs - 2.0) * variation * Math.sqrt(2.0 / runs);
    }

    /** The difference in standard errors of the difference. */
    static double standardErrors(double degreesOfFreedom) {
        double critical = TDistribution.of(degreesOfFreedom).inverseCumulativeProbability(1 - SIGNIFICANCE / 2);
        ChiSquaredDistribution chiSquared = ChiSquaredDistribution.of(degreesOfFreedom);
        // T = (Z + shift) / s with s² chi-squared over its degrees: |T| > critical is averaged over the quantiles of s.
        double[] limits = IntStream.range(0, POINTS)
                .mapToDouble(i -> critical
                        * Math.sqrt(chiSquared.inverseCumulativeProbability((i + 0.5) / POINTS) / degreesOfFreedom))
                .toArray();
        double low = 0;
        double high = 100 * critical;
        while (high - low > 1e-6 * high) {
            double shift = (low + high) / 2;
            if (power(limits, shift) < POWER) {
                low = shift;
            } else {
                high = shift;
            }
        }
        return high;
    }

    private static double power(double[] limits, double shift) {
        NormalDistribution normal = NormalDistribution.of(0, 1);
        double sum = 0;
        for (double limit : limits) {
            sum += normal.survivalProbability(limit - shift) + normal.cumulativeProbability(-limit - shift);
        }
        return sum / limits.length;
    }
}
