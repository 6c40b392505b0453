package io.dbharness.result.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What one limit would allow if it were the only one: utilisation is proportional to throughput (the utilisation law, Denning and Buzen,
 * 1978), so a regression through the origin over levels that are not saturated predicts the throughput at 100 %.
 *
 * @param limit          name of the resource
 * @param percentPerUnit utilisation, in percent, of one operation a second
 * @param capacity       operations a second at 100 %
 * @param exceeded       more than {@link #BEYOND} over the capacity was measured: the limit is reported but not enforced
 */
public record Extrapolation(String limit, double percentPerUnit, double capacity, boolean exceeded) {

    /** Utilisation from which a level is saturated, in percent. */
    public static final double SATURATED = 95;
    /** Measured throughput over predicted capacity from which a limit is not enforced. */
    public static final double BEYOND = 1.05;

    /** Empty when every level is saturated or idle. */
    public static Optional<Extrapolation> of(String limit, double[] throughput, double[] percent) {
        int[] open = IntStream.range(0, throughput.length)
                .filter(i -> percent[i] < SATURATED)
                .toArray();
        double slope = throughOrigin(
                IntStream.of(open).mapToDouble(i -> throughput[i]).toArray(),
                IntStream.of(open).mapToDouble(i -> percent[i]).toArray());
        if (!(slope > 0)) {
            return Optional.empty();
        }
        double highest = IntStream.range(0, throughput.length)
                .mapToDouble(i -> throughput[i])
                .max()
                .orElseThrow();
        return Optional.of(new Extrapolation(limit, slope, 100 / slope, highest > BEYOND * 100 / slope));
    }

    /** The enforced limit of smallest capacity. */
    public static Optional<Extrapolation> bottleneck(List<Extrapolation> limits) {
        return limits.stream().filter(l -> !l.exceeded()).min(Comparator.comparingDouble(Extrapolation::capacity));
    }

    /** The slope of the best line through the origin; NaN without data. */
    static double throughOrigin(double[] x, double[] y) {
        double xy = 0;
        double xx = 0;
        for (int i = 0; i < x.length; i++) {
            xy += x[i] * y[i];
            xx += x[i] * x[i];
        }
        return xy / xx;
    }
}
