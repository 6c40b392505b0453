package io.dbharness.time;

import java.time.Instant;
import java.util.concurrent.locks.Condition;

/**
 * A monotonic clock in nanoseconds and the only way to wait. Readings have no meaning but their differences. Thread-safe.
 */
public interface RunClock {

    /** Nanoseconds since an arbitrary origin; never decreases. */
    long now();

    /** The wall-clock time, for labels only; never subtract two of these. */
    Instant wallTime();

    /** Returns at {@code deadline} on this clock, at once if it has passed. */
    void sleepUntil(long deadline) throws InterruptedException;

    /**
     * Waits on a condition, whose lock the caller holds, until it is signalled or {@code deadline} has come. May return early; the
     * caller checks again.
     */
    void awaitUntil(Condition condition, long deadline) throws InterruptedException;

    /**
     * Asks that waits of the calling thread, and of threads it starts from now on, end as exactly as the machine can. A thread that paces
     * calls it before its first wait.
     */
    default void wakeExactly() {}
}
