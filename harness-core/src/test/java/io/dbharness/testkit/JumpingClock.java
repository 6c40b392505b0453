package io.dbharness.testkit;

import io.dbharness.time.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;

/** A clock on which whoever waits has waited already. Thread-safe. */
public final class JumpingClock implements RunClock {

    private final AtomicLong now = new AtomicLong();

    public void advance(Duration by) {
        now.addAndGet(by.toNanos());
    }

    @Override
    public long now() {
        return now.get();
    }

    @Override
    public Instant wallTime() {
        return Instant.EPOCH.plusNanos(now.get());
    }

    @Override
    public void sleepUntil(long deadline) {
        now.accumulateAndGet(deadline, Math::max);
    }

    @Override
    public void awaitUntil(Condition condition, long deadline) {
        sleepUntil(deadline);
    }
}
