package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.StepListener;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;

/** A clock that stops while any step works, and advances to the next end of a wait once all steps wait. Thread-safe. */
final class VirtualClock implements RunClock, StepListener {

    private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

    private long now;
    private int working;
    private final PriorityQueue<Long> deadlines = new PriorityQueue<>();

    @Override
    public synchronized long now() {
        return now;
    }

    Duration passed() {
        return Duration.ofNanos(now());
    }

    @Override
    public Instant wallTime() {
        return NOON.plusNanos(now());
    }

    @Override
    public synchronized void sleepUntil(long deadline) throws InterruptedException {
        if (deadline <= now) {
            return;
        }
        deadlines.add(deadline);
        working--;
        goOn();
        while (deadline > now) {
            wait();
        }
        working++;
    }

    @Override
    public void awaitUntil(Condition condition, long deadline) {
        throw new UnsupportedOperationException("nothing here waits on a condition");
    }

    @Override
    public synchronized void making(Step step) {
        working++;
    }

    @Override
    public synchronized void made(Step step) {
        working--;
        goOn();
    }

    private void goOn() {
        if (working == 0 && !deadlines.isEmpty()) {
            now = deadlines.poll();
            while (!deadlines.isEmpty() && deadlines.peek() == now) {
                deadlines.poll();
            }
            notifyAll();
        }
    }
}
