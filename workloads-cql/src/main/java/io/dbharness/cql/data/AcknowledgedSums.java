package io.dbharness.cql.data;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Adds up the acknowledged additions to the counters of each row, up to a limit of rows; rows beyond the limit are not tracked, nor is
 * the one before the first.
 * Thread-safe.
 */
public final class AcknowledgedSums {

    /** 32 MB of words. */
    private static final int MOST_FOLLOWED = 1 << 22;

    private final AtomicLongArray sums;
    private final LongAdder additions = new LongAdder();

    /** @param rows numbered from 0 */
    AcknowledgedSums(long rows) {
        this.sums = new AtomicLongArray((int) Math.min(rows, MOST_FOLLOWED));
    }

    /** Records that an addition was acknowledged. */
    public void acknowledge(long row, long amount) {
        additions.increment();
        if (row >= 0 && row < sums.length()) {
            sums.addAndGet((int) row, amount);
        }
    }

    /** Returns the acknowledged sum of a row; 0 for a row that is not tracked. */
    long of(long row) {
        return row >= 0 && row < sums.length() ? sums.get((int) row) : 0;
    }

    /** Returns the number of acknowledged additions. */
    long additions() {
        return additions.sum();
    }
}
