package io.dbharness.result.analysis;

import io.dbharness.random.Seed;
import java.util.random.RandomGenerator;

/** Made-up measurements with known truths. */
final class Noise {

    private Noise() {}

    /** A level of 100 with relative first-order autoregressive noise; stationary from the first value. */
    static double[] around100(int length, double correlation, double deviation, long seed) {
        RandomGenerator random = new Seed(seed).stream("noise", Math.round(100 * correlation));
        double[] series = new double[length];
        double noise = deviation * random.nextGaussian();
        for (int i = 0; i < length; i++) {
            series[i] = 100 * (1 + noise);
            noise = correlation * noise + deviation * Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return series;
    }
}
