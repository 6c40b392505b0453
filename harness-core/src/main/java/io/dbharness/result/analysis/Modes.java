package io.dbharness.result.analysis;

import io.dbharness.measure.Distribution;
import java.util.Arrays;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

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
    static Optional<Modes> of(Distribution distribution) {
        double[] counts = binned(distribution);
        double[] smooth = smoothed(counts);
        double[] below = counts.clone();
        Arrays.parallelPrefix(below, Double::sum);
        double total = below[BINS - 1];
        double least = Math.max(LEAST_COUNT, LEAST_SHARE * total);
        int[] slow = highestFrom(smooth);
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
                best = Optional.of(new Modes(nanos(fast), nanos(valley), nanos(slow[valley]), below[valley] / total));
            }
        }
        return best;
    }

    /** For each bin the highest of those from there on. */
    private static int[] highestFrom(double[] smooth) {
        int[] highest = new int[BINS];
        highest[BINS - 1] = BINS - 1;
        for (int i = BINS - 2; i >= 0; i--) {
            highest[i] = smooth[i] > smooth[highest[i + 1]] ? i : highest[i + 1];
        }
        return highest;
    }

    /** Counts by bin; a histogram bucket that is wider than a bin is spread over those it covers. */
    private static double[] binned(Distribution distribution) {
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

    private static double[] smoothed(double[] counts) {
        double[] smooth = new double[BINS];
        for (int i = 0; i < BINS; i++) {
            smooth[i] = (counts[Math.max(0, i - 1)] + 2 * counts[i] + counts[Math.min(BINS - 1, i + 1)]) / 4;
        }
        return smooth;
    }

    private static double position(double nanos) {
        return BINS_PER_OCTAVE * Math.log(nanos) / Math.log(2);
    }

    private static double nanos(int bin) {
        return Math.pow(2, (bin + 0.5) / BINS_PER_OCTAVE);
    }
}
