package io.dbharness.cql.profile;

import io.dbharness.cql.profile.Spread.Law;
import io.dbharness.cql.profile.Spread.Range;

/** The shapes that cassandra-stress knows. */
final class SpreadLaws {

    static final Law FIXED = (random, ordinal, width) -> 0;
    static final Law UNIFORM = (random, ordinal, width) -> random.nextLong(width + 1);
    /** The n-th draw is the n-th number of the range, from the first again after the last. */
    static final Law SEQUENCE = (random, ordinal, width) -> Math.floorMod(ordinal, width + 1);

    /** Standard deviations from the middle of a range to each of its ends, where a profile does not say. */
    static final double DEVIATIONS = 3;

    private SpreadLaws() {}

    /** Weibull's law, scaled so that the far end is reached with probability 1 / sqrt(width); with shape 1 the exponential one. */
    static Law extreme(Range range, double shape) {
        double scale = scale(range, shape);
        return (random, ordinal, width) -> (long) (scale * quantile(random.nextDouble(), shape));
    }

    /** The same, cut into parts of equal probability; within a part every number is as likely as any other. */
    static Law quantized(Range range, double shape, int parts) {
        double scale = scale(range, shape);
        double[] bounds = new double[parts + 1];
        for (int i = 0; i < parts; i++) {
            bounds[i] = Math.min((double) range.width(), scale * quantile((double) i / parts, shape));
        }
        bounds[parts] = range.width() + 1.0;
        return (random, ordinal, width) -> {
            int part = random.nextInt(parts);
            return (long) (bounds[part] + random.nextDouble() * (bounds[part + 1] - bounds[part]));
        };
    }

    /** Around the middle of the range, so many standard deviations from its ends. */
    static Law gaussian(Range range, double deviations) {
        double half = range.width() / 2.0;
        return gaussian(range, range.least() + half, half / deviations);
    }

    static Law gaussian(Range range, double mean, double deviation) {
        double middle = mean - range.least();
        return (random, ordinal, width) -> Math.round(middle + deviation * random.nextGaussian());
    }

    private static double scale(Range range, double shape) {
        double farEnd = Math.sqrt(1.0 / Math.max(2, range.width()));
        return range.width() / quantile(1 - farEnd, shape);
    }

    /** Of Weibull's law with scale 1. */
    private static double quantile(double probability, double shape) {
        return Math.pow(-Math.log1p(-probability), 1 / shape);
    }
}
