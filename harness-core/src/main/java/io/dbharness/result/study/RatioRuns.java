package io.dbharness.result.study;

import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.analysis.Comparison.Polarity;
import io.dbharness.result.analysis.Welch;
import java.util.Arrays;
import java.util.List;

/**
 * The runs behind a ratio, at least three of each configuration, all positive.
 *
 * @param candidate values of its runs
 * @param baseline  values of its runs
 * @param polarity  which direction is good
 */
record RatioRuns(List<Double> candidate, List<Double> baseline, Polarity polarity) {

    RatioRuns {
        candidate = List.copyOf(candidate);
        baseline = List.copyOf(baseline);
    }

    /** Whether runs can be tested at all. */
    static boolean enough(double[] candidate, double[] baseline) {
        return Math.min(candidate.length, baseline.length) >= Comparison.MIN_RUNS
                && Arrays.stream(candidate).allMatch(v -> v > 0 && !Double.isInfinite(v))
                && Arrays.stream(baseline).allMatch(v -> v > 0 && !Double.isInfinite(v));
    }

    /** As core compares configurations, on logarithms. */
    Comparison comparison() {
        return Comparison.of(plain(baseline, 1), plain(candidate, 1), polarity);
    }

    /** Two-sided p value of the candidate's mean against so many times that of the baseline (Welch's test on the values). */
    double p(double limit) {
        return Welch.of(plain(baseline, limit), plain(candidate, 1)).p();
    }

    private static double[] plain(List<Double> values, double factor) {
        return values.stream().mapToDouble(v -> factor * v).toArray();
    }
}
