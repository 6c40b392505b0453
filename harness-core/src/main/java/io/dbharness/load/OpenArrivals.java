package io.dbharness.load;

import io.dbharness.random.Seed;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Requests that come whether or not earlier ones have been answered. When all users are busy an arrival waits, and the wait is part of
 * its response time.
 *
 * @param rate    arrivals a second over time
 * @param spacing even or Poisson
 * @param users   how many invocations may be in flight at once
 */
public record OpenArrivals(RateProfile rate, Spacing spacing, int users) implements LoadModel {

    private static final double NANOS_PER_SECOND = 1e9;

    public OpenArrivals {
        Objects.requireNonNull(rate, "rate");
        Objects.requireNonNull(spacing, "spacing");
        if (users < 1) {
            throw new IllegalArgumentException("an open load needs at least one user, not " + users);
        }
    }

    @Override
    public String describe() {
        return "open, " + rate.describe() + ", " + spacing.name().toLowerCase(Locale.ROOT) + ", at most " + users
                + " at once";
    }

    @Override
    public Arrivals begin(Seed seed, long start) {
        return new Stream(seed.stream("arrivals", 0), start);
    }

    /** One shared sequence of arrivals: whichever user is free takes the next. */
    private final class Stream implements Arrivals {

        private final RandomGenerator random;
        private final long start;
        private final ArrayDeque<Long> unclaimed = new ArrayDeque<>();
        private double expected;
        private long next;

        Stream(RandomGenerator random, long start) {
            this.random = random;
            this.start = start;
            advance();
        }

        @Override
        public Pacer pacerFor(int user) {
            return (operation, previousEnd) -> take();
        }

        private synchronized long take() {
            if (!unclaimed.isEmpty()) {
                return unclaimed.remove();
            }
            return advance();
        }

        @Override
        public synchronized long unclaimedBetween(long from, long to) {
            while (next < to) {
                unclaimed.add(advance());
            }
            return unclaimed.stream().filter(due -> due >= from && due < to).count();
        }

        private long advance() {
            long due = next;
            expected += spacing == Spacing.UNIFORM ? 1 : -Math.log1p(-random.nextDouble());
            next = at(expected);
            return due;
        }

        /** Arrival n is due when n - 1 are expected before it, so an even rate of r starts at once and sends r in its first second. */
        private long at(double n) {
            double seconds = rate.secondsAt(spacing == Spacing.UNIFORM ? n - 1 : n);
            return Double.isInfinite(seconds) ? Pacer.NEVER : start + Math.round(seconds * NANOS_PER_SECOND);
        }
    }
}
