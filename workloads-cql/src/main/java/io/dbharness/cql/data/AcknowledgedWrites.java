package io.dbharness.cql.data;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/**
 * The highest version of each row that was acknowledged: one word a row, up to a limit; beyond it only every n-th row is followed.
 * Thread-safe, without a lock.
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

    /** Notes that a write was acknowledged. */
    public void acknowledge(long row, long version) {
        if (row % stride == 0 && versions.getAndAccumulate((int) (row / stride), version, Math::max) == 0) {
            rowsSeen.getAndIncrement();
        }
    }

    /** The highest version acknowledged; 0 when none was, or the row is not followed. */
    long versionOf(long row) {
        return row % stride == 0 ? versions.get((int) (row / stride)) : 0;
    }

    /** How many of the rows that are followed have been written. */
    int rowsSeen() {
        return rowsSeen.get();
    }

    /** Whether every row is followed. */
    boolean all() {
        return stride == 1;
    }

    /** The rows that were written, of those that are followed, in ascending order. */
    LongStream rows() {
        return LongStream.range(0, versions.length())
                .filter(slot -> versions.get((int) slot) > 0)
                .map(slot -> slot * stride);
    }
}
