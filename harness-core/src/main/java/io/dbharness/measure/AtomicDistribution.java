package io.dbharness.measure;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.AtomicHistogram;

/** A distribution that many threads record into without a lock or an allocation. */
final class AtomicDistribution {

    private final AtomicHistogram histogram =
            new AtomicHistogram(Distribution.LOWEST_NANOS, Distribution.HIGHEST_NANOS, Distribution.DIGITS);
    private final AtomicLong sum = new AtomicLong();
    private final AtomicLong min = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong max = new AtomicLong();

    void record(long nanos) {
        histogram.recordValue(Distribution.clamp(nanos));
        sum.getAndAdd(nanos);
        for (long seen = min.get(); nanos < seen && !min.compareAndSet(seen, nanos); seen = min.get()) {
            Thread.onSpinWait();
        }
        for (long seen = max.get(); nanos > seen && !max.compareAndSet(seen, nanos); seen = max.get()) {
            Thread.onSpinWait();
        }
    }

    /** Moves everything recorded so far into {@code into}; no thread may record meanwhile. */
    void drainInto(Distribution into) {
        if (histogram.getTotalCount() > 0) {
            into.add(Distribution.of(histogram, sum.get(), min.get(), max.get()));
            histogram.reset();
            sum.set(0);
            min.set(Long.MAX_VALUE);
            max.set(0);
        }
    }
}
