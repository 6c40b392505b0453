package io.dbharness.result.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Sudden changes of level, by binary segmentation (Scott and Knott, Biometrics 30, 1974). Each change is tested as a step between values
 * with autoregressive errors, whose correlation is that of all values without their levels, and somewhat more.
 */
final class ChangePoints {

    /** Fewest values on each side of a change: 5 % of {@value SteadyState#BATCHES}, and enough for a median that no single value moves. */
    static final int SIDE = 3;
    /** Most changes; what changes more often has no levels. */
    static final int MOST = 4;
    /** Strict, because the best of many splits is tested; of n values there are n^2 times as many with one change more. */
    static final double SIGNIFICANCE = 0.003;
    /**
     * Standard errors that are added to the estimated correlation. The cut that fits best makes values look less correlated than they are,
     * and then their wandering looks like a change.
     */
    private static final double CAUTION = 1.5;
    /** Changes from this size on are more than wandering by 5 % makes. */
    private static final double LARGE = 0.2;
    /** Smaller changes do not change a conclusion. */
    static final double NOTABLE = 0.05;

    private ChangePoints() {}

    /**
     * Indices of the first value after each change, rising. Two changes may hide each other, so further ones are looked for also where
     * the first alone is not significant.
     */
    static List<Integer> of(double[] values) {
        List<Integer> found = List.of();
        List<Integer> cuts = List.of();
        for (int i = 0; i < MOST; i++) {
            cuts = withNext(values, cuts);
            if (cuts.stream().allMatch(changes(values, cuts))) {
                found = cuts;
            }
        }
        return found;
    }

    /** The cuts and the one that leaves the least squares beside them, which is the one with the largest squares between its sides. */
    private static List<Integer> withNext(double[] values, List<Integer> cuts) {
        TreeSet<Integer> edges = new TreeSet<>(cuts);
        edges.add(0);
        edges.add(values.length);
        double[] sums = new double[values.length + 1];
        for (int i = 0; i < values.length; i++) {
            sums[i + 1] = sums[i] + values[i];
        }
        double largest = -1;
        int best = 0;
        for (int cut = SIDE; cut <= values.length - SIDE; cut++) {
            int from = edges.floor(cut);
            int to = edges.ceiling(cut);
            double left = (sums[cut] - sums[from]) / (cut - from);
            double right = (sums[to] - sums[cut]) / (to - cut);
            double between = Math.pow(right - left, 2) * (cut - from) * (to - cut) / (to - from);
            if (cut - from >= SIDE && to - cut >= SIDE && between > largest) {
                largest = between;
                best = cut;
            }
        }
        return Stream.concat(cuts.stream(), Stream.of(best).filter(cut -> cut > 0))
                .sorted()
                .toList();
    }

    /** Returns true for changes that are notable, larger than the noise, and not made by a few outliers alone. */
    private static Predicate<Integer> changes(double[] values, List<Integer> cuts) {
        double estimated = AutoregressiveFit.correlation(removed(values, cuts), 1 + cuts.size());
        double cautious = Math.min(AutoregressiveFit.MOST, estimated + CAUTION / Math.sqrt(values.length));
        List<double[]> levels = levels(values, cuts);
        return cut -> {
            double[] before = levels.get(cuts.indexOf(cut));
            double[] after = levels.get(cuts.indexOf(cut) + 1);
            double change = SeriesStatistics.mean(after) - SeriesStatistics.mean(before);
            double typical = SeriesStatistics.median(after) - SeriesStatistics.median(before);
            double[] both = DoubleStream.concat(Arrays.stream(before), Arrays.stream(after))
                    .toArray();
            double relative = Math.abs(SteadyState.relative(change, SeriesStatistics.mean(before)));
            double correlation = relative < LARGE ? cautious : estimated;
            return relative >= NOTABLE
                    && typical / change >= 0.5
                    && AutoregressiveFit.ofStep(both, before.length, correlation)
                                    .p()
                            < SIGNIFICANCE * Math.pow(values.length, -2.0 * (cuts.size() - 1));
        };
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
                    double mean = SeriesStatistics.mean(level);
                    return Arrays.stream(level).map(value -> value - mean);
                })
                .toArray();
    }
}
