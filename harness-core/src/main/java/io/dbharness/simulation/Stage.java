package io.dbharness.simulation;

import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/**
 * Something a request passes on its way: a queue, a cap, a stall. Stages may keep state; requests come in the order of time. One thread.
 */
@FunctionalInterface
interface Stage {

    /** When a request that arrives at {@code at} leaves; nanoseconds, not before {@code at}. */
    long leave(long at);

    double NANOS_PER_SECOND = 1e9;

    /**
     * Servers in parallel behind one queue, first come first served.
     *
     * @param count   how many requests are served at once
     * @param service how long each takes
     */
    static Stage servers(int count, LongSupplier service) {
        PriorityQueue<Long> free = new PriorityQueue<>();
        for (int i = 0; i < count; i++) {
            free.add(Long.MIN_VALUE);
        }
        return at -> {
            long end = Math.max(at, free.remove()) + service.getAsLong();
            free.add(end);
            return end;
        };
    }

    /** Service without a limit on how many are served at once. */
    static Stage unlimited(LongSupplier service) {
        return at -> at + service.getAsLong();
    }

    /** A leaky bucket: requests leave at even distances, never faster than the rate. What waits waits in order. */
    static Stage shaper(double perSecond) {
        double[] next = {Double.NEGATIVE_INFINITY};
        double distance = NANOS_PER_SECOND / perSecond;
        return at -> {
            double slot = Math.max((double) at, next[0]);
            next[0] = slot + distance;
            return Math.round(slot);
        };
    }

    /** Tokens that are refilled at the start of each window: at full speed while they last, then not at all until the next window. */
    static Stage tokens(double perSecond, long windowNanos) {
        long each = Math.max(1, Math.round(perSecond * windowNanos / NANOS_PER_SECOND));
        return new Stage() {
            private long window = Long.MIN_VALUE;
            private long left;

            @Override
            public long leave(long at) {
                long arrived = Math.floorDiv(at, windowNanos);
                if (arrived > window) {
                    window = arrived;
                    left = each;
                } else if (left == 0) {
                    window++;
                    left = each;
                }
                left--;
                return Math.max(at, window * windowNanos);
            }
        };
    }

    /**
     * A disk with burst credits: requests pass at the burst rate while credits last, at the baseline rate afterwards. Credits grow at
     * the baseline rate and are spent one a request, so that a burst at the full rate from a full bucket lasts
     * credits / (burst - baseline) seconds.
     */
    static Stage credits(double burst, double baseline, double credits) {
        return new Stage() {
            private double left = credits;
            private double last = Double.NaN;
            private double next = Double.NEGATIVE_INFINITY;

            @Override
            public long leave(long at) {
                double slot = Math.max((double) at, next);
                double idle = Double.isNaN(last) ? 0 : (slot - last) / NANOS_PER_SECOND;
                left = Math.min(credits, left + idle * baseline) - 1;
                last = slot;
                next = slot + NANOS_PER_SECOND / (left >= 1 ? burst : baseline);
                left = Math.max(0, left);
                return Math.round(slot);
            }
        };
    }

    /** Nothing moves for the first {@code length} of every {@code period}, the first period excepted. */
    static Stage stalls(long length, long period) {
        return at -> {
            long begun = Math.floorDiv(at, period) * period;
            return begun > 0 && at < begun + length ? begun + length : at;
        };
    }
}
