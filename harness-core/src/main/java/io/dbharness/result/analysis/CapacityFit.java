package io.dbharness.result.analysis;

import io.dbharness.result.analysis.Sweep.Level;
import java.util.List;

/**
 * The model of a plain cap, throughput = min(load / R0, C), fitted by least squares on the logarithm of throughput.
 *
 * @param unloadedSeconds R0; 0 when every level is at the cap
 * @param capacity        C; infinite when none is
 * @param squares         what the fit leaves of log throughput
 * @param levels          fitted
 */
public record CapacityFit(double unloadedSeconds, double capacity, double squares, int levels) {

    private static final int PARAMETERS = 2;

    /** Tries every place of the bend; on each side the best line has a closed form. */
    static CapacityFit of(List<Level> levels) {
        CapacityFit best = new CapacityFit(0, 0, Double.POSITIVE_INFINITY, levels.size());
        for (int below = 0; below <= levels.size(); below++) {
            double unloaded = Math.exp(levels.subList(0, below).stream()
                    .mapToDouble(l -> Math.log(l.load() / l.throughput()))
                    .average()
                    .orElse(Double.NEGATIVE_INFINITY));
            double capacity = Math.exp(levels.subList(below, levels.size()).stream()
                    .mapToDouble(l -> Math.log(l.throughput()))
                    .average()
                    .orElse(Double.POSITIVE_INFINITY));
            double squares = levels.stream()
                    .mapToDouble(l -> Math.log(Math.min(l.load() / unloaded, capacity) / l.throughput()))
                    .map(d -> d * d)
                    .sum();
            if (squares < best.squares) {
                best = new CapacityFit(unloaded, capacity, squares, levels.size());
            }
        }
        return best;
    }

    public double throughput(double load) {
        return Math.min(load / unloadedSeconds, capacity);
    }

    /** Akaike's criterion for small samples; the model with the lower value is the better one. */
    public double aicc() {
        return aicc(squares, levels, PARAMETERS);
    }

    /** Of a least-squares fit; the variance of the noise is one more parameter (Burnham and Anderson, chapter 2). */
    static double aicc(double squares, int points, int parameters) {
        int k = parameters + 1;
        // Exact data leave rounding only, whose size says nothing.
        double variance = Math.max(squares / points, 1e-18);
        return points <= k + 1
                ? Double.POSITIVE_INFINITY
                : points * Math.log(variance) + 2 * k + 2.0 * k * (k + 1) / (points - k - 1);
    }
}
