package io.dbharness.distribution;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Numbers new rows one after the other and draws from those whose insert was acknowledged, as YCSB does in a growing key space.
 * Thread-safe.
 */
public final class Sequence {

    private final long first;
    private final AtomicLong last;
    private final AtomicLong acknowledged;
    /** Numbers that were given out and whose insert is not acknowledged; those of failed inserts remain. */
    private final Set<Long> pending = ConcurrentHashMap.newKeySet();

    /**
     * Creates a sequence.
     *
     * @param first number of the first existing row
     * @param last  number of the last existing row; less than {@code first} if there is none
     */
    public Sequence(long first, long last) {
        this.first = first;
        this.last = new AtomicLong(last);
        this.acknowledged = new AtomicLong(last);
    }

    /** Returns the number of a new row. Locks, so that a number is pending before a higher one can be acknowledged. */
    public synchronized long next() {
        long number = last.incrementAndGet();
        pending.add(number);
        return number;
    }

    /** Records that the row of a number exists. */
    public void acknowledge(long number) {
        acknowledged.accumulateAndGet(number, Math::max);
        pending.remove(number);
    }

    /** Returns true if a row exists. */
    public boolean isThere() {
        return acknowledged.get() >= first;
    }

    /** Draws an existing row, the later ones most often: YCSB's distribution {@code latest}. */
    public long latest(RandomGenerator random) {
        long most = acknowledged.get();
        long count = Math.max(1, most - first + 1);
        return existing(most - new YcsbZipfian(count).draw(random));
    }

    /** Draws one of the last rows, each equally often. */
    public long recent(long rows, RandomGenerator random) {
        long most = acknowledged.get();
        return existing(most - random.nextLong(Math.max(1, Math.min(rows, most - first + 1))));
    }

    /** Returns the number, or the next lower one whose row exists. */
    private long existing(long number) {
        long found = number;
        while (found > first && pending.contains(found)) {
            found--;
        }
        return found;
    }
}
