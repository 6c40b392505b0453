package io.dbharness.cql.data;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** What was added to the counters of each row and acknowledged, up to a limit of rows; those beyond are not followed. Thread-safe. */
public final class AcknowledgedSums {

    /** 32 MB of words. */
    private static final int MOST_FOLLOWED = 1 << 22;

    private final AtomicLongArray sums;
    private final LongAdder additions = new LongAdder();

    /** @param rows numbered from 0 */
    AcknowledgedSums(long rows) {
        this.sums = new AtomicLongArray((int) Math.min(rows, MOST_FOLLOWED));
    }

    /** Notes that an addition was acknowledged. */
    public void acknowledge(long row, long amount) {
        additions.increment();
        if (row < sums.length()) {
            sums.addAndGet((int) row, amount);
        }
    }

    /** What was added to a row; 0 for one that is not followed. */
    long of(long row) {
        return row < sums.length() ? sums.get((int) row) : 0;
    }

    /** How many additions were acknowledged. */
    long additions() {
        return additions.sum();
    }
}
