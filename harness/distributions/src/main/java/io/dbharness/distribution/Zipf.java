package io.dbharness.distribution;

import java.util.random.RandomGenerator;

/**
 * Zipf's law over 1 to n in constant time and space: rejection-inversion (W. Hörmann, G. Derflinger, "Rejection-inversion to generate
 * variates from monotone discrete distributions", ACM TOMACS 6(3), 1996). The sampler of Apache Commons RNG draws from the same law in
 * the same way, but numbers its elements with an int; data sets here have up to 10^12 rows. Immutable.
 */
public final class Zipf {

    private final long most;
    private final double exponent;
    private final double areaBelowOne;
    private final double areaBelowMost;
    private final double sure;

    /**
     * Creates the distribution: the probability of k is proportional to k to the power of minus the exponent.
     *
     * @param most     the largest value, at least 1
     * @param exponent above 0
     */
    public Zipf(long most, double exponent) {
        this.most = most;
        this.exponent = exponent;
        this.areaBelowOne = area(1.5) - 1;
        this.areaBelowMost = area(most + 0.5);
        this.sure = 2 - areaInverse(area(2.5) - weight(2));
    }

    /** Draws a number from 1 to the largest. */
    public long draw(RandomGenerator random) {
        while (true) {
            double u = areaBelowMost + random.nextDouble() * (areaBelowOne - areaBelowMost);
            double x = areaInverse(u);
            long k = Math.max(1, Math.min(most, Math.round(x)));
            if (k - x <= sure || u >= area(k + 0.5) - weight((double) k)) {
                return k;
            }
        }
    }

    private double weight(double x) {
        return Math.exp(-exponent * Math.log(x));
    }

    /** Returns the integral of the weight: (x^(1-s) - 1) / (1-s), or the logarithm if s is 1. */
    private double area(double x) {
        double log = Math.log(x);
        double t = log * (1 - exponent);
        return Math.abs(t) < 1e-8 ? log * (1 + t / 2) : log * Math.expm1(t) / t;
    }

    private double areaInverse(double y) {
        double t = Math.max(-1, y * (1 - exponent));
        return Math.exp(Math.abs(t) < 1e-8 ? y * (1 - t / 2) : Math.log1p(t) / t * y);
    }
}
