package io.dbharness.exec;

import io.dbharness.exec.Executor.Execution;
import io.dbharness.sut.Session;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.time.RunClock;
import java.util.concurrent.Semaphore;

/**
 * A window of invocations in flight on one shared session, without a thread for each request. The driver's thread that brings an answer
 * sends what is due next; one dispatching thread sends what comes due later. {@code connections} of the plan is the size of the window.
 *
 * @param <S> the kind of session it sends on; its invocations are {@link io.dbharness.workload.AsyncInvocation}s
 * @param target where to
 * @param clock  of the run
 */
public record AsyncExecutor<S extends Session>(Target<S> target, RunClock clock) implements Executor<S> {

    @Override
    public RunCounts run(Execution<S> execution) {
        int recorders = Runtime.getRuntime().availableProcessors();
        try (SessionSource<S> source = target.dedicatedSessions()) {
            S session = source.acquire();
            try {
                RealTimeRun<S> run = new RealTimeRun<>(execution, clock, target.failures(), false, recorders, true);
                return run.drive(1, i -> () -> dispatch(run, execution.plan().connections(), session));
            } finally {
                source.release(session);
            }
        }
    }

    /** Sends what comes due while a slot of the window is free; what is due when an answer comes is sent with the answer. */
    private void dispatch(RealTimeRun<S> run, int slots, S session) throws InterruptedException {
        Semaphore free = new Semaphore(slots);
        AsyncSlot.Window<S> window = new AsyncSlot.Window<>(run, session, run.backOffRandom(0), free::release);
        while (true) {
            // The slot first: a user taken without one would wait while answers serve those behind it.
            free.acquire();
            long freeSince = clock.now();
            User<S> user = run.schedule(0).take();
            if (user == null) {
                free.release();
                break;
            }
            new AsyncSlot<>(window).serve(user, freeSince);
        }
        // The last answers are awaited here, so that the run knows when nothing is in flight.
        free.acquire(slots);
    }
}
