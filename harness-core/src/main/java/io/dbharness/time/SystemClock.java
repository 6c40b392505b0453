package io.dbharness.time;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;

/** The machine's own monotonic clock. Thread-safe. */
public final class SystemClock implements RunClock {

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public Instant wallTime() {
        return Clock.systemUTC().instant();
    }

    @Override
    public void sleepUntil(long deadline) throws InterruptedException {
        for (long left = deadline - now(); left > 0; left = deadline - now()) {
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for the next start");
            }
        }
    }

    // One wait only: the contract lets it return early and the caller checks again.
    @SuppressWarnings("WaitNotInLoop")
    @Override
    public void awaitUntil(Condition condition, long deadline) throws InterruptedException {
        long left = deadline - now();
        if (left > 0) {
            condition.await(left, TimeUnit.NANOSECONDS);
        }
    }
}
