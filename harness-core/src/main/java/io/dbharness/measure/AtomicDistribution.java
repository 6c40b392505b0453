package io.dbharness.measure;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A distribution that many threads record into without a lock. Its cells are those of {@link LatencyHistogram}, so nothing is rounded again
 * when they are read. They are kept in pages of 8 kB: a page is made by the first value that falls into it, a reading looks at the pages
 * between the least value and the greatest only, and after a few readings without any value all are freed. An HdrHistogram of this range
 * has all of its 246 kB from the start, and each reading goes through them twice.
 */
final class AtomicDistribution {

    /** After so many readings without a value its memory is freed. */
    private static final int IDLE_READINGS = 10;

    /** Cells of the first page are 8 ns wide: the power of two below {@link LatencyHistogram#LOWEST_NANOS}. */
    private static final int UNIT_BITS = 3;

    /** A page has 1,024 cells, as three digits need. From the third page on, cells are twice as wide as those of the page before. */
    private static final int PAGE_BITS = 10;

    private static final int CELLS = 1 << PAGE_BITS;

    private final AtomicReferenceArray<@Nullable AtomicLongArray> pages =
            new AtomicReferenceArray<>(page(LatencyHistogram.HIGHEST_NANOS) + 1);
    private final AtomicLong sum = new AtomicLong();
    private final AtomicLong min = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong max = new AtomicLong();
    private int idleReadings;

    void record(long nanos) {
        long value = LatencyHistogram.clamp(nanos);
        int page = page(value);
        existing(page).getAndIncrement(cell(value, page));
        sum.getAndAdd(nanos);
        for (long seen = min.get(); nanos < seen && !min.compareAndSet(seen, nanos); seen = min.get()) {
            Thread.onSpinWait();
        }
        for (long seen = max.get(); nanos > seen && !max.compareAndSet(seen, nanos); seen = max.get()) {
            Thread.onSpinWait();
        }
    }

    private AtomicLongArray existing(int page) {
        AtomicLongArray existing = pages.get(page);
        return existing == null ? first(page) : existing;
    }

    /** When two threads make one at the same time, both record into the first. */
    private AtomicLongArray first(int page) {
        AtomicLongArray made = new AtomicLongArray(CELLS);
        AtomicLongArray other = pages.compareAndExchange(page, null, made);
        return other == null ? made : other;
    }

    private static int page(long value) {
        return Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - UNIT_BITS - PAGE_BITS);
    }

    private static int cell(long value, int page) {
        return (int) (value >>> widthBits(page)) & CELLS - 1;
    }

    /** The least value of a cell. */
    private static long value(int page, int cell) {
        return (page == 0 ? (long) cell : CELLS + cell) << widthBits(page);
    }

    private static int widthBits(int page) {
        return UNIT_BITS + Math.max(0, page - 1);
    }

    /** Moves everything recorded so far out of all parts, into one histogram; no thread may record meanwhile. */
    static LatencyHistogram drain(Stream<AtomicDistribution> parts) {
        LatencyHistogram sum = new LatencyHistogram();
        parts.forEach(part -> part.drainInto(sum));
        return sum;
    }

    /** Moves everything recorded so far into {@code into}; no thread may record meanwhile. */
    void drainInto(LatencyHistogram into) {
        if (min.get() == Long.MAX_VALUE) {
            idle();
            return;
        }
        int first = page(LatencyHistogram.clamp(min.get()));
        // From the greatest on: its histogram grows once.
        for (int page = page(LatencyHistogram.clamp(max.get())); page >= first; page--) {
            AtomicLongArray cells = pages.get(page);
            if (cells != null) {
                move(page, cells, into);
            }
        }
        into.addTotals(sum.get(), min.get(), max.get());
        sum.set(0);
        min.set(Long.MAX_VALUE);
        max.set(0);
        idleReadings = 0;
    }

    private static void move(int page, AtomicLongArray cells, LatencyHistogram into) {
        for (int cell = CELLS - 1; cell >= 0; cell--) {
            long count = cells.getPlain(cell);
            if (count > 0) {
                into.addToCell(value(page, cell), count);
                cells.setPlain(cell, 0);
            }
        }
    }

    /** Returns true if its memory has been freed. */
    boolean holdsNoMemory() {
        for (int page = 0; page < pages.length(); page++) {
            if (pages.get(page) != null) {
                return false;
            }
        }
        return true;
    }

    /** A reading found nothing recorded; no thread may record meanwhile. */
    void idle() {
        idleReadings++;
        if (idleReadings == IDLE_READINGS) {
            for (int page = 0; page < pages.length(); page++) {
                pages.set(page, null);
            }
        }
    }
}
