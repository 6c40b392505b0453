package io.dbharness.embedded.testkit;

import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;

/** A clock whose waits take no real time and one minute too much virtual time: for limits that expire. */
public final class HurriedClock implements RunClock {

    private static final long OVERSLEPT_NANOS = Duration.ofMinutes(1).toNanos();

    private final RunClock real = new SystemClock();
    private final AtomicLong skipped = new AtomicLong();

    @Override
    public long now() {
        return real.now() + skipped.get();
    }

    @Override
    public Instant wallTime() {
        return real.wallTime();
    }

    @Override
    public void sleepUntil(long deadline) {
        skipped.addAndGet(Math.max(0, deadline - now()) + OVERSLEPT_NANOS);
    }

    @Override
    public void awaitUntil(Condition condition, long deadline) {
        throw new UnsupportedOperationException();
    }
}
