package io.dbharness.testkit;

import io.dbharness.random.Seed;
import io.dbharness.simulation.ServiceModel;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;

/** Service models whose speed is a known function of time, with exponential service times. */
public final class PlantedService {

    private static final double NANOS_PER_SECOND = 1e9;

    private PlantedService() {}

    /**
     * Service without a limit on how many requests are served at once.
     *
     * @param meanSeconds at speed 1
     * @param speed       from the seconds since the start of the run; a request that starts at speed 2 takes half of its time
     */
    public static ServiceModel exponential(double meanSeconds, DoubleUnaryOperator speed, Seed seed) {
        RandomGenerator random = seed.stream("planted-service", 0);
        return (operation, startedAt) -> {
            double seconds =
                    -Math.log1p(-random.nextDouble()) * meanSeconds / speed.applyAsDouble(startedAt / NANOS_PER_SECOND);
            return ServiceModel.Service.completed(startedAt + Math.round(seconds * NANOS_PER_SECOND));
        };
    }

    /**
     * The speed of one of several runs, which is normal around 1. {@code java.util.Random} would not do: its first values are alike for
     * neighbouring seeds.
     */
    public static double speedOfRun(double deviation, Seed seed) {
        return 1 + deviation * seed.stream("planted-run", 0).nextGaussian();
    }

    /** A speed of 1 with first-order autoregressive deviations, one value a second; stationary from the start. */
    public static DoubleUnaryOperator correlatedSpeed(int seconds, double correlation, double deviation, Seed seed) {
        RandomGenerator random = seed.stream("planted-speed", 0);
        double[] speed = new double[seconds];
        double noise = deviation * random.nextGaussian();
        for (int i = 0; i < seconds; i++) {
            speed[i] = 1 + noise;
            noise = correlation * noise + deviation * Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return at -> speed[Math.min(seconds - 1, (int) at)];
    }
}
