package io.dbharness.exec;

import io.dbharness.target.Session;
import io.dbharness.target.SessionSource;
import io.dbharness.target.Target;
import io.dbharness.time.RunClock;

/**
 * A window of invocations in flight on one shared session, no thread a request. The thread of the driver that brings an answer sends
 * what is due next in its place; one dispatching thread sends what comes due later. {@code connections} of the plan is the size of the
 * window.
 *
 * @param <S> the kind of session it sends on; its invocations are {@link io.dbharness.workload.AsyncInvocation}s
 */
public final class AsyncExecutor<S extends Session> implements Executor<S> {

    private final Target<S> target;
    private final RunClock clock;

    public AsyncExecutor(Target<S> target, RunClock clock) {
        this.target = target;
        this.clock = clock;
    }

    @Override
    public Accounts run(Execution<S> execution) {
        int recorders = Runtime.getRuntime().availableProcessors();
        try (SessionSource<S> source = target.dedicatedSessions()) {
            S session = source.acquire();
            try {
                RealTimeRun<S> run = new RealTimeRun<>(execution, clock, target.failures(), false, recorders);
                return run.drive(1, i -> new Dispatcher<>(run, execution.plan(), session)::work);
            } finally {
                source.release(session);
            }
        }
    }
}
