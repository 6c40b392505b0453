package io.dbharness.cql;

import io.dbharness.cql.driver.DriverSession;
import io.dbharness.distribution.ValueDistribution;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Chooses rows shortly before the last written one of a sequence, by the rule of cassandra-stress for {@code read-lookback}. A row counts
 * once its write and all writes of rows before it have ended, with any outcome; cassandra-stress counts it once it is generated, so its
 * reads also go to rows in flight. Thread-safe.
 */
final class RecentRows {

    /** A write that has not ended when the write of a row this far behind it ends counts as ended: it may never have been sent. */
    static final int WINDOW = 1 << 16;

    private final ValueDistribution back;
    private final long first;
    private final int step;
    /** Places after the first gap whose writes have ended, modulo {@link #WINDOW}. */
    private final BitSet ahead = new BitSet(WINDOW);
    /** Number of rows from the first whose writes have ended without a gap; changed only under the lock. */
    private volatile long written;

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

    /** Returns a write of these rows that counts them when it ends. */
    CqlInvocation followed(CqlInvocation write, List<Long> rows) {
        return new Followed(write, () -> rows.forEach(this::end));
    }

    private record Followed(CqlInvocation write, Runnable end) implements CqlInvocation {

        @Override
        public Operation operation() {
            return write.operation();
        }

        @Override
        public CompletionStage<Outcome> send(DriverSession session) {
            return write.send(session).whenComplete((outcome, failure) -> end.run());
        }
    }

    /** Records that the write of a row has ended. */
    synchronized void end(long row) {
        long place = Math.floorDiv(row - first, (long) step);
        long rows = written;
        if (place < rows) {
            return;
        }
        if (place >= rows + WINDOW) {
            ahead.clear();
            rows = place;
        }
        ahead.set((int) (place % WINDOW));
        while (ahead.get((int) (rows % WINDOW))) {
            ahead.clear((int) (rows % WINDOW));
            rows++;
        }
        written = rows;
    }

    /** Chooses a row; the first as long as none is written. */
    long row(RandomGenerator random) {
        long distance = back.draw(random, drawn.getAndIncrement());
        long rows = written;
        long place = rows - distance;
        return first + step * (place >= 0 ? place : rows == 0 ? 0 : distance % rows);
    }
}
