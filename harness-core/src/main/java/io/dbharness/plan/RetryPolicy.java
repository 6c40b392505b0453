package io.dbharness.plan;

import io.dbharness.model.FailureKind;
import java.time.Duration;
import java.util.random.RandomGenerator;

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

    /** Returns true if an invocation is retried after this attempt, counted from 1, has failed with this kind. */
    public boolean allows(FailureKind failure, int attempt) {
        return failure.isTransient() && attempt < maxAttempts;
    }

    /** The back-off after {@code attempt} failed attempts, in nanoseconds: full jitter, uniform from 0 to twice the mean. */
    public long backOffNanos(int attempt, RandomGenerator random) {
        return (long) (2 * meanBackOffNanos(attempt) * random.nextDouble());
    }

    /** The mean back-off after {@code attempt} failed attempts, in nanoseconds. */
    public long meanBackOffNanos(int attempt) {
        long doubled = firstBackOff.toNanos() << Math.min(attempt - 1, 30);
        return Math.min(doubled, maxBackOff.toNanos());
    }
}
