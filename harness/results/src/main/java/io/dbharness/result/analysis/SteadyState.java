package io.dbharness.result.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Judges whether a series of one figure a second (throughput; with the opposite sense, mean latency) stayed at one level during the
 * measurement
 * window. Works on batch means, so that noise and short correlation average out.
 *
 * @param kind    the verdict
 * @param drift   change over the window relative to the median, by Theil and Sen, whether notable or not
 * @param shifts  sudden changes, in time order
 * @param period  of a repetition, in samples; 0 when none was found
 * @param residue samples at the start of the window that still belong to the warm-up; 0 when none do
 */
public record SteadyState(Kind kind, double drift, List<Shift> shifts, int period, int residue) {

    /** Fewest samples of a window that can be judged. */
    public static final int LEAST_SAMPLES = 30;
    /** Batch means of a long window; up to twice as many where samples do not divide evenly. */
    static final int BATCHES = 100;
    /** Share of the window in which a rise is the end of the warm-up. */
    private static final double WARM_UP_SHARE = 1 / 3.0;

    /** The verdict: the explanation that leaves least of the series unexplained. */
    public enum Kind {
        STEADY,
        /** It drifted. */
        TREND,
        /** It changed suddenly, once or more. */
        SHIFT,
        /** One downward shift to a lower stable level under unchanged load: perhaps the burst credits of a disk or machine ran out. */
        BURST_CREDITS,
        /** It repeats: checkpoints or compactions, for example. A window of whole periods is still usable. */
        PERIODIC,
        /** It rose within the first third to a level that then held: the warm-up was too short. */
        WARM_UP,
        /** Fewer than {@link SteadyState#LEAST_SAMPLES} samples: nothing can be said. */
        TOO_SHORT
    }

    /**
     * A sudden change.
     *
     * @param at     samples since the start of the window, to the batch
     * @param before mean of the level before
     * @param after  mean of the level after
     */
    public record Shift(int at, double before, double after) {

        /** Change relative to the level before. */
        public double relative() {
            return SteadyState.relative(after - before, before);
        }
    }

    /**
     * Judges a window.
     *
     * @param window     one figure a second, without the warm-up
     * @param steadyLoad whether the offered load was constant and a fall means less service: throughput of a closed loop or of a
     *                   constant rate
     * @param grain what one event more or less in a sample makes of it: an even rate that does not divide by the samples makes a rhythm of
     *     that size, which is none of the target's
     */
    public static SteadyState of(double[] window, boolean steadyLoad, double grain) {
        if (window.length < LEAST_SAMPLES) {
            return new SteadyState(Kind.TOO_SHORT, 0, List.of(), 0, 0);
        }
        double[] batches = batches(window);
        Drift drift = Drift.of(batches);
        List<Integer> cuts = ChangePoints.of(batches);
        Kind kind = !cuts.isEmpty() && (!drift.notable() || stepsFitBetter(batches, drift, cuts))
                ? kindOfSteps(batches, cuts, steadyLoad)
                : drift.notable() ? Kind.TREND : Kind.STEADY;
        List<Integer> at = cuts.stream()
                .map(c -> (int) ((long) window.length * c / batches.length))
                .toList();
        double[] rest = unexplained(kind, window, drift.over((double) batches.length / window.length), at);
        int period = Periodicity.of(window, grain);
        if (period == 0 || Periodicity.unexplained(window, period) >= SeriesStatistics.variance(rest)) {
            period = Periodicity.of(rest, grain);
        } else {
            kind = Kind.STEADY;
        }
        if (kind == Kind.STEADY && period > 0) {
            kind = Kind.PERIODIC;
        }
        int residue = kind == Kind.WARM_UP ? at.get(at.size() - 1) : 0;
        return new SteadyState(kind, drift.relative(), shifts(window, at), period, residue);
    }

    /**
     * The change of a window from its start to its end relative to its median, by Theil and Sen; 0 if it is not notable or may be noise, or
     * if
     * there are fewer than {@link #LEAST_SAMPLES} samples.
     */
    public static double notableDrift(double[] window) {
        if (window.length < LEAST_SAMPLES) {
            return 0;
        }
        Drift drift = Drift.of(batches(window));
        return drift.notable() ? drift.relative() : 0;
    }

    private static double[] batches(double[] window) {
        return SeriesStatistics.batchMeans(window, window.length / Math.max(1, window.length / BATCHES));
    }

    private static Kind kindOfSteps(double[] batches, List<Integer> cuts, boolean steadyLoad) {
        List<double[]> levels = ChangePoints.levels(batches, cuts);
        double[] means = levels.stream().mapToDouble(SeriesStatistics::mean).toArray();
        double[] last = levels.get(levels.size() - 1);
        if (last.length >= batches.length * (1 - WARM_UP_SHARE)
                && IntStream.range(1, means.length).allMatch(i -> means[i] > means[i - 1])) {
            return Kind.WARM_UP;
        }
        boolean exhausted =
                means.length == 2 && means[1] < means[0] && !Drift.of(last).notable();
        return steadyLoad && exhausted ? Kind.BURST_CREDITS : Kind.SHIFT;
    }

    /** A line has two parameters, steps one a level and one a cut; Akaike's criterion charges for them. */
    private static boolean stepsFitBetter(double[] batches, Drift drift, List<Integer> cuts) {
        double line = Math.log(SeriesStatistics.squares(drift.removedFrom(batches))) * batches.length + 2 * 2;
        double steps = Math.log(SeriesStatistics.squares(ChangePoints.removed(batches, cuts))) * batches.length
                + 2 * (2 * cuts.size() + 1);
        return steps < line;
    }

    /** Returns the residuals of the window under the verdict. */
    private static double[] unexplained(Kind kind, double[] window, Drift drift, List<Integer> cuts) {
        return switch (kind) {
            case SHIFT, BURST_CREDITS, WARM_UP -> ChangePoints.removed(window, cuts);
            case TREND -> drift.removedFrom(window);
            default -> window;
        };
    }

    private static List<Shift> shifts(double[] window, List<Integer> cuts) {
        double[] means = ChangePoints.levels(window, cuts).stream()
                .mapToDouble(SeriesStatistics::mean)
                .toArray();
        return IntStream.range(0, cuts.size())
                .mapToObj(i -> new Shift(cuts.get(i), means[i], means[i + 1]))
                .toList();
    }

    /** The verdict with its figures, for a series of one sample a second: {@code SHIFT(1080 s, -30.0 %)}. */
    public String words() {
        return switch (kind) {
            case TREND -> String.format(Locale.ROOT, "TREND(%+.1f %%)", 100 * drift);
            case SHIFT ->
                shifts.stream()
                        .map(s -> String.format(Locale.ROOT, "%d s, %+.1f %%", s.at(), 100 * s.relative()))
                        .collect(Collectors.joining("; ", "SHIFT(", ")"));
            case BURST_CREDITS ->
                String.format(
                        Locale.ROOT,
                        "BURST_CREDITS?(%d s, %+.1f %%, from %.1f to %.1f)",
                        shifts.get(0).at(),
                        100 * shifts.get(0).relative(),
                        shifts.get(0).before(),
                        shifts.get(0).after());
            case PERIODIC -> String.format(Locale.ROOT, "PERIODIC(%d s)", period);
            case WARM_UP -> String.format(Locale.ROOT, "WARM_UP(%d s)", residue);
            case STEADY, TOO_SHORT -> kind.name();
        };
    }

    /** A change as a share; of nothing, infinite. */
    static double relative(double change, double reference) {
        return change == 0 ? 0 : change / reference;
    }

    /**
     * A monotone trend: its size by Theil and Sen (the median of all pairwise slopes; Sen, JASA 63, 1968), its significance as a line with
     * autoregressive errors or, where these are as large as the trend, by its steps from value to value, which a stationary series takes
     * back.
     *
     * @param relative change over the whole series, relative to its median
     * @param slope    change from one value to the next
     * @param p        two-sided
     */
    record Drift(double relative, double slope, double p) {

        /** Smaller drifts do not change a conclusion. */
        static final double NOTABLE = 0.05;

        static final double SIGNIFICANCE = 0.002;
        /** From fewer values the correlation cannot be estimated. */
        private static final int LEAST_VALUES = 10;

        static Drift of(double[] values) {
            int n = values.length;
            double[] slopes = new double[n * (n - 1) / 2];
            int next = 0;
            for (int i = 0; i < n; i++) {
                for (int j = i + 1; j < n; j++) {
                    slopes[next++] = (values[j] - values[i]) / (j - i);
                }
            }
            double slope = SeriesStatistics.median(slopes);
            double p = n < LEAST_VALUES
                    ? 1
                    : Math.min(AutoregressiveFit.of(values, i -> i, 2).p(), walk(values));
            return new Drift(SteadyState.relative(slope * n, SeriesStatistics.median(values)), slope, p);
        }

        /** Two-sided probability that a random walk goes as far by chance: Student's t of the differences of neighbours. */
        private static double walk(double[] values) {
            double[] steps = new double[values.length - 1];
            Arrays.setAll(steps, i -> values[i + 1] - values[i]);
            double error = Math.sqrt(SeriesStatistics.variance(steps) / steps.length);
            double t = SteadyState.relative(SeriesStatistics.mean(steps), error);
            return Double.isInfinite(t) ? 0 : 2 * Probabilities.tSurvival(steps.length - 1.0, Math.abs(t));
        }

        boolean notable() {
            return Math.abs(relative) >= NOTABLE && p < SIGNIFICANCE;
        }

        /** Returns the trend over a series of another sampling: steps of this length, in steps of this one. */
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
}
