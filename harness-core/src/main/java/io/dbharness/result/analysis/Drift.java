package io.dbharness.result.analysis;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A monotone trend: its size by Theil and Sen (the median of all pairwise slopes; Sen, JASA 63, 1968), its significance by Mann and
 * Kendall (Mann, Econometrica 13, 1945; without the correction for ties, which errs towards no trend).
 *
 * @param relative change over the whole series, relative to its median
 * @param slope    change from one value to the next
 * @param p        two-sided
 */
record Drift(double relative, double slope, double p) {

    /** Smaller drifts do not change a conclusion. */
    static final double NOTABLE = 0.05;

    static final double SIGNIFICANCE = 0.01;

    static Drift of(double[] values) {
        int n = values.length;
        double[] slopes = new double[n * (n - 1) / 2];
        int next = 0;
        double concordance = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                slopes[next++] = (values[j] - values[i]) / (j - i);
                concordance += Math.signum(values[j] - values[i]);
            }
        }
        double slope = Series.median(slopes);
        double deviation = Math.sqrt(n * (n - 1.0) * (2 * n + 5.0) / 18);
        double z = Math.max(0, Math.abs(concordance) - 1) / deviation;
        double p = 2 * NormalDistribution.of(0, 1).survivalProbability(z);
        return new Drift(SteadyState.relative(slope * n, Series.median(values)), slope, p);
    }

    boolean notable() {
        return Math.abs(relative) >= NOTABLE && p < SIGNIFICANCE;
    }

    /** The same trend over a series of another sampling: steps of this length, in steps of this one. */
    Drift over(double step) {
        return new Drift(relative, slope * step, p);
    }

    /** The series without its trend. */
    double[] removedFrom(double[] values) {
        double[] rest = values.clone();
        Arrays.setAll(rest, i -> values[i] - slope * i);
        return rest;
    }
}
