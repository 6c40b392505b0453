package io.dbharness.load;

import io.dbharness.random.Seed;

/** When a population of users sends. Immutable; {@link #begin} makes the moving parts of one run. */
public sealed interface LoadModel permits ClosedLoop, OpenArrivals {

    /** How many users there are; each has at most one invocation in flight. */
    int users();

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
}
