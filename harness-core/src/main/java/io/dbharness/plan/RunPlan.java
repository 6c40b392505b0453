package io.dbharness.plan;

import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.random.Seed;
import java.time.Duration;
import java.util.Objects;

/**
 * One run, fully resolved, without the workload and the target it is bound to.
 *
 * @param load        when to send
 * @param connections sessions open at once; dedicated when there are at least as many as users, leased otherwise
 * @param timeline    warm-up, measurement, drain
 * @param seed        the root of all randomness
 * @param retry       what happens to transient failures
 * @param interval    how often the recorder is read
 * @param giveUpAfter how long a target may stay unreachable before the run ends
 */
public record RunPlan(
        LoadModel load,
        int connections,
        Timeline timeline,
        Seed seed,
        RetryPolicy retry,
        Duration interval,
        Duration giveUpAfter) {

    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);
    /** Longer than a failover of a replicated database takes, short enough to end a run against a dead server. */
    public static final Duration DEFAULT_GIVE_UP = Duration.ofSeconds(15);

    public RunPlan {
        Objects.requireNonNull(load, "load");
        Objects.requireNonNull(timeline, "timeline");
        if (connections < 1 || interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("not a plan: " + connections + " connections, interval " + interval);
        }
    }

    /** A plan with the usual retry policy and interval. */
    public static RunPlan of(LoadModel load, int connections, Timeline timeline, Seed seed) {
        return new RunPlan(load, connections, timeline, seed, RetryPolicy.DEFAULT, DEFAULT_INTERVAL, DEFAULT_GIVE_UP);
    }

    /** Whether each user keeps a session of its own. */
    public boolean dedicated() {
        return load.users() <= connections;
    }
}
