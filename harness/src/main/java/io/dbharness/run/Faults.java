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
 * Breaks the server as a run asks for, each fault at its time, and notes when it began and was over. Begun and ended by one thread, follows
 * the run on its own.
 */
final class Faults implements AutoCloseable {

    /** Does a fault and returns when it is over. */
    @FunctionalInterface
    interface Breaker {
        void suffer(Fault fault) throws Exception;
    }

    private final RunClock clock;
    private final List<Fault> planned;
    private final Breaker breaker;
    private final List<Done> done = new ArrayList<>();
    private @Nullable Thread thread;
    private boolean busy;
    private boolean ended;

    /** @param planned in the order of their times */
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
                    breaker.suffer(fault);
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

    /** False when there is to be no further fault. */
    private synchronized boolean busy(boolean now) {
        busy = now && !ended;
        return !ended;
    }

    private synchronized void note(Done fault) {
        done.add(fault);
        busy = false;
    }

    /** What was done. The load has ended: waits for a fault that has begun, so that the server can be asked again. */
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
