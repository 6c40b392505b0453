package io.dbharness.exec;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.Sample;
import io.dbharness.plan.RunPlan;
import io.dbharness.target.Session;
import io.dbharness.time.RunClock;
import io.dbharness.workload.AsyncInvocation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The loop that sends: takes the user whose turn it is, waits for a place in the window, sends, and leaves the rest to the answer. */
final class Dispatcher<S extends Session> {

    private final Schedule<S> schedule;
    private final Workplace<S> workplace;
    private final RunClock clock;
    private final RunPlan plan;
    private final S session;
    private final RandomGenerator random;
    private final Semaphore window;

    Dispatcher(RealTimeRun<S> run, RunPlan plan, S session) {
        this.schedule = run.schedule(0);
        this.workplace = run.workplace();
        this.clock = workplace.clock();
        this.plan = plan;
        this.session = session;
        this.random = plan.seed().stream("back-off", 0);
        this.window = new Semaphore(plan.connections());
    }

    void work() throws InterruptedException {
        long windowFreeSince = clock.now();
        while (true) {
            User<S> user = schedule.take();
            if (user == null) {
                break;
            }
            if (!window.tryAcquire()) {
                window.acquire();
                windowFreeSince = clock.now();
            }
            long started = clock.now();
            if (!user.start(started)) {
                window.release();
                break;
            }
            // Due before the window had a place: it waited for one. What comes on top is the client's own lateness.
            long wait = Math.max(0, Math.min(windowFreeSince, started) - user.intended());
            workplace.recorder().started(recorder(), user.invocation().operation(), user.intended());
            new Flight(user, started, wait).send();
        }
        // The last answers are awaited here, so that the run knows when nothing is in flight.
        window.acquire(plan.connections());
    }

    /** Threads that record are spread over the recorder's stripes by their ids. */
    private static int recorder() {
        return (int) (Thread.currentThread().getId() & Integer.MAX_VALUE);
    }

    /** One invocation on its way, through all its attempts. */
    private final class Flight {

        private final User<S> user;
        private final long started;
        private final long wait;
        private int attempt = 1;

        Flight(User<S> user, long started, long wait) {
            this.user = user;
            this.started = started;
            this.wait = wait;
        }

        void send() {
            CompletionStage<Outcome> answer;
            try {
                answer = invocation().send(session);
            } catch (Exception e) {
                answered(null, e);
                return;
            }
            answer.whenComplete(this::answered);
        }

        private AsyncInvocation<S> invocation() {
            if (user.invocation() instanceof AsyncInvocation<S> invocation) {
                return invocation;
            }
            throw new IllegalStateException(user.invocation().operation().name() + " cannot be sent asynchronously");
        }

        private void answered(@Nullable Outcome outcome, @Nullable Throwable failure) {
            if (failure == null && outcome != null) {
                workplace.outage().reached();
                land(outcome, FailureKind.NONE);
                return;
            }
            Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                    ? failure.getCause()
                    : failure == null
                            ? new IllegalStateException("answered with neither outcome nor failure")
                            : failure;
            FailureKind kind = workplace.attempts().judge(cause);
            if (kind.isTransient() && attempt < plan.retry().maxAttempts()) {
                long mean = plan.retry().meanBackOffNanos(attempt);
                attempt++;
                CompletableFuture.delayedExecutor(backOff(mean), TimeUnit.NANOSECONDS)
                        .execute(this::send);
                return;
            }
            if (kind == FailureKind.CONNECTION_LOST) {
                long now = clock.now();
                if (workplace.outage().unreached(started, now, String.valueOf(cause.getMessage()))) {
                    workplace.endRun().run();
                }
            }
            land(Outcome.FAILED, kind);
        }

        private void land(Outcome outcome, FailureKind failure) {
            long ended = clock.now();
            if (user.finish()) {
                workplace
                        .recorder()
                        .record(
                                recorder(),
                                new Sample(
                                        user.invocation().operation(),
                                        user.intended(),
                                        started,
                                        ended,
                                        wait,
                                        outcome,
                                        failure,
                                        attempt));
                user.plan(ended);
                schedule.add(user);
            }
            window.release();
        }
    }

    private long backOff(long mean) {
        synchronized (random) {
            return (long) (2 * mean * random.nextDouble());
        }
    }
}
