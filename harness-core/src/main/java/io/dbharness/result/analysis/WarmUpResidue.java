package io.dbharness.result.analysis;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much of the measurement window still belongs to the warm-up: the truncation that minimises the marginal standard error (MSER;
 * White, Simulation 69, 1997) of batch means of the whole series. Noise alone often moves that point a little, so what would be cut must
 * also differ from the rest.
 */
final class WarmUpResidue {

    private WarmUpResidue() {}

    /** In samples of the window. */
    static int of(double[] series, int warmUp) {
        int length = (series.length - warmUp) / SteadyState.BATCHES;
        double[] batches = Series.batchMeans(series, series.length / length);
        int truncation = (int) Math.round((double) series.length * truncated(batches) / batches.length);
        if (truncation <= warmUp) {
            return 0;
        }
        int from = (int) Math.round((double) warmUp * batches.length / series.length);
        double[] early = Arrays.copyOfRange(batches, from, Math.max(from + 1, truncated(batches)));
        double[] rest = Arrays.copyOfRange(batches, truncated(batches), batches.length);
        double difference = Series.mean(early) - Series.mean(rest);
        double error = Math.sqrt(Series.variance(rest) * (1.0 / early.length + 1.0 / rest.length));
        double p = 2 * TDistribution.of(rest.length - 1.0).survivalProbability(Math.abs(difference) / error);
        boolean differs = p < ChangePoints.SIGNIFICANCE
                && Math.abs(SteadyState.relative(difference, Series.mean(rest))) >= ChangePoints.NOTABLE;
        return differs ? truncation - warmUp : 0;
    }

    /** At most half of the series may be cut. */
    private static int truncated(double[] batches) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int cut = 0; cut <= batches.length / 2; cut++) {
            double kept = batches.length - cut;
            double error = Series.squares(Arrays.copyOfRange(batches, cut, batches.length)) / (kept * kept);
            if (error < least) {
                least = error;
                best = cut;
            }
        }
        return best;
    }
}
