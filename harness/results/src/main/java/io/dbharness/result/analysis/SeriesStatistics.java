package io.dbharness.result.analysis;

import java.util.Arrays;

/** Plain figures of a series. */
public final class SeriesStatistics {

    private SeriesStatistics() {}

    public static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** Sum of squared deviations from the mean. */
    static double squares(double[] values) {
        double mean = mean(values);
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    }

    /** Unbiased variance. */
    public static double variance(double[] values) {
        return squares(values) / (values.length - 1);
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** Means of consecutive batches whose lengths differ by at most one, so that no value is left out. */
    static double[] batchMeans(double[] values, int batches) {
        double[] means = new double[batches];
        Arrays.setAll(
                means, b -> mean(Arrays.copyOfRange(values, start(values, batches, b), start(values, batches, b + 1))));
        return means;
    }

    private static int start(double[] values, int batches, int batch) {
        return (int) ((long) values.length * batch / batches);
    }
}
