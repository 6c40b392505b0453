package io.dbharness.cql;

import io.dbharness.distribution.ValueDistribution;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Chooses rows shortly before the last written one of a sequence, by the rule of cassandra-stress for {@code read-lookback}. A row counts
 * once all rows before it are acknowledged. Thread-safe.
 */
final class RecentRows {

    private final ValueDistribution back;
    private final long first;
    private final int step;
    /** Acknowledged rows after one that is not. */
    private final ConcurrentSkipListSet<Long> ahead = new ConcurrentSkipListSet<>();
    /** Number of rows from the first that are acknowledged without a gap. */
    private final AtomicLong written = new AtomicLong();

    private final AtomicLong drawn = new AtomicLong();

    /**
     * Creates a chooser.
     *
     * @param back  how many rows behind the last written one
     * @param first row of the sequence that this process writes
     * @param step  from each of its rows to the next
     */
    RecentRows(ValueDistribution back, long first, int step) {
        this.back = back;
        this.first = first;
        this.step = step;
    }

    /** Records that a write of a row was acknowledged. */
    void acknowledge(long row) {
        long place = Math.floorDiv(row - first, (long) step);
        if (place < written.get()) {
            return;
        }
        ahead.add(place);
        for (long next = written.get(); ahead.remove(next); next++) {
            written.compareAndSet(next, next + 1);
        }
    }

    /** Chooses a row; the first as long as none is written. */
    long row(RandomGenerator random) {
        long distance = back.draw(random, drawn.getAndIncrement());
        long rows = written.get();
        long place = rows - distance;
        return first + step * (place >= 0 ? place : rows == 0 ? 0 : distance % rows);
    }
}
