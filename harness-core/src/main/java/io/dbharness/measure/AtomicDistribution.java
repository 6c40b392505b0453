package io.dbharness.measure;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.AtomicHistogram;
import org.jspecify.annotations.Nullable;

/**
 * A distribution that many threads record into without a lock. Its histogram takes 197 kB, so it exists only while there is something to
 * record: the first value makes it, and after a few readings without any it is freed.
 */
final class AtomicDistribution {

    /** After so many intervals without a value its memory is freed. */
    private static final int IDLE_READINGS = 10;

    private final AtomicReference<@Nullable AtomicHistogram> histogram = new AtomicReference<>();
    private final AtomicLong sum = new AtomicLong();
    private final AtomicLong min = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong max = new AtomicLong();
    private int idleReadings;

    void record(long nanos) {
        histogram().recordValue(Distribution.clamp(nanos));
        sum.getAndAdd(nanos);
        for (long seen = min.get(); nanos < seen && !min.compareAndSet(seen, nanos); seen = min.get()) {
            Thread.onSpinWait();
        }
        for (long seen = max.get(); nanos > seen && !max.compareAndSet(seen, nanos); seen = max.get()) {
            Thread.onSpinWait();
        }
    }

    private AtomicHistogram histogram() {
        AtomicHistogram existing = histogram.get();
        return existing == null ? firstHistogram() : existing;
    }

    /** When two threads make one at the same time, both record into the first. */
    private AtomicHistogram firstHistogram() {
        AtomicHistogram made =
                new AtomicHistogram(Distribution.LOWEST_NANOS, Distribution.HIGHEST_NANOS, Distribution.DIGITS);
        AtomicHistogram other = histogram.compareAndExchange(null, made);
        return other == null ? made : other;
    }

    /** Moves everything recorded so far into {@code into}; no thread may record meanwhile. */
    void drainInto(Distribution into) {
        AtomicHistogram recorded = histogram.get();
        if (recorded == null || recorded.getTotalCount() == 0) {
            idle();
            return;
        }
        into.add(Distribution.of(recorded, sum.get(), min.get(), max.get()));
        recorded.reset();
        sum.set(0);
        min.set(Long.MAX_VALUE);
        max.set(0);
        idleReadings = 0;
    }

    /** Whether its histogram has been freed. */
    boolean holdsNoHistogram() {
        return histogram.get() == null;
    }

    /** A reading found nothing recorded; no thread may record meanwhile. */
    void idle() {
        idleReadings++;
        if (idleReadings >= IDLE_READINGS) {
            histogram.set(null);
        }
    }
}
