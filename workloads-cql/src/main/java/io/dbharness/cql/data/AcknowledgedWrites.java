package io.dbharness.cql.data;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/**
 * Keeps the highest acknowledged version of each row, in one 64-bit word per row up to a limit. In a larger data set it tracks only every
 * n-th row. The row before the first is that of the number 0 in a population. Thread-safe, lock-free.
 */
public final class AcknowledgedWrites {

    /** 32 MB of words. */
    private static final int MOST_SLOTS = 1 << 22;

    private static final long BEFORE_FIRST = -1;

    private final long stride;
    /** One more than the version of each row; 0 for none. */
    private final AtomicLongArray versions;

    private final AtomicInteger rowsSeen = new AtomicInteger();

    /** @param rows in the data set, numbered from 0 */
    AcknowledgedWrites(long rows) {
        this.stride = (rows + MOST_SLOTS - 1) / MOST_SLOTS;
        this.versions = new AtomicLongArray((int) ((rows + stride - 1) / stride) + 1);
    }

    /** Records that a write was acknowledged. */
    public void acknowledge(long row, long version) {
        if (isTracked(row) && versions.getAndAccumulate(slot(row), version + 1, Math::max) == 0) {
            rowsSeen.getAndIncrement();
        }
    }

    /** Returns the highest acknowledged version; -1 if there is none or the row is not tracked. */
    long versionOf(long row) {
        return isTracked(row) ? versions.get(slot(row)) - 1 : -1;
    }

    private boolean isTracked(long row) {
        return row == BEFORE_FIRST || row % stride == 0;
    }

    private int slot(long row) {
        return row == BEFORE_FIRST ? versions.length() - 1 : (int) (row / stride);
    }

    /** Returns how many of the tracked rows have been written. */
    int rowsSeen() {
        return rowsSeen.get();
    }

    /** Returns true if every row is tracked. */
    boolean all() {
        return stride == 1;
    }

    /** Returns the tracked rows that were written, in ascending order. */
    LongStream rows() {
        return LongStream.concat(
                        LongStream.of(BEFORE_FIRST),
                        LongStream.range(0, versions.length() - 1).map(slot -> slot * stride))
                .filter(row -> versions.get(slot(row)) > 0);
    }
}
