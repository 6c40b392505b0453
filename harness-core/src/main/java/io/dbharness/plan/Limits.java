package io.dbharness.plan;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * When a run ends before its time.
 *
 * @param giveUpAfter how long a target may stay unreachable
 * @param longestWait how long an arrival of an open load may wait for a user before the run is called overloaded
 * @param count       how many requests to intend in the measurement; without a limit if empty
 */
public record Limits(Duration giveUpAfter, Duration longestWait, OptionalLong count) {

    /**
     * Fifteen seconds: longer than a failover of a replicated database takes, short enough to end a run against a dead server. A minute of
     * waiting: no requester waits that long, and the backlog's memory stays bounded.
     */
    public static final Limits DEFAULT =
            new Limits(Duration.ofSeconds(15), Duration.ofMinutes(1), OptionalLong.empty());

    public Limits {
        if (giveUpAfter.isNegative() || longestWait.isNegative() || count.orElse(1) < 1) {
            throw new IllegalArgumentException("not limits: " + giveUpAfter + ", " + longestWait + ", " + count);
        }
    }

    public Limits withCount(long requests) {
        return new Limits(giveUpAfter, longestWait, OptionalLong.of(requests));
    }
}
