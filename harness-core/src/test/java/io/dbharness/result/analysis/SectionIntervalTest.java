package io.dbharness.result.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.measure.Distribution;
import io.dbharness.random.Seed;
import io.dbharness.result.analysis.PercentileSupport.Ranks;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class SectionIntervalTest {

    private static final int TRIALS = 120;
    private static final int INTERVALS = 600;
    private static final int OPERATIONS = 200;
    /** Standard deviations of the logarithm: of the level, which wanders, and of single operations. */
    private static final double LEVEL = 0.2;

    private static final double OPERATION = 0.5;

    /** A run whose level wanders; ten seconds to a distribution. */
    private static List<Distribution> run(long seed, double correlation) {
        RandomGenerator random = new Seed(seed).stream("wandering", 0);
        List<Distribution> run = new ArrayList<>();
        double level = LEVEL * random.nextGaussian();
        for (int i = 0; i < INTERVALS; i++) {
            if (i % 10 == 0) {
                run.add(new Distribution());
            }
            for (int k = 0; k < OPERATIONS; k++) {
                run.get(run.size() - 1).record((long) (5e6 * Math.exp(level + OPERATION * random.nextGaussian())));
            }
            level = correlation * level + LEVEL * Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return run;
    }

    private static double truth(double quantile) {
        double z = NormalDistribution.of(0, 1).inverseCumulativeProbability(quantile);
        return 5e6 * Math.exp(Math.hypot(LEVEL, OPERATION) * z);
    }

    private static boolean orderStatisticsContain(List<Distribution> run, double quantile) {
        Distribution all = new Distribution();
        run.forEach(all::add);
        Ranks ranks = PercentileSupport.ranks95(all.count(), quantile);
        return all.quantileNanos((ranks.low() - 0.5) / all.count()) <= truth(quantile)
                && truth(quantile) <= all.quantileNanos((ranks.high() - 0.5) / all.count());
    }

    @Test
    void sectionsCoverAPercentileWhereOrderStatisticsDoNot() {
        double[] quantiles = {0.5, 0.95, 0.99};
        int[] bySections = new int[quantiles.length];
        int[] byOrder = new int[quantiles.length];
        for (int trial = 0; trial < TRIALS; trial++) {
            List<Distribution> run = run(trial, 0.9);
            for (int i = 0; i < quantiles.length; i++) {
                Interval interval = SectionInterval.of(run, quantiles[i]).orElseThrow();
                bySections[i] += interval.contains(truth(quantiles[i])) ? 1 : 0;
                byOrder[i] += orderStatisticsContain(run, quantiles[i]) ? 1 : 0;
            }
        }
        for (int i = 0; i < quantiles.length; i++) {
            assertThat(bySections[i] / (double) TRIALS).isBetween(0.88, 0.98);
            assertThat(byOrder[i] / (double) TRIALS).isLessThan(0.35);
        }
    }

    @Test
    void aSectionWithTooFewSamplesBeyondGivesNoInterval() {
        List<Distribution> run = run(1, 0);

        assertThat(SectionInterval.of(run, 0.999)).isPresent();
        assertThat(SectionInterval.of(run, 0.9999)).isEmpty();
        assertThat(SectionInterval.of(List.of(), 0.5)).isEmpty();
    }
}
