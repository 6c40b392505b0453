package io.dbharness.load;

import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.model.Internal;
import io.dbharness.random.Seed;

/** When a population of users sends. Immutable; {@link #begin} makes the moving parts of one run. */
@Internal
public sealed interface LoadModel permits ClosedLoop, OpenArrivals {

    /** How many users there are; each has at most one invocation in flight. */
    int users();

    /** Which part of the load of several processes this is; the users are those of this part. */
    Slice slice();

    /** One sentence for reports, for example {@code closed, 32 users, no think time}. */
    String describe();

    /**
     * Starts the model.
     *
     * @param seed    the run's seed
     * @param windows the run's windows on the run clock
     */
    Arrivals begin(Seed seed, RunWindows windows);

    /** {@code users} users without think time. */
    static LoadModel closed(int users) {
        return new ClosedLoop(users, ThinkTime.NONE);
    }

    /** {@code perSecond} evenly spaced arrivals a second, served by at most {@code users} at once. */
    static LoadModel open(double perSecond, int users) {
        return new OpenArrivals(RateProfile.constant(perSecond), Spacing.UNIFORM, LatePolicy.QUEUE, users);
    }

    /** A load model in motion: what one run's pacers share. Thread-safe. */
    @FunctionalInterface
    interface Arrivals {

        /** The pacer of one user. */
        Pacer pacerFor(int user);

        /**
         * Arrivals due in [from, to) that no pacer has handed out: an open model's backlog when all users are busy. Always 0 in a closed
         * model, where each user holds its own next start.
         */
        default long unclaimedBetween(long from, long to) {
            return dueUnclaimed(from, to).length;
        }

        /** When the same arrivals were due, in order. */
        default long[] dueUnclaimed(long from, long to) {
            return new long[0];
        }

        /** Arrivals due in the measurement window that were not sent because every user was busy. Always 0 unless late ones are skipped. */
        default long skippedMeasured() {
            return 0;
        }

        /** How long the oldest arrival that no user has taken has waited by {@code now}; nanoseconds, 0 when none waits. */
        default long longestWait(long now) {
            return 0;
        }
    }
}
