package io.dbharness.result.analysis;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.result.analysis.PercentileTable.Row;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Where the slow tail of a latency distribution begins, and what shape it has. On the axes nines (−log10(1 − q)) against the logarithm
 * of latency the tails of the usual distributions are straight or concave; one that bends upwards abruptly is a second, slower regime.
 * A shape is not a cause: "throttled" needs a measured limit beside it, because caches and pauses look the same.
 *
 * @param onset    the first bend between two rows of the percentile table
 * @param crossing where latency passes {@link #SLOW} times the median
 * @param modes    two separate peaks of the histogram; never found in a bare table
 * @param shapes   all that apply; {@code NONE} stands alone
 */
public record RightTail(Optional<Onset> onset, Optional<Crossing> crossing, Optional<Modes> modes, Set<Shape> shapes) {

    /** Least growth of latency across the interval of the onset. */
    public static final double JUMP = 1.5;
    /** Least growth of the slope, against the steepest before. */
    public static final double BEND = 2;
    /** A slope below this counts as this: a flat beginning must not turn every rise into a bend. */
    public static final double LEAST_SLOPE = 0.05;
    /** Operations slower than this many medians are slow. */
    public static final double SLOW = 2;
    /** Largest p99/p25 of a shaped distribution. */
    public static final double FLAT = 1.3;
    /** Least median, in unloaded latencies, of a shaped distribution. */
    public static final double QUEUED = 3;
    /** Least share of operations beyond the onset of a bursty distribution. */
    public static final double BURST_SHARE = 0.01;

    /** The last row of the grid; beyond it tables only repeat their maximum. */
    private static final double LAST_QUANTILE = 1 - 0.9e-6;

    public RightTail {
        shapes = Set.copyOf(shapes);
    }

    /** The shapes of distributions. */
    public enum Shape {
        /** Narrow and far above the unloaded latency: every operation waits for a paced slot. */
        SHAPED,
        /** One in a hundred operations or more is beyond the onset: tokens run out within each refill. */
        BURSTY,
        /** Fewer are: rare stalls. */
        TAIL_ONLY,
        NONE
    }

    /**
     * The interval (from, to] of the percentile table in which the tail begins.
     *
     * @param from  lower row
     * @param to    upper row
     * @param ratio latency at the upper over that at the lower row
     * @param bend  slope over the steepest slope before
     */
    public record Onset(Row from, Row to, double ratio, double bend) {}

    /**
     * Where {@link #SLOW} times the median is passed.
     *
     * @param latency  that value
     * @param quantile operations below it, 0 to 1
     */
    public record Crossing(double latency, double quantile) {

        /** Share of operations beyond. */
        public double shareBeyond() {
            return 1 - quantile;
        }
    }

    /**
     * Evaluates a table alone.
     *
     * @param unloaded latency with one operation outstanding, in the unit of the table; for want of a probe the table's minimum,
     *                 which hides a queue that never empties
     */
    public static RightTail of(PercentileTable table, double unloaded) {
        return of(table, unloaded, crossing(table), Optional.empty());
    }

    /** Evaluates a distribution without a probe: its minimum is taken for the unloaded latency. */
    public static RightTail of(LatencyHistogram distribution) {
        return of(distribution, (double) distribution.minNanos());
    }

    /** Evaluates a distribution, whose histogram locates the crossing exactly and shows modes. */
    public static RightTail of(LatencyHistogram distribution, double unloadedNanos) {
        if (distribution.count() == 0) {
            return new RightTail(Optional.empty(), Optional.empty(), Optional.empty(), Set.of(Shape.NONE));
        }
        double slow = SLOW * distribution.quantileNanos(0.5);
        Optional<Crossing> crossing = slow >= distribution.maxNanos()
                ? Optional.empty()
                : Optional.of(
                        new Crossing(slow, distribution.histogram().getPercentileAtOrBelowValue((long) slow) / 100));
        return of(PercentileTable.of(distribution), unloadedNanos, crossing, Modes.of(distribution));
    }

    private static RightTail of(
            PercentileTable table, double unloaded, Optional<Crossing> crossing, Optional<Modes> modes) {
        Optional<Onset> onset = onset(table);
        EnumSet<Shape> shapes = EnumSet.noneOf(Shape.class);
        if (table.value("p99") <= FLAT * table.value("p25") && table.value("p50") >= QUEUED * unloaded) {
            shapes.add(Shape.SHAPED);
        }
        onset.map(o -> shareBeyond(o, crossing))
                .or(() -> modes.map(Modes::shareBeyond))
                .ifPresent(share -> shapes.add(share >= BURST_SHARE ? Shape.BURSTY : Shape.TAIL_ONLY));
        if (shapes.isEmpty()) {
            shapes.add(Shape.NONE);
        }
        return new RightTail(onset, crossing, modes, shapes);
    }

    /** The first interval after the first that is steep in itself, against those before it, and against the median. */
    private static Optional<Onset> onset(PercentileTable table) {
        List<Row> rows = table.rows();
        double steepest = LEAST_SLOPE;
        for (int i = 0; i + 1 < rows.size() && rows.get(i + 1).quantile() < LAST_QUANTILE; i++) {
            Row from = rows.get(i);
            Row to = rows.get(i + 1);
            double ratio = to.value() / from.value();
            double slope = Math.log(ratio) / (to.nines() - from.nines());
            if (i > 0 && ratio >= JUMP && slope >= BEND * steepest && to.value() >= SLOW * table.value("p50")) {
                return Optional.of(new Onset(from, to, ratio, slope / steepest));
            }
            steepest = Math.max(steepest, slope);
        }
        return Optional.empty();
    }

    /** By interpolation on the axes of the analysis. */
    private static Optional<Crossing> crossing(PercentileTable table) {
        double slow = SLOW * table.value("p50");
        List<Row> rows = table.rows();
        for (int i = 1; i < rows.size(); i++) {
            Row from = rows.get(i - 1);
            Row to = rows.get(i);
            if (from.value() < slow && to.value() >= slow) {
                double part = Math.log(slow / from.value()) / Math.log(to.value() / from.value());
                double nines = from.nines() + part * (to.nines() - from.nines());
                return Optional.of(new Crossing(slow, 1 - Math.pow(10, -nines)));
            }
        }
        return Optional.empty();
    }

    /** The share beyond the crossing, as far as it lies in the interval of the onset. */
    private static double shareBeyond(Onset onset, Optional<Crossing> crossing) {
        double quantile = crossing.map(Crossing::quantile).orElse(onset.to().quantile());
        return 1 - Math.max(onset.from().quantile(), Math.min(onset.to().quantile(), quantile));
    }

    /**
     * Two peaks of a latency histogram on a logarithmic axis, and the valley between them.
     *
     * @param fastNanos      the faster peak
     * @param valleyNanos    where the slower regime begins
     * @param slowNanos      the slower peak
     * @param valleyQuantile share of operations below the valley
     */
    public record Modes(double fastNanos, double valleyNanos, double slowNanos, double valleyQuantile) {

        /** Bins an octave: wide enough to smooth, narrow enough to part modes a factor of two from each other. */
        static final int BINS_PER_OCTAVE = 8;
        /** The valley must be this much lower than the smaller peak. */
        static final double DEPTH = 0.5;
        /** Least distance of the peaks, in octaves. */
        static final int APART_OCTAVES = 1;
        /** Least share of either mode. */
        static final double LEAST_SHARE = 0.0005;
        /** Least number of operations in either mode. */
        static final long LEAST_COUNT = 100;
        /** How many standard errors of the difference the valley must be below the peak; many bins are tried. */
        static final double SIGNIFICANT = 5;

        private static final int BINS = 64 * BINS_PER_OCTAVE;
        /** Variance of a bin smoothed by [1 2 1]/4, in units of its Poisson variance. */
        private static final double SMOOTHED_VARIANCE = 0.375;

        /** Share of operations beyond the valley. */
        public double shareBeyond() {
            return 1 - valleyQuantile;
        }

        /** The two peaks with the deepest valley between them; empty when there is one mode. */
        static Optional<Modes> of(LatencyHistogram distribution) {
            double[] counts = binned(distribution);
            double[] smooth = new double[BINS];
            Arrays.setAll(
                    smooth, i -> (counts[Math.max(0, i - 1)] + 2 * counts[i] + counts[Math.min(BINS - 1, i + 1)]) / 4);
            double[] below = counts.clone();
            Arrays.parallelPrefix(below, Double::sum);
            double total = below[BINS - 1];
            double least = Math.max(LEAST_COUNT, LEAST_SHARE * total);
            // For each bin the highest of those from there on.
            int[] slow = new int[BINS];
            slow[BINS - 1] = BINS - 1;
            for (int i = BINS - 2; i >= 0; i--) {
                slow[i] = smooth[i] > smooth[slow[i + 1]] ? i : slow[i + 1];
            }
            Optional<Modes> best = Optional.empty();
            double deepest = 0;
            int fast = 0;
            for (int valley = 0; valley < BINS; valley++) {
                fast = smooth[valley] > smooth[fast] ? valley : fast;
                double peak = Math.min(smooth[fast], smooth[slow[valley]]);
                double depth = peak - smooth[valley];
                if (depth > deepest
                        && slow[valley] - fast >= APART_OCTAVES * BINS_PER_OCTAVE
                        && smooth[valley] < DEPTH * peak
                        && depth > SIGNIFICANT * Math.sqrt(SMOOTHED_VARIANCE * (peak + smooth[valley]))
                        && below[valley] >= least
                        && total - below[valley] >= least) {
                    deepest = depth;
                    best = Optional.of(
                            new Modes(nanos(fast), nanos(valley), nanos(slow[valley]), below[valley] / total));
                }
            }
            return best;
        }

        /** Counts by bin; a histogram bucket that is wider than a bin is spread over those it covers. */
        private static double[] binned(LatencyHistogram distribution) {
            double[] counts = new double[BINS];
            Histogram histogram = distribution.histogram();
            for (HistogramIterationValue bucket : histogram.recordedValues()) {
                long value = bucket.getValueIteratedTo();
                double from = position((double) Math.max(1, histogram.lowestEquivalentValue(value)));
                double to = position(value + 1.0);
                for (int bin = (int) from; bin < to; bin++) {
                    double part = Math.min(to, bin + 1.0) - Math.max(from, bin);
                    counts[bin] += bucket.getCountAddedInThisIterationStep() * part / (to - from);
                }
            }
            return counts;
        }

        private static double position(double nanos) {
            return BINS_PER_OCTAVE * Math.log(nanos) / Math.log(2);
        }

        private static double nanos(int bin) {
            return Math.pow(2, (bin + 0.5) / BINS_PER_OCTAVE);
        }
    }
}
