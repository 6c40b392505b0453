package io.dbharness.result;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A 95 % confidence interval of a mean over a correlated series: the series is cut into batches, and Student's t is applied to the batch
 * means. Batches much longer than the correlation are nearly independent where single seconds are not (Law, Simulation Modeling and
 * Analysis, chapter 9). It covers variation within a run, never between runs.
 */
final class BatchMeans {

    private static final int BATCHES = 20;

    private BatchMeans() {}

    /** Lower and upper end; empty with fewer than one value a batch. */
    static List<Double> interval95(double[] series) {
        int length = series.length / BATCHES;
        if (length < 1) {
            return List.of();
        }
        double[] means = IntStream.range(0, BATCHES)
                .mapToDouble(batch -> IntStream.range(batch * length, (batch + 1) * length)
                        .mapToDouble(i -> series[i])
                        .average()
                        .orElseThrow())
                .toArray();
        double mean =
                IntStream.range(0, BATCHES).mapToDouble(i -> means[i]).average().orElseThrow();
        double squares = IntStream.range(0, BATCHES)
                .mapToDouble(i -> (means[i] - mean) * (means[i] - mean))
                .sum();
        double standardError = Math.sqrt(squares / (BATCHES - 1) / BATCHES);
        double half = TDistribution.of(BATCHES - 1).inverseCumulativeProbability(0.975) * standardError;
        return List.of(mean - half, mean + half);
    }
}
