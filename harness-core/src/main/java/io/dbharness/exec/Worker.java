package io.dbharness.exec;

import io.dbharness.measure.Recorder;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.Session;
import io.dbharness.sut.SessionSource;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Steps;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker thread: takes the user whose turn it is, sends its invocation, tries again with the same inputs when it fails for a
 * transient reason, records the end and lets the user plan its next one.
 */
final class Worker<S extends Session> {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    private final int index;
    private final RealTimeRun<S> run;
    private final Schedule<S> schedule;
    private final SessionSource<S> sessions;
    private final RunClock clock;
    private final Recorder recorder;
    private final Failures failures;
    private final RandomGenerator random;
    private final Steps steps;

    Worker(int index, RealTimeRun<S> run, SessionSource<S> sessions) {
        this.index = index;
        this.run = run;
        this.schedule = run.schedule(index);
        this.sessions = sessions;
        this.clock = run.clock();
        this.recorder = run.recorder();
        this.failures = run.failures();
        this.random = run.backOffRandom(index);
        this.steps = new RecordedSteps(index, clock, recorder);
    }

    /** Records the steps of this worker's invocations. */
    private record RecordedSteps(int worker, RunClock clock, Recorder recorder) implements Steps {

        @Override
        public long start() {
            return clock.now();
        }

        @Override
        public void end(int step, long started) {
            recorder.step(worker, step, started, clock.now());
        }
    }

    void work() throws InterruptedException {
        while (true) {
            long freeSince = clock.now();
            User<S> user = schedule.take();
            if (user == null || !serve(user, freeSince)) {
                return;
            }
            schedule.add(user);
        }
    }

    /** One invocation of one user. False when the run ended before it could start or while it ran. */
    private boolean serve(User<S> user, long freeSince) throws InterruptedException {
        long taken = clock.now();
        // Due while every worker was busy is waiting for a connection; due while this one slept is the client's own
        // lateness.
        long waited = Math.max(0, freeSince - user.intended());
        S session;
        try {
            session = sessions.acquire();
        } catch (TargetUnreachableException e) {
            return fail(user, waited, taken, e);
        }
        failures.reached();
        long started = clock.now();
        if (!user.start(started)) {
            sessions.release(session);
            return false;
        }
        recorder.started(index, user.operation(), user.intended());
        return execute(user, session, waited + started - taken);
    }

    /** No session could be opened: the invocation fails at once, and the worker rests before it tries again. */
    private boolean fail(User<S> user, long waited, long taken, TargetUnreachableException failure)
            throws InterruptedException {
        long now = clock.now();
        if (!user.start(now)) {
            return false;
        }
        recorder.started(index, user.operation(), user.intended());
        failures.note(FailureKind.CONNECTION_LOST, failure);
        if (failures.unreached(taken, now, failure)) {
            run.end();
        }
        boolean recorded = finish(user, waited + now - taken, Outcome.FAILED, FailureKind.CONNECTION_LOST, 1);
        clock.sleepUntil(now + RealTimeRun.REST_NANOS);
        return recorded;
    }

    /** Runs the invocation to its end and gives the session back, to be discarded when it is broken. */
    private boolean execute(User<S> user, S session, long wait) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Outcome outcome;
            try {
                outcome = user.invocation().execute(session, steps);
                sessions.release(session);
            } catch (Exception e) {
                FailureKind kind = failures.classify(e);
                boolean usable = reset(session);
                if (!usable || !run.retry().allows(kind, attempt)) {
                    giveBack(session, usable);
                    return finish(user, wait, Outcome.FAILED, kind, attempt);
                }
                backOff(attempt, session);
                continue;
            }
            return finish(user, wait, outcome, FailureKind.NONE, attempt);
        }
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

    private void giveBack(S session, boolean usable) {
        if (usable) {
            sessions.release(session);
        } else {
            sessions.discard(session);
        }
    }

    /** Waits before the next attempt. An interrupt gives the session back first. */
    private void backOff(int attempt, S session) throws InterruptedException {
        try {
            clock.sleepUntil(clock.now() + run.retry().backOffNanos(attempt, random));
        } catch (InterruptedException e) {
            sessions.release(session);
            throw e;
        }
    }

    private boolean finish(User<S> user, long wait, Outcome outcome, FailureKind failure, int attempts) {
        long ended = clock.now();
        if (!user.finish()) {
            return false;
        }
        user.ended(ended, wait, outcome, failure, attempts);
        recorder.record(index, user);
        user.plan(ended);
        return true;
    }
}
