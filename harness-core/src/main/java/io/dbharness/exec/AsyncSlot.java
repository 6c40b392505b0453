package io.dbharness.exec;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Outcome;
import io.dbharness.sut.Session;
import io.dbharness.time.RunClock;
import io.dbharness.workload.AsyncInvocation;
import io.dbharness.workload.Invocation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One slot of the window of an {@link AsyncExecutor}: it sends an invocation, takes the answer and sends what is due next, until nothing
 * is. Whatever thread brings the answer goes on, so a busy slot changes threads only when the driver does. One thread at a time.
 */
final class AsyncSlot<S extends Session> {

    private final Window<S> window;
    private final RealTimeRun<S> run;
    private final RunClock clock;
    private final BiConsumer<@Nullable Outcome, @Nullable Throwable> onAnswer = this::answered;

    private User<S> user;
    private long wait;
    private long ended;
    private int attempt;

    /**
     * The state that the slots of a run share. Thread-safe.
     *
     * @param random for the length of back-offs; used by one slot at a time
     * @param leave  is called when a slot is free
     */
    record Window<S extends Session>(RealTimeRun<S> run, S session, RandomGenerator random, Runnable leave) {

        private long backOffNanos(int attempt) {
            synchronized (random) {
                return run.plan.retry().backOffNanos(attempt, random);
            }
        }
    }

    // The user is set before anything else happens to a slot.
    @SuppressWarnings("NullAway.Init")
    AsyncSlot(Window<S> window) {
        this.window = window;
        this.run = window.run();
        this.clock = run.clock;
    }

    /** Sends the user's invocation and all that follows; the slot has been free since {@code freeSince}. */
    void serve(User<S> first, long freeSince) {
        if (begin(first, freeSince)) {
            send();
        } else {
            window.leave().run();
        }
    }

    /** Takes a user. False when the run has ended: nothing may be sent. */
    private boolean begin(User<S> next, long freeSince) {
        next.mark(run.sampler.track().mark(freeSince));
        long now = clock.now();
        if (!next.start(now, run.recorder, recorder())) {
            return false;
        }
        user = next;
        // Due before the slot was free: it waited for the slot. The rest of its lateness is the client's own.
        wait = Math.max(0, Math.min(freeSince, now) - next.intended());
        attempt = 1;
        return true;
    }

    /** A loop and no recursion, because a target may answer before its call returns. */
    private void send() {
        boolean more = true;
        while (more) {
            CompletableFuture<Outcome> answer = ask();
            if (!answer.isDone()) {
                CompletionStage<Outcome> unanswered = answer;
                unanswered.whenComplete(onAnswer);
                return;
            }
            more = settle(answer.isCompletedExceptionally() ? null : answer.join(), failureOf(answer), true);
        }
    }

    private CompletableFuture<Outcome> ask() {
        Invocation<S> invocation = user.invocation();
        if (!(invocation instanceof AsyncInvocation<S> sendable)) {
            throw new IllegalStateException(invocation.operation().name() + " cannot be sent asynchronously");
        }
        try {
            return sendable.send(window.session()).toCompletableFuture();
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static @Nullable Throwable failureOf(CompletableFuture<?> answer) {
        return answer.isCompletedExceptionally()
                ? answer.handle((outcome, failure) -> failure).join()
                : null;
    }

    private void answered(@Nullable Outcome outcome, @Nullable Throwable failure) {
        if (settle(outcome, failure, false)) {
            send();
        }
    }

    /** Takes an answer. True when this thread is to send what is due next. */
    private boolean settle(@Nullable Outcome outcome, @Nullable Throwable failure, boolean atOnce) {
        if (failure == null && outcome != null) {
            run.failures.reached();
            return finish(outcome, FailureKind.NONE) && goOn();
        }
        Throwable cause = causeOf(failure);
        FailureKind kind = run.failures.classify(cause);
        if (run.plan.retry().allows(kind, attempt)) {
            long backOff = window.backOffNanos(attempt);
            attempt++;
            later(backOff, this::send);
            return false;
        }
        if (kind == FailureKind.CONNECTION_LOST) {
            noteOutage(cause);
        }
        if (!finish(Outcome.FAILED, kind)) {
            return false;
        }
        if (atOnce && kind == FailureKind.CONNECTION_LOST) {
            later(RealTimeRun.REST_NANOS, () -> {
                if (goOn()) {
                    send();
                }
            });
            return false;
        }
        return goOn();
    }

    private static Throwable causeOf(@Nullable Throwable failure) {
        if (failure == null) {
            return new IllegalStateException("answered with neither outcome nor failure");
        }
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
        return cause == null ? failure : cause;
    }

    private void noteOutage(Throwable cause) {
        long now = clock.now();
        if (run.failures.unreached(user.started(), now, cause)) {
            run.end();
        }
    }

    /** Records the end and lets the user plan again. False, and the slot is free, when the run has settled the user meanwhile. */
    private boolean finish(Outcome outcome, FailureKind failure) {
        ended = clock.now();
        if (!user.finish()) {
            window.leave().run();
            return false;
        }
        user.ended(ended, wait, outcome, failure, attempt);
        run.record(recorder(), user);
        user.plan(ended);
        return true;
    }

    /** Hands the user back and takes one that is due; frees the slot when none is. */
    private boolean goOn() {
        User<S> next = run.schedule(0).exchange(user, ended);
        if (next != null && begin(next, ended)) {
            return true;
        }
        window.leave().run();
        return false;
    }

    private static void later(long nanos, Runnable action) {
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(action);
    }

    /** Threads that record are spread over the recorder's stripes by their ids. */
    private static int recorder() {
        return (int) (Thread.currentThread().getId() & Integer.MAX_VALUE);
    }
}
