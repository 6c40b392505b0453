package io.dbharness.exec;

import io.dbharness.sut.Session;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Gives up attempts that take longer than the plan allows, by cutting their sessions from another thread: a limit on each read of a socket
 * would cost every request a system call. A worker calls {@link #begin} and {@link #end}, the thread of the run {@link #enforce}.
 */
final class Deadlines<S extends Session> {

    private static final long NONE = Long.MIN_VALUE;
    private static final long GIVEN_UP = NONE + 1;
    /** Longs in a cache line, so that workers do not write to each other's. */
    private static final int STRIDE = 8;
    /** How often in the time of the limit to look. */
    private static final int LOOKS = 8;

    private final long limit;
    private final AtomicLongArray since;
    private final AtomicReferenceArray<S> sessions;

    Deadlines(Duration limit, int workers) {
        this.limit = limit.toNanos();
        this.since = new AtomicLongArray(workers * STRIDE);
        this.sessions = new AtomicReferenceArray<>(workers);
        for (int worker = 0; worker < workers; worker++) {
            since.set(worker * STRIDE, NONE);
        }
    }

    /** A worker sends an attempt. */
    void begin(int worker, S session, long now) {
        sessions.setPlain(worker, session);
        since.setRelease(worker * STRIDE, now);
    }

    /** The attempt has ended. True when it was given up: its session is of no use any more. */
    boolean end(int worker) {
        return since.getAndSet(worker * STRIDE, NONE) == GIVEN_UP;
    }

    /** When to look next. */
    long nextLook(long now) {
        return now + Math.max(1, limit / LOOKS);
    }

    /** Cuts the session of every attempt that has taken too long. Does not wait for that. */
    void enforce(long now) {
        for (int worker = 0; worker < sessions.length(); worker++) {
            long started = since.getAcquire(worker * STRIDE);
            S session = sessions.get(worker);
            // Two attempts of a worker never begin at the same instant, so the session is that of the attempt.
            if (started > GIVEN_UP
                    && now - started > limit
                    && since.compareAndSet(worker * STRIDE, started, GIVEN_UP)) {
                Thread cutter = new Thread(session::abort, "dbharness-abort-" + worker);
                cutter.setDaemon(true);
                cutter.start();
            }
        }
    }
}
