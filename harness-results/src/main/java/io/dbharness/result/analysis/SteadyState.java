package io.dbharness.result.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whether a series of one figure a second (throughput; with the opposite sense, mean latency) stayed at one level during the measurement
 * window. Works on {@value #BATCHES} batch means, so that noise and short correlation average out.
 *
 * @param kind    the verdict
 * @param drift   change over the window relative to the median, by Theil and Sen, whether notable or not
 * @param shifts  sudden changes, in time order
 * @param period  of a repetition, in samples; 0 when none was found
 * @param residue samples at the start of the window that still belong to the warm-up; 0 when none do
 */
public record SteadyState(Kind kind, double drift, List<Shift> shifts, int period, int residue) {

    public static final int BATCHES = 30;

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
        /** The warm-up was too short. */
        WARM_UP,
        /** Fewer than {@link SteadyState#BATCHES} samples: nothing can be said. */
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
     * @param series     one figure a second, warm-up included
     * @param warmUp     samples before the window
     * @param steadyLoad whether the offered load was constant and a fall means less service: throughput of a closed loop or of a
     *                   constant rate
     * @param grain what one event more or less in a sample makes of it: an even rate that does not divide by the samples makes a rhythm of
     *     that size, which is none of the target's
     */
    public static SteadyState of(double[] series, int warmUp, boolean steadyLoad, double grain) {
        double[] window = Arrays.copyOfRange(series, warmUp, series.length);
        if (window.length < BATCHES) {
            return new SteadyState(Kind.TOO_SHORT, 0, List.of(), 0, 0);
        }
        double[] batches = Series.batchMeans(window, BATCHES);
        Drift drift = Drift.of(batches);
        List<Integer> cuts = ChangePoints.of(batches);
        Kind kind = !cuts.isEmpty() && (!drift.notable() || stepsFitBetter(batches, drift, cuts))
                ? steadyLoad && exhausted(batches, cuts) ? Kind.BURST_CREDITS : Kind.SHIFT
                : drift.notable() ? Kind.TREND : Kind.STEADY;
        double[] rest = unexplained(kind, window, drift, cuts);
        int period = Periodicity.of(window, grain);
        if (period == 0 || Periodicity.unexplained(window, period) >= Series.variance(rest)) {
            period = Periodicity.of(rest, grain);
        } else {
            kind = Kind.STEADY;
        }
        int residue = residue(series, warmUp);
        if (kind == Kind.STEADY) {
            kind = period > 0 ? Kind.PERIODIC : residue > 0 ? Kind.WARM_UP : Kind.STEADY;
        }
        return new SteadyState(kind, drift.relative(), shifts(window, cuts), period, residue);
    }

    /** A line has two parameters, steps one a level and one a cut; Akaike's criterion charges for them. */
    private static boolean stepsFitBetter(double[] batches, Drift drift, List<Integer> cuts) {
        double line = Math.log(Series.squares(drift.removedFrom(batches))) * BATCHES + 2 * 2;
        double steps =
                Math.log(Series.squares(ChangePoints.removed(batches, cuts))) * BATCHES + 2 * (2 * cuts.size() + 1);
        return steps < line;
    }

    /** One fall, to a level that then holds. */
    private static boolean exhausted(double[] batches, List<Integer> cuts) {
        List<double[]> levels = ChangePoints.levels(batches, cuts);
        return levels.size() == 2
                && Series.mean(levels.get(1)) < Series.mean(levels.get(0))
                && !Drift.of(levels.get(1)).notable();
    }

    /** What the verdict leaves of the window. */
    private static double[] unexplained(Kind kind, double[] window, Drift drift, List<Integer> cuts) {
        return switch (kind) {
            case SHIFT, BURST_CREDITS -> ChangePoints.removed(window, inSamples(window, cuts));
            case TREND -> drift.over((double) BATCHES / window.length).removedFrom(window);
            default -> window;
        };
    }

    private static List<Integer> inSamples(double[] window, List<Integer> cuts) {
        return cuts.stream()
                .map(c -> (int) ((long) window.length * c / BATCHES))
                .toList();
    }

    private static List<Shift> shifts(double[] window, List<Integer> cuts) {
        List<Integer> at = inSamples(window, cuts);
        double[] means = ChangePoints.levels(window, at).stream()
                .mapToDouble(Series::mean)
                .toArray();
        return IntStream.range(0, at.size())
                .mapToObj(i -> new Shift(at.get(i), means[i], means[i + 1]))
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
            double p = 2 * Probabilities.normalSurvival(z);
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

    /**
     * How much of the measurement window still belongs to the warm-up: the truncation that minimises the marginal standard error (MSER;
     * White, Simulation 69, 1997) of batch means of the whole series. Noise alone often moves that point a little, so what would be cut must
     * also differ from the rest. In samples of the window.
     */
    private static int residue(double[] series, int warmUp) {
        int length = (series.length - warmUp) / BATCHES;
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
        double p = 2 * Probabilities.tSurvival(rest.length - 1.0, Math.abs(difference) / error);
        boolean differs = p < ChangePoints.SIGNIFICANCE
                && Math.abs(relative(difference, Series.mean(rest))) >= ChangePoints.NOTABLE;
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
