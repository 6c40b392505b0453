package io.dbharness.result;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.measure.Quantiles;
import io.dbharness.result.analysis.PercentileSupport;
import io.dbharness.result.analysis.SumError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Counts how many independent requests those of a run are worth for each percentile. Whether that is enough for an interval is decided by a
 * figure that varies little from run to run, and not by the width of the interval: otherwise intervals would be made in those runs in which
 * they happen to be too narrow.
 */
final class EffectiveSamples {

    /**
     * Up to here a percentile has enough requests on both sides to show how they cluster; higher ones cluster as this one does. Where no
     * percentile so far shows that neighbouring parts of the run are correlated, a higher one is judged by all its parts alone, if its
     * requests are worth half of their number: two cautious estimates of nothing would make its interval too wide.
     */
    private static final double HIGH = 0.9;

    private static final double MEDIAN = 0.5;
    /** Requests of a queue cluster about twice as much above p90 as above its median. */
    private static final int TWICE = 2;
    /** Times the least number of independent requests from which there is an interval: the number is an estimate. */
    private static final double MARGIN = 1.5;

    private EffectiveSamples() {}

    /** Returns the number by the name of each percentile that has samples enough; empty where nothing is known of their correlation. */
    static Map<String, Long> of(LatencyHistogram ended, List<Batches.Cells> batches) {
        Map<String, Long> effective = new TreeMap<>();
        double[] counts = LatencyResult.figures(batches, Batches.Cells::count);
        long ofMedian = Long.MAX_VALUE;
        long ofHigh = Long.MAX_VALUE;
        boolean areApart = true;
        for (Map.Entry<String, Double> row : Quantiles.BY_NAME.entrySet()) {
            double quantile = row.getValue();
            if (PercentileSupport.of(ended.count(), quantile) == PercentileSupport.UNSUPPORTED) {
                continue;
            }
            long value = ended.quantileNanos(quantile);
            double[] below = LatencyResult.figures(batches, cells -> cells.upTo(value));
            Optional<SumError> apart = SumError.uncorrelatedOfRatio(below, counts);
            areApart &= apart.isPresent();
            if (quantile > HIGH && areApart) {
                long own = PercentileSupport.effectiveSamples(ended.count(), quantile, apart.orElseThrow());
                if (own >= Math.max(needed(quantile), ended.count() / TWICE)) {
                    effective.put(row.getKey(), own);
                    continue;
                }
            }
            Optional<SumError> cautious = SumError.ofRatio(below, counts);
            Optional<SumError> typical = SumError.typicalOfRatio(below, counts);
            if (cautious.isEmpty() || typical.isEmpty()) {
                continue;
            }
            long usual = PercentileSupport.effectiveSamples(ended.count(), quantile, typical.get());
            ofMedian = quantile <= MEDIAN ? usual : ofMedian;
            ofHigh = quantile <= HIGH ? usual : ofHigh;
            long likely = Math.min(usual, quantile <= MEDIAN ? ofHigh : Math.min(ofHigh, ofMedian / TWICE));
            long needed = needed(quantile);
            long own = PercentileSupport.effectiveSamples(ended.count(), quantile, cautious.get());
            effective.put(
                    row.getKey(),
                    likely < MARGIN * needed ? (long) (likely / MARGIN) : Math.max(needed, Math.min(own, ofHigh)));
        }
        return effective;
    }

    /** Independent requests from which order statistics bound a percentile on both sides. */
    private static long needed(double quantile) {
        return Math.max(
                PercentileSupport.INDICATIVE.samplesNeeded(quantile),
                PercentileSupport.INDICATIVE.samplesNeeded(1 - quantile));
    }
}
