package io.dbharness.exec;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Outcome;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.target.FailureClassifier;
import io.dbharness.target.Session;
import io.dbharness.target.SessionSource;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.Steps;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs invocations, again when they fail for a transient reason, always with the same inputs. Thread-safe. */
final class Attempts<S extends Session> {

    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

    private final RetryPolicy policy;
    private final FailureClassifier failures;
    private final RunClock clock;
    private final Map<FailureKind, String> first = new ConcurrentHashMap<>();

    Attempts(RetryPolicy policy, FailureClassifier failures, RunClock clock) {
        this.policy = policy;
        this.failures = failures;
        this.clock = clock;
    }

    /** How an invocation ended after all its attempts. */
    record Result(Outcome outcome, FailureKind failure, int attempts) {

        /** Nearly all of them; shared, so that they cost no object. */
        private static final Result COMPLETED_AT_ONCE = new Result(Outcome.COMPLETED, FailureKind.NONE, 1);

        static Result succeeded(Outcome outcome, int attempts) {
            return outcome == Outcome.COMPLETED && attempts == 1
                    ? COMPLETED_AT_ONCE
                    : new Result(outcome, FailureKind.NONE, attempts);
        }
    }

    /**
     * What a worker brings to its attempts.
     *
     * @param sessions where it gets its sessions and gives them back
     * @param steps    where its invocations tell of their steps
     * @param random   for the length of its back-off
     */
    record Equipment<S extends Session>(SessionSource<S> sessions, Steps steps, RandomGenerator random) {}

    /** Runs an invocation to its end and gives the session back, discarded when it broke. */
    Result run(Invocation<S> invocation, S session, Equipment<S> equipment) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                Outcome outcome = invocation.execute(session, equipment.steps());
                equipment.sessions().release(session);
                return Result.succeeded(outcome, attempt);
            } catch (Exception e) {
                FailureKind kind = judge(e);
                boolean usable = reset(session);
                if (!usable || !kind.isTransient() || attempt == policy.maxAttempts()) {
                    giveBack(session, equipment.sessions(), usable);
                    return new Result(Outcome.FAILED, kind, attempt);
                }
                backOff(attempt, session, equipment);
            }
        }
    }

    /** Notes a failure to obtain a session. */
    void note(FailureKind kind, Throwable failure) {
        if (first.putIfAbsent(kind, String.valueOf(failure.getMessage())) == null) {
            LOG.warn("first failure of kind {}: {}", kind, failure.getMessage());
            LOG.debug("its cause", failure);
        }
    }

    Map<FailureKind, String> firstFailures() {
        return first;
    }

    /** What a failure is; the first of each kind is kept. */
    FailureKind judge(Throwable failure) {
        FailureKind kind = failures.classify(failure);
        note(kind, failure);
        return kind;
    }

    private boolean reset(S session) {
        try {
            session.reset();
            return true;
        } catch (Exception e) {
            LOG.debug("session is broken", e);
            return false;
        }
    }

    private void giveBack(S session, SessionSource<S> sessions, boolean usable) {
        if (usable) {
            sessions.release(session);
        } else {
            sessions.discard(session);
        }
    }

    /** Full jitter: uniform between nothing and twice the mean. An interrupt gives the session back first. */
    private void backOff(int attempt, S session, Equipment<S> equipment) throws InterruptedException {
        double length =
                2 * policy.meanBackOffNanos(attempt) * equipment.random().nextDouble();
        try {
            clock.sleepUntil(clock.now() + (long) length);
        } catch (InterruptedException e) {
            equipment.sessions().release(session);
            throw e;
        }
    }
}
