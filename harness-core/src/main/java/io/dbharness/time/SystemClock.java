package io.dbharness.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.LoggerFactory;

/** The machine's own monotonic clock. Thread-safe. */
public final class SystemClock implements RunClock {

    /** Linux's own account of whichever thread reads it; begins with the thread's number. */
    private static final Path STATUS_OF_THIS_THREAD = Path.of("/proc/thread-self/stat");
    /** Not 0, which would mean the default. */
    private static final String LEAST_SLACK_NANOS = "1";

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

    /** Linux lets a thread's timers fire up to 50 us late, to save power, unless the thread says otherwise; elsewhere nothing changes. */
    @Override
    public void wakeExactly() {
        try {
            int thread =
                    Integer.parseInt(Files.readString(STATUS_OF_THIS_THREAD).split(" ", 2)[0]);
            Path slack = Path.of("/proc", Integer.toString(thread), "timerslack_ns");
            Files.writeString(slack, LEAST_SLACK_NANOS, StandardOpenOption.WRITE);
        } catch (IOException | NumberFormatException e) {
            // Asked for here and not when the class is loaded: getting logging ready takes longer than a short command.
            LoggerFactory.getLogger(SystemClock.class).debug("timers stay as exact as they are: {}", e.toString());
        }
    }
}
