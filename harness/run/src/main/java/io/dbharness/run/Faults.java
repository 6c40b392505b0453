package io.dbharness.run;

import io.dbharness.load.RunWindows;
import io.dbharness.model.HarnessException;
import io.dbharness.result.Recovery.Done;
import io.dbharness.sut.Fault;
import io.dbharness.time.RunClock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Injects the planned faults of a run at their times, and records their begin and end. Started and stopped by one thread; injects on its
 * own thread.
 */
final class Faults implements AutoCloseable {

    /** Injects a fault and returns when it is over. */
    @FunctionalInterface
    interface Breaker {
        void injectFault(Fault fault) throws Exception;
    }

    private final RunClock clock;
    private final List<Fault> planned;
    private final Breaker breaker;
    private final List<Done> done = new ArrayList<>();
    private @Nullable Thread thread;
    private boolean busy;
    private boolean ended;

    /** @param planned faults, ordered by time */
    Faults(RunClock clock, List<Fault> planned, Breaker breaker) {
        this.clock = clock;
        this.planned = planned;
        this.breaker = breaker;
    }

    void begin(RunWindows windows) {
        if (!planned.isEmpty()) {
            thread = new Thread(() -> follow(windows), "dbharness-faults");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void follow(RunWindows windows) {
        try {
            for (Fault fault : planned) {
                clock.sleepUntil(windows.measureFrom() + fault.at().toNanos());
                if (clock.now() >= windows.end() || !busy(true)) {
                    return;
                }
                long from = clock.now() - windows.measureFrom();
                String problem = "";
                try {
                    breaker.injectFault(fault);
                } catch (InterruptedException e) {
                    throw e;
                } catch (Exception e) {
                    problem = String.valueOf(e.getMessage());
                }
                note(new Done(fault, from, clock.now() - windows.measureFrom(), problem));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sets the state; returns false if no further fault must be injected. */
    private synchronized boolean busy(boolean now) {
        busy = now && !ended;
        return !ended;
    }

    private synchronized void note(Done fault) {
        done.add(fault);
        busy = false;
    }

    /** Returns the injected faults after the load has ended. Waits for a fault in progress, so that the server responds again. */
    List<Done> end() {
        Thread follower = thread;
        synchronized (this) {
            ended = true;
            if (follower != null && !busy) {
                follower.interrupt();
            }
        }
        try {
            if (follower != null) {
                follower.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while the server was being broken", e);
        }
        return List.copyOf(done);
    }

    @Override
    public void close() {
        Thread follower = thread;
        if (follower != null) {
            follower.interrupt();
        }
    }
}
