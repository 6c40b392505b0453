package io.dbharness.measure;

import org.HdrHistogram.Histogram;

/**
 * Latencies: a histogram with three significant digits beside exact count, sum, minimum and maximum, because a histogram rounds. All
 * values in nanoseconds. Filled by one thread, then treated as immutable; merging is associative and commutative.
 */
public final class Distribution {

    /** Values between 1 us and 1 h are kept apart; shorter ones share the first bucket, longer ones are clamped. */
    static final long LOWEST_NANOS = 1_000;

    static final long HIGHEST_NANOS = 3_600_000_000_000L;
    static final int DIGITS = 3;

    private final Histogram histogram;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max;

    public Distribution() {
        this(new Histogram(LOWEST_NANOS, 2 * LOWEST_NANOS, DIGITS), 0, Long.MAX_VALUE, 0);
        histogram.setAutoResize(true);
    }

    private Distribution(Histogram histogram, long sum, long min, long max) {
        this.histogram = histogram;
        this.sum = sum;
        this.min = min;
        this.max = max;
    }

    /**
     * Restores a distribution from its parts.
     *
     * @param histogram the values; its total count is the count
     * @param sum       exact, in nanoseconds
     * @param min       exact; ignored when empty
     * @param max       exact
     */
    public static Distribution of(Histogram histogram, long sum, long min, long max) {
        return new Distribution(histogram, sum, histogram.getTotalCount() == 0 ? Long.MAX_VALUE : min, max);
    }

    public void record(long nanos) {
        record(nanos, 1);
    }

    /** The same value {@code count} times. */
    void record(long nanos, long count) {
        addToCell(clamp(nanos), count);
        addTotals(nanos * count, nanos, nanos);
    }

    /** So many values of one cell; {@link #addTotals} follows. */
    void addToCell(long value, long count) {
        histogram.recordValueWithCount(value, count);
    }

    /** The exact figures of values whose cells were added. */
    void addTotals(long itsSum, long itsMin, long itsMax) {
        sum += itsSum;
        min = Math.min(min, itsMin);
        max = Math.max(max, itsMax);
    }

    /** Adds all values of another distribution. */
    public void add(Distribution other) {
        histogram.add(other.histogram);
        addTotals(other.sum, other.min, other.max);
    }

    public long count() {
        return histogram.getTotalCount();
    }

    public long sumNanos() {
        return sum;
    }

    /** 0 when empty. */
    public long minNanos() {
        return count() == 0 ? 0 : min;
    }

    public long maxNanos() {
        return max;
    }

    /** 0 when empty. */
    public double meanNanos() {
        return count() == 0 ? 0 : (double) sum / count();
    }

    /**
     * The value of rank max(1, ceil(q n)), to three digits and never beyond the exact maximum; 0 when empty.
     *
     * @param quantile from 0 to 1
     */
    public long quantileNanos(double quantile) {
        if (count() == 0) {
            return 0;
        }
        return Math.max(minNanos(), Math.min(max, histogram.getValueAtPercentile(quantile * 100)));
    }

    /** A copy of the histogram, for encoding: as wide as its largest value needs, so equal values are equal bytes however they came together. */
    public Histogram histogram() {
        Histogram copy = new Histogram(LOWEST_NANOS, Math.max(2 * LOWEST_NANOS, histogram.getMaxValue()), DIGITS);
        copy.add(histogram);
        return copy;
    }

    static long clamp(long nanos) {
        return Math.max(0, Math.min(nanos, HIGHEST_NANOS));
    }
}
