package io.dbharness.result.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Sudden changes of level, by binary segmentation (Scott and Knott, Biometrics 30, 1974) with Welch's test at each split. */
final class ChangePoints {

    /** Values on each side of a split. */
    static final int SIDE = 5;
    /** Strict, because the best of many splits is tested. */
    static final double SIGNIFICANCE = 0.001;
    /** Smaller changes do not change a conclusion. */
    static final double NOTABLE = 0.05;

    private ChangePoints() {}

    /** Indices of the first value after each change, rising. */
    static List<Integer> of(double[] values) {
        List<Integer> cuts = new ArrayList<>();
        split(values, 0, values.length, cuts);
        return List.copyOf(cuts);
    }

    private static void split(double[] values, int from, int to, List<Integer> cuts) {
        if (to - from < 2 * SIDE) {
            return;
        }
        int best = bestSplit(values, from, to);
        double[] before = Arrays.copyOfRange(values, from, best);
        double[] after = Arrays.copyOfRange(values, best, to);
        Welch change = Welch.of(before, after);
        if (change.p() < SIGNIFICANCE
                && Math.abs(SteadyState.relative(change.difference(), Series.mean(before))) >= NOTABLE) {
            split(values, from, best, cuts);
            cuts.add(best);
            split(values, best, to, cuts);
        }
    }

    /** The split that leaves the least squares, which is the one with the largest squares between the sides. */
    private static int bestSplit(double[] values, int from, int to) {
        double total = Arrays.stream(values, from, to).sum();
        int n = to - from;
        double left = 0;
        double largest = -1;
        int best = from + SIDE;
        for (int cut = from + 1; cut <= to - SIDE; cut++) {
            left += values[cut - 1];
            int size = cut - from;
            double between = Math.pow(left - total * size / n, 2) / size / (n - size);
            if (size >= SIDE && between > largest) {
                largest = between;
                best = cut;
            }
        }
        return best;
    }

    /** The values of each level. */
    static List<double[]> levels(double[] values, List<Integer> cuts) {
        List<Integer> edges = new ArrayList<>(cuts);
        edges.add(0, 0);
        edges.add(values.length);
        return IntStream.range(1, edges.size())
                .mapToObj(i -> Arrays.copyOfRange(values, edges.get(i - 1), edges.get(i)))
                .toList();
    }

    /** The values without the mean of their level. */
    static double[] removed(double[] values, List<Integer> cuts) {
        return levels(values, cuts).stream()
                .flatMapToDouble(level -> {
                    double mean = Series.mean(level);
                    return Arrays.stream(level).map(value -> value - mean);
                })
                .toArray();
    }
}
