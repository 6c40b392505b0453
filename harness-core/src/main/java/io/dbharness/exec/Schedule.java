package io.dbharness.exec;

import io.dbharness.load.Pacer;
import io.dbharness.load.RunWindows;
import io.dbharness.sut.Session;
import io.dbharness.time.RunClock;
import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Users waiting for their next start, earliest first. One waiting worker, the leader, sleeps until the earliest start; the others sleep
 * until they are called, so a start wakes one thread however many wait. Thread-safe.
 */
final class Schedule<S extends Session> {

    private final RunClock clock;
    private final RunWindows windows;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<User<S>> waiting = new PriorityQueue<>(Comparator.comparingLong(User::intended));
    private @Nullable Thread leader;

    Schedule(RunClock clock, RunWindows windows, Collection<User<S>> users) {
        this.clock = clock;
        this.windows = windows;
        waiting.addAll(users);
    }

    /**
     * Puts back a user with a new plan and takes the one that is due first; null when no user is due at {@code now}. Does not
     * wait for a start.
     */
    @Nullable
    User<S> exchange(User<S> user, long now) {
        lock.lock();
        try {
            User<S> first = waiting.peek();
            boolean isFirst = first == null || user.intended() < first.intended();
            if (isFirst && user.intended() <= now) {
                return user;
            }
            waiting.add(user);
            if (first != null && first.intended() <= now) {
                return waiting.remove();
            }
            if (isFirst) {
                leader = null;
                changed.signal();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the earliest start and takes its user; null when the run has ended. */
    @Nullable
    User<S> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                long now = clock.now();
                if (now >= windows.end()) {
                    return null;
                }
                User<S> first = waiting.peek();
                if (first != null && first.intended() == Pacer.NEVER) {
                    // The earliest of them never starts again, so none of them does.
                    return null;
                }
                if (first != null && first.intended() <= now) {
                    return waiting.remove();
                }
                awaitTurn(first == null ? windows.end() : Math.min(first.intended(), windows.end()));
            }
        } finally {
            if (leader == null) {
                changed.signal();
            }
            lock.unlock();
        }
    }

    private void awaitTurn(long due) throws InterruptedException {
        if (leader != null) {
            clock.awaitUntil(changed, windows.end());
            return;
        }
        Thread me = Thread.currentThread();
        leader = me;
        try {
            clock.awaitUntil(changed, due);
        } finally {
            if (leader == me) {
                leader = null;
            }
        }
    }

    /** Wakes everyone to look at the clock and the end of the run again. */
    void wakeAll() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Users whose start is due before {@code instant} and not made. */
    long dueBefore(long instant) {
        lock.lock();
        try {
            return waiting.stream().filter(user -> user.intended() < instant).count();
        } finally {
            lock.unlock();
        }
    }
}
