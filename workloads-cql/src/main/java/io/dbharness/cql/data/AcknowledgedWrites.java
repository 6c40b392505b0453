package io.dbharness.cql.data;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/**
 * Keeps the highest acknowledged version of each row, in one 64-bit word per row up to a limit. In a larger data set it tracks only every
 * n-th row. Thread-safe, lock-free.
 */
public final class AcknowledgedWrites {

    /** 32 MB of words. */
    private static final int MOST_SLOTS = 1 << 22;

    private final long stride;
    private final AtomicLongArray versions;
    private final AtomicInteger rowsSeen = new AtomicInteger();

    /** @param rows in the data set, numbered from 0 */
    AcknowledgedWrites(long rows) {
        this.stride = (rows + MOST_SLOTS - 1) / MOST_SLOTS;
        this.versions = new AtomicLongArray((int) ((rows + stride - 1) / stride));
    }

    /** Records that a write was acknowledged. */
    public void acknowledge(long row, long version) {
        if (row % stride == 0 && versions.getAndAccumulate((int) (row / stride), version, Math::max) == 0) {
            rowsSeen.getAndIncrement();
        }
    }

    /** Returns the highest acknowledged version; 0 if there is none or the row is not tracked. */
    long versionOf(long row) {
        return row % stride == 0 ? versions.get((int) (row / stride)) : 0;
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
        return LongStream.range(0, versions.length())
                .filter(slot -> versions.get((int) slot) > 0)
                .map(slot -> slot * stride);
    }
}
