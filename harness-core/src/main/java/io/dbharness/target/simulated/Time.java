package io.dbharness.target.simulated;

import java.util.random.RandomGenerator;

/** A service time: a fixed one or a distribution. One thread. */
@FunctionalInterface
interface Time {

    /** The next one, in nanoseconds. */
    long draw();

    static Time fixed(double nanos) {
        long rounded = Math.round(nanos);
        return () -> rounded;
    }

    static Time exponential(double mean, RandomGenerator random) {
        return () -> Math.round(-mean * Math.log1p(-random.nextDouble()));
    }

    static Time uniform(double from, double to, RandomGenerator random) {
        return () -> Math.round(from + (to - from) * random.nextDouble());
    }

    /** Log-normal by its median and the standard deviation of its logarithm. */
    static Time logNormal(double median, double sigma, RandomGenerator random) {
        return () -> Math.round(median * Math.exp(sigma * random.nextGaussian()));
    }
}
