package io.dbharness.result.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

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

    public SteadyState {
        shifts = List.copyOf(shifts);
    }

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
     */
    public static SteadyState of(double[] series, int warmUp, boolean steadyLoad) {
        return of(series, warmUp, steadyLoad, 0);
    }

    /**
     * Judges a window of counts.
     *
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
        int residue = WarmUpResidue.of(series, warmUp);
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
        if (cuts.size() != 1) {
            return false;
        }
        double[] before = Arrays.copyOfRange(batches, 0, cuts.get(0));
        double[] after = Arrays.copyOfRange(batches, cuts.get(0), BATCHES);
        return Series.mean(after) < Series.mean(before) && !Drift.of(after).notable();
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
        List<Integer> edges = new ArrayList<>(inSamples(window, cuts));
        edges.add(0, 0);
        edges.add(window.length);
        List<Shift> shifts = new ArrayList<>();
        for (int i = 1; i + 1 < edges.size(); i++) {
            double before = Series.mean(Arrays.copyOfRange(window, edges.get(i - 1), edges.get(i)));
            double after = Series.mean(Arrays.copyOfRange(window, edges.get(i), edges.get(i + 1)));
            shifts.add(new Shift(edges.get(i), before, after));
        }
        return shifts;
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
}
