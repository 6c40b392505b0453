package io.dbharness.result.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Sudden changes of level, by binary segmentation (Scott and Knott, Biometrics 30, 1974). Each split is tested as a step between values with
 * autoregressive errors.
 */
final class ChangePoints {

    /** Fewest values on each side of a split: 5 % of {@value SteadyState#BATCHES}, and enough for a median that no single value moves. */
    static final int SIDE = 3;
    /** Fewest values of a segment that is split: of fewer, the correlation cannot be estimated. */
    static final int SEGMENT = 10;
    /** Strict, because the best of many splits is tested. */
    static final double SIGNIFICANCE = 0.0012;
    /** Smaller changes do not change a conclusion. */
    static final double NOTABLE = 0.05;

    private ChangePoints() {}

    /** Indices of the first value after each change, rising. */
    static List<Integer> of(double[] values) {
        TreeSet<Integer> cuts = new TreeSet<>();
        split(values, 0, values.length, cuts);
        return List.copyOf(cuts);
    }

    /**
     * A second change hides the first one, so both sides are searched before the split is tested between their changes. The value on each
     * side of a change may be a mixture of both levels, so it belongs to no further segment.
     */
    private static void split(double[] values, int from, int to, NavigableSet<Integer> cuts) {
        if (to - from < SEGMENT) {
            return;
        }
        int best = bestSplit(values, from, to);
        split(values, from, best - 1, cuts);
        split(values, best + 1, to, cuts);
        int begin = Math.max(from, Objects.requireNonNullElse(cuts.lower(best), from));
        int end = Math.min(to, Objects.requireNonNullElse(cuts.higher(best), to));
        // Of the many segments that are searched, short ones must convince more.
        double share = (double) (to - from) / values.length;
        if (changed(Arrays.copyOfRange(values, begin, end), best - begin, SIGNIFICANCE * share * share)) {
            cuts.add(best);
        }
    }

    /** Returns true if the level changed notably at an index: by more than the noise, and not by a few outliers alone. */
    private static boolean changed(double[] values, int at, double significance) {
        double[] before = Arrays.copyOfRange(values, 0, at);
        double[] after = Arrays.copyOfRange(values, at, values.length);
        double change = Series.mean(after) - Series.mean(before);
        double typical = Series.median(after) - Series.median(before);
        return Math.abs(SteadyState.relative(change, Series.mean(before))) >= NOTABLE
                && typical / change >= 0.5
                && AutoregressiveFit.of(values, i -> i < at ? 0 : 1).p() < significance;
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
