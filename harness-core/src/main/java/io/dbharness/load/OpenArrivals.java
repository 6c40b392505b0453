package io.dbharness.load;

import io.dbharness.load.LoadModel.Arrivals;
import io.dbharness.model.Internal;
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
 * @param late    treatment of an arrival that finds every user busy
 * @param users   how many invocations may be in flight at once
 * @param slice   which of the arrivals this process sends: of even ones every n-th, of Poisson arrivals a separate stream
 */
public record OpenArrivals(
        @Internal RateProfile rate,
        Spacing spacing,
        LatePolicy late,
        int users,
        @Internal Slice slice) implements LoadModel {

    private static final double NANOS_PER_SECOND = 1e9;

    /** How arrivals of a rate are spread. */
    public enum Spacing {
        /** Evenly: arrival <i>n</i> comes when <i>n</i> are expected. */
        UNIFORM,
        /** As independent requesters send: exponential gaps in expected arrivals. */
        POISSON
    }

    /** The treatment of an arrival that finds every user busy. */
    public enum LatePolicy {
        /** It waits its turn, and the wait is in its response time. */
        QUEUE,
        /** It is not sent; it counts as skipped, and as infinitely slow among the requests that were intended. */
        SKIP
    }

    public OpenArrivals {
        Objects.requireNonNull(rate, "rate");
        Objects.requireNonNull(spacing, "spacing");
        Objects.requireNonNull(late, "late");
        if (users < 1) {
            throw new IllegalArgumentException("an open load needs at least one user, not " + users);
        }
    }

    /** All arrivals of the rate. */
    @Internal
    public OpenArrivals(RateProfile rate, Spacing spacing, LatePolicy late, int users) {
        this(rate, spacing, late, users, Slice.WHOLE);
    }

    @Override
    public String describe() {
        return "open, " + rate.describe() + ", " + spacing.name().toLowerCase(Locale.ROOT) + ", at most " + users
                + " at once" + slice.words();
    }

    @Internal
    @Override
    public Arrivals begin(Seed seed, RunWindows windows) {
        return new Stream(seed.stream("arrivals", slice.index()), windows);
    }

    /** One shared sequence of arrivals: whichever user is free takes the next. */
    private final class Stream implements Arrivals {

        private final RandomGenerator random;
        private final RunWindows windows;
        private final ArrayDeque<Long> unclaimed = new ArrayDeque<>();
        private double expected;
        private long next;
        private long skippedMeasured;

        Stream(RandomGenerator random, RunWindows windows) {
            this.random = random;
            this.windows = windows;
            // Parts of even arrivals alternate, so that all parts together are as even as one process.
            this.expected = spacing == Spacing.UNIFORM ? slice.index() + 1 - slice.of() : 0;
            advance();
        }

        @Override
        public Pacer pacerFor(int user) {
            return (operation, previousEnd) -> late == LatePolicy.SKIP ? takeAfter(previousEnd) : take();
        }

        private synchronized long take() {
            if (!unclaimed.isEmpty()) {
                return unclaimed.remove();
            }
            return advance();
        }

        /** Arrivals that came due before this user was free found every user busy: a free one would have claimed them ahead. */
        private synchronized long takeAfter(long free) {
            long due = take();
            while (due < free) {
                if (windows.measures(due)) {
                    skippedMeasured++;
                }
                due = take();
            }
            return due;
        }

        /** Arrivals that no user took before the end count as skipped, too. */
        @Override
        public synchronized long skippedMeasured() {
            return late == LatePolicy.SKIP
                    ? skippedMeasured + dueBetween(windows.measureFrom(), windows.end()).length
                    : 0;
        }

        @Override
        public synchronized long[] dueUnclaimed(long from, long to) {
            return late == LatePolicy.SKIP ? new long[0] : dueBetween(from, to);
        }

        @Override
        public synchronized long longestWait(long now) {
            if (late == LatePolicy.SKIP || dueBetween(windows.start(), now).length == 0) {
                return 0;
            }
            return now - unclaimed.element();
        }

        private long[] dueBetween(long from, long to) {
            while (next < to) {
                unclaimed.add(advance());
            }
            return unclaimed.stream()
                    .mapToLong(Long::longValue)
                    .filter(due -> due >= from && due < to)
                    .toArray();
        }

        private long advance() {
            long due = next;
            expected += slice.of() * (spacing == Spacing.UNIFORM ? 1 : -Math.log1p(-random.nextDouble()));
            next = at(expected);
            return due;
        }

        /** Arrival n is due when n - 1 are expected before it, so an even rate of r starts at once and sends r in its first second. */
        private long at(double n) {
            double seconds = rate.secondsAt(spacing == Spacing.UNIFORM ? n - 1 : n);
            return Double.isInfinite(seconds) ? Pacer.NEVER : windows.start() + Math.round(seconds * NANOS_PER_SECOND);
        }
    }
}
