package io.dbharness.exec;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Outcome;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.target.FailureClassifier;
import io.dbharness.target.Session;
import io.dbharness.target.SessionSource;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Invocation;
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
    record Result(Outcome outcome, FailureKind failure, int attempts) {}

    /** Runs an invocation to its end and gives the session back, discarded when it broke. */
    Result run(Invocation<S> invocation, S session, SessionSource<S> sessions, RandomGenerator random)
            throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                Outcome outcome = invocation.execute(session);
                sessions.release(session);
                return new Result(outcome, FailureKind.NONE, attempt);
            } catch (Exception e) {
                FailureKind kind = judge(e);
                boolean usable = reset(session);
                if (!usable || !kind.isTransient() || attempt == policy.maxAttempts()) {
                    giveBack(session, sessions, usable);
                    return new Result(Outcome.FAILED, kind, attempt);
                }
                backOff(attempt, session, sessions, random);
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
    private void backOff(int attempt, S session, SessionSource<S> sessions, RandomGenerator random)
            throws InterruptedException {
        try {
            clock.sleepUntil(clock.now() + (long) (2 * policy.meanBackOffNanos(attempt) * random.nextDouble()));
        } catch (InterruptedException e) {
            sessions.release(session);
            throw e;
        }
    }
}
