package io.dbharness.measure;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Latencies: a histogram with three significant digits beside exact count, sum, minimum and maximum, because a histogram rounds. All
 * values in nanoseconds. Filled by one thread, then treated as immutable; merging is associative and commutative.
 */
public final class LatencyHistogram {

    /** The third digit of 1 us: cells are 8 ns wide below 16 us, and at most a thousandth of their values from there on. */
    public static final long LOWEST_NANOS = 10;

    /** One hour; longer values are clamped. */
    public static final long HIGHEST_NANOS = 3_600_000_000_000L;

    /** Significant digits. */
    public static final int DIGITS = 3;

    private final Histogram histogram;
    private @Nullable Cells cells;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max;

    /**
     * The cells that are not empty, for finding ranks.
     *
     * @param lowest their least values, rising
     * @param upTo   how many values are in each and those below
     */
    // Contains arrays, but is never compared.
    @SuppressWarnings("ArrayRecordComponent")
    private record Cells(long[] lowest, long[] upTo) {

        private static final int FEW = 256;

        static Cells of(Histogram values) {
            long[] lowest = new long[FEW];
            long[] upTo = new long[FEW];
            int size = 0;
            long sum = 0;
            long last = values.getMaxValue();
            long cell = values.lowestEquivalentValue(values.getMinValue());
            while (cell <= last) {
                // Cells are equally wide up to the next power of two.
                long width = values.sizeOfEquivalentValueRange(cell);
                long end = 2 * Math.max(1, Long.highestOneBit(cell));
                for (; cell < end && cell <= last; cell += width) {
                    long in = values.getCountAtValue(cell);
                    if (in > 0) {
                        lowest = withRoom(lowest, size);
                        upTo = withRoom(upTo, size);
                        sum += in;
                        lowest[size] = cell;
                        upTo[size] = sum;
                        size++;
                    }
                }
            }
            return new Cells(Arrays.copyOf(lowest, size), Arrays.copyOf(upTo, size));
        }

        private static long[] withRoom(long[] row, int used) {
            return used < row.length ? row : Arrays.copyOf(row, 2 * used);
        }
    }

    public LatencyHistogram() {
        this(new Histogram(LOWEST_NANOS, 2 * LOWEST_NANOS, DIGITS), 0, Long.MAX_VALUE, 0);
        histogram.setAutoResize(true);
    }

    private LatencyHistogram(Histogram histogram, long sum, long min, long max) {
        this.histogram = histogram;
        this.sum = sum;
        this.min = min;
        this.max = max;
    }

    /**
     * Restores a distribution from its parts.
     *
     * @param histogram the values; its total count is the count. Where its cells differ from those of this class, each value counts in
     *                  the middle of its cell
     * @param sum       exact, in nanoseconds
     * @param min       exact; ignored when empty
     * @param max       exact
     */
    public static LatencyHistogram of(Histogram histogram, long sum, long min, long max) {
        return new LatencyHistogram(
                inOwnCells(histogram), sum, histogram.getTotalCount() == 0 ? Long.MAX_VALUE : min, max);
    }

    private static Histogram inOwnCells(Histogram histogram) {
        if (histogram.getLowestDiscernibleValue() == LOWEST_NANOS
                && histogram.getNumberOfSignificantValueDigits() == DIGITS) {
            return histogram;
        }
        Histogram own = new Histogram(LOWEST_NANOS, Math.max(2 * LOWEST_NANOS, histogram.getMaxValue()), DIGITS);
        histogram
                .recordedValues()
                .forEach(cell -> own.recordValueWithCount(
                        histogram.medianEquivalentValue(cell.getValueIteratedTo()),
                        cell.getCountAddedInThisIterationStep()));
        own.setAutoResize(true);
        return own;
    }

    public void record(long nanos) {
        record(nanos, 1);
    }

    /** Records a value {@code count} times. */
    void record(long nanos, long count) {
        addToCell(clamp(nanos), count);
        addTotals(nanos * count, nanos, nanos);
    }

    /** So many values of one cell; {@link #addTotals} follows. */
    void addToCell(long value, long count) {
        cells = null;
        histogram.recordValueWithCount(value, count);
    }

    /** The exact figures of values whose cells were added. */
    void addTotals(long itsSum, long itsMin, long itsMax) {
        sum += itsSum;
        min = Math.min(min, itsMin);
        max = Math.max(max, itsMax);
    }

    /** Adds all values of another distribution. */
    public void add(LatencyHistogram other) {
        cells = null;
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
     * The value of rank max(1, ceil(q n)), to three digits from 1 us on; 0 when empty. The values of a cell are taken to be spread evenly
     * over it: the i-th of c values is at (i - 1/2) / c of its width. Never beyond the exact minimum and maximum.
     *
     * @param quantile from 0 to 1
     */
    public long quantileNanos(double quantile) {
        if (count() == 0) {
            return 0;
        }
        Cells filled = cells();
        // The next lower percentile, so that rounding of 100 q n / 100 does not reach the next rank.
        long rank = (long) Math.max(1, Math.ceil(Math.nextDown(quantile * 100) * count() / 100));
        int found = Arrays.binarySearch(filled.upTo, rank);
        int at = found < 0 ? -found - 1 : found;
        long before = at == 0 ? 0 : filled.upTo[at - 1];
        long width = histogram.sizeOfEquivalentValueRange(filled.lowest[at]);
        // Rounding of the rank must not leave the cell.
        double place = (rank - before - 0.5) / (filled.upTo[at] - before);
        long within = Math.max(0, Math.min(width - 1, (long) (place * width)));
        return Math.max(minNanos(), Math.min(max, filled.lowest[at] + within));
    }

    private Cells cells() {
        Cells known = cells;
        if (known == null) {
            known = Cells.of(histogram);
            cells = known;
        }
        return known;
    }

    /** Receives the cells of a distribution. */
    @FunctionalInterface
    public interface CellVisitor {

        /**
         * Called for a cell that is not empty.
         *
         * @param lowest its least value, in nanoseconds
         * @param count  number of values
         */
        void cell(long lowest, long count);
    }

    /** Visits the cells that are not empty, in ascending order. */
    public void forEachCell(CellVisitor visitor) {
        Cells filled = cells();
        long before = 0;
        for (int at = 0; at < filled.lowest.length; at++) {
            visitor.cell(filled.lowest[at], filled.upTo[at] - before);
            before = filled.upTo[at];
        }
    }

    /** The least value that is kept in the same cell. */
    public long leastInCellOf(long nanos) {
        return histogram.lowestEquivalentValue(clamp(nanos));
    }

    /**
     * A copy of the histogram, for encoding: as wide as its largest value needs, so equal values are equal bytes however they came
     * together.
     */
    public Histogram histogram() {
        Histogram copy = new Histogram(LOWEST_NANOS, Math.max(2 * LOWEST_NANOS, histogram.getMaxValue()), DIGITS);
        copy.add(histogram);
        return copy;
    }

    static long clamp(long nanos) {
        return Math.max(0, Math.min(nanos, HIGHEST_NANOS));
    }
}
