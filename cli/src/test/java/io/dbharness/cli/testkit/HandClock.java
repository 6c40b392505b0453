package io.dbharness.cli.testkit;

import io.dbharness.time.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;

/** A clock that goes on only when told to. One thread. */
public final class HandClock implements RunClock {

    private long now;

    public void advance(Duration by) {
        now += by.toNanos();
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public Instant wallTime() {
        return Instant.EPOCH.plusNanos(now);
    }

    @Override
    public void sleepUntil(long deadline) {
        now = Math.max(now, deadline);
    }

    @Override
    public void awaitUntil(Condition condition, long deadline) {
        throw new UnsupportedOperationException("nobody else moves this clock");
    }
}
