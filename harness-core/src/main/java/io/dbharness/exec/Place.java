package io.dbharness.exec;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.Sample;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.plan.RunPlan;
import io.dbharness.target.Session;
import io.dbharness.workload.AsyncInvocation;
import io.dbharness.workload.Invocation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One place in the window: it sends an invocation, hears the answer and sends what is due next, until nothing is. Whatever thread brings
 * the answer goes on, so a busy place changes threads only when the driver does. One thread at a time.
 */
final class Place<S extends Session> {

    /** How long a place rests after a request that could not leave at all, so that an outage is not a flood of failures. */
    private static final long REST_NANOS = Duration.ofMillis(500).toNanos();

    private final Window<S> window;
    private final BiConsumer<@Nullable Outcome, @Nullable Throwable> onAnswer = this::answered;
    private User<S> user;
    private long started;
    private long wait;
    private long ended;
    private int attempt;

    /** What the places of a run share. */
    record Window<S extends Session>(
            S session, Schedule<S> schedule, Workplace<S> workplace, Retries retries, Runnable leave) {}

    /** When a failure is tried again. Thread-safe. */
    static final class Retries {

        private final RetryPolicy policy;
        private final RandomGenerator random;

        Retries(RunPlan plan) {
            this.policy = plan.retry();
            this.random = plan.seed().stream("back-off", 0);
        }

        boolean allows(FailureKind kind, int attempt) {
            return kind.isTransient() && attempt < policy.maxAttempts();
        }

        /** Full jitter: uniform between nothing and twice the mean. */
        synchronized long backOffNanos(int attempt) {
            return (long) (2 * policy.meanBackOffNanos(attempt) * random.nextDouble());
        }
    }

    // The user is set before anything else happens to a place.
    @SuppressWarnings("NullAway.Init")
    Place(Window<S> window) {
        this.window = window;
    }

    /** Sends the user's plan and all that follows; {@code freeSince} tells since when the place could have. */
    void serve(User<S> first, long freeSince) {
        if (begin(first, freeSince)) {
            send();
        } else {
            window.leave().run();
        }
    }

    /** Takes a user in. False when the run has ended: nothing may be sent. */
    private boolean begin(User<S> next, long freeSince) {
        long now = window.workplace().clock().now();
        if (!next.start(now)) {
            return false;
        }
        user = next;
        started = now;
        // Due before there was a place: it waited for one. What comes on top is the client's own lateness.
        wait = Math.max(0, Math.min(freeSince, now) - next.intended());
        attempt = 1;
        window.workplace().recorder().started(recorder(), next.invocation().operation(), next.intended());
        return true;
    }

    /** A loop and no recursion: a target that answers before it returns would nest without end. */
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
            window.workplace().outage().reached();
            return land(outcome, FailureKind.NONE) && goOn();
        }
        Throwable cause = causeOf(failure);
        FailureKind kind = window.workplace().attempts().judge(cause);
        if (window.retries().allows(kind, attempt)) {
            long backOff = window.retries().backOffNanos(attempt);
            attempt++;
            later(backOff, this::send);
            return false;
        }
        if (kind == FailureKind.CONNECTION_LOST) {
            noteOutage(cause);
        }
        if (!land(Outcome.FAILED, kind)) {
            return false;
        }
        if (atOnce && kind == FailureKind.CONNECTION_LOST) {
            later(REST_NANOS, () -> {
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
        long now = window.workplace().clock().now();
        if (window.workplace().outage().unreached(started, now, String.valueOf(cause.getMessage()))) {
            window.workplace().endRun().run();
        }
    }

    /** Records the end and lets the user plan again. False, and the place is left, when the run has settled the user meanwhile. */
    private boolean land(Outcome outcome, FailureKind failure) {
        ended = window.workplace().clock().now();
        if (!user.finish()) {
            window.leave().run();
            return false;
        }
        Sample sample = new Sample(
                user.invocation().operation(), user.intended(), started, ended, wait, outcome, failure, attempt);
        window.workplace().recorder().record(recorder(), sample);
        user.plan(ended);
        return true;
    }

    /** Hands the user back and takes who is due; leaves the place when nobody is. */
    private boolean goOn() {
        User<S> next = window.schedule().exchange(user, ended);
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
