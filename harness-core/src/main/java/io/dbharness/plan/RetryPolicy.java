package io.dbharness.plan;

import java.time.Duration;

/**
 * How often and when a transient failure is tried again, always with the same inputs.
 *
 * @param maxAttempts  attempts in all, at least 1
 * @param firstBackOff the mean wait before the second attempt; doubles from there, with full jitter
 * @param maxBackOff   the longest mean wait
 */
public record RetryPolicy(int maxAttempts, Duration firstBackOff, Duration maxBackOff) {

    /** Ten attempts with at most 100 ms between them: a hot row costs time, not transactions. */
    public static final RetryPolicy DEFAULT = new RetryPolicy(10, Duration.ofMillis(1), Duration.ofMillis(100));

    public RetryPolicy {
        if (maxAttempts < 1 || firstBackOff.isNegative() || maxBackOff.compareTo(firstBackOff) < 0) {
            throw new IllegalArgumentException("not a retry policy: " + maxAttempts + " attempts");
        }
    }

    /** The mean back-off after {@code attempt} failed attempts, in nanoseconds. */
    public long meanBackOffNanos(int attempt) {
        long doubled = firstBackOff.toNanos() << Math.min(attempt - 1, 30);
        return Math.min(doubled, maxBackOff.toNanos());
    }
}
