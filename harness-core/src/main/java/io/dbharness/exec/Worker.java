package io.dbharness.exec;

import io.dbharness.measure.ClientSampler;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.Session;
import io.dbharness.sut.SessionSource;
import io.dbharness.workload.Steps;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker thread: takes the user whose turn it is, sends its invocation, tries again with the same inputs when it fails for a
 * transient reason, records the end and lets the user plan its next one.
 *
 * @param index    from 0
 * @param run      that it works for
 * @param sessions where it gets its sessions
 * @param schedule its users
 * @param random   for the length of its back-offs
 */
record Worker<S extends Session>(
        int index, RealTimeRun<S> run, SessionSource<S> sessions, Schedule<S> schedule, RandomGenerator random)
        implements Steps {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    Worker(int index, RealTimeRun<S> run, SessionSource<S> sessions) {
        this(index, run, sessions, run.schedule(index), run.backOffRandom(index));
    }

    /** Now; the steps of this worker's invocations are recorded as its own. */
    @Override
    public long start() {
        return run.clock.now();
    }

    @Override
    public void end(int step, long started) {
        run.recorder.step(index, step, started, run.clock.now());
    }

    void work() throws InterruptedException {
        long freeSince = run.clock.now();
        User<S> user = schedule.take();
        ClientSampler.Track sampled = run.sampler.track();
        while (user != null && serve(user, freeSince, sampled)) {
            freeSince = run.clock.now();
            User<S> due = schedule.exchange(user, freeSince);
            user = due == null ? schedule.take() : due;
        }
    }

    /** One invocation of one user. False when the run ended before it could start or while it ran. */
    private boolean serve(User<S> user, long freeSince, ClientSampler.Track sampled) throws InterruptedException {
        long taken = run.clock.now();
        // Due while every worker was busy is waiting for a connection; due while this one slept is the client's own
        // lateness.
        long waited = Math.max(0, freeSince - user.intended());
        S session;
        try {
            session = sessions.acquire();
        } catch (TargetUnreachableException e) {
            return fail(user, waited, taken, e);
        }
        run.failures.reached();
        user.mark(sampled.mark(taken));
        long started = run.clock.now();
        if (!user.start(started, run.recorder, index)) {
            sessions.release(session);
            return false;
        }
        return execute(user, session, started, waited + started - taken);
    }

    /** No session could be opened: the invocation fails at once, and the worker rests before it tries again. */
    private boolean fail(User<S> user, long waited, long taken, TargetUnreachableException failure)
            throws InterruptedException {
        user.mark(null);
        long now = run.clock.now();
        if (!user.start(now, run.recorder, index)) {
            return false;
        }
        FailureKind kind = run.failures.unopened(failure);
        if (run.failures.unreached(taken, now, failure)) {
            run.end();
        }
        boolean recorded = finish(user, waited + now - taken, run.clock.now(), Outcome.FAILED, kind, 1);
        run.clock.sleepUntil(now + RealTimeRun.REST_NANOS);
        return recorded;
    }

    /** Runs the invocation to its end and gives the session back, to be discarded when it is broken. */
    private boolean execute(User<S> user, S session, long started, long wait) throws InterruptedException {
        long begun = started;
        for (int attempt = 1; ; attempt++) {
            run.deadlines.begin(index, session, begun);
            Outcome outcome;
            long ended;
            try {
                outcome = user.invocation().execute(session, this);
                ended = run.clock.now();
                giveBack(session, !run.deadlines.end(index));
            } catch (Exception e) {
                boolean givenUp = run.deadlines.end(index);
                FailureKind kind = givenUp ? run.failures.givenUp(e) : run.failures.classify(e);
                boolean usable = !givenUp && reset(session);
                if (!usable || !run.plan.retry().allows(kind, attempt)) {
                    giveBack(session, usable);
                    return finish(user, wait, run.clock.now(), Outcome.FAILED, kind, attempt);
                }
                backOff(attempt, session);
                begun = run.clock.now();
                continue;
            }
            return finish(user, wait, ended, outcome, FailureKind.NONE, attempt);
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
            run.clock.sleepUntil(run.clock.now() + run.plan.retry().backOffNanos(attempt, random));
        } catch (InterruptedException e) {
            sessions.release(session);
            throw e;
        }
    }

    private boolean finish(User<S> user, long wait, long ended, Outcome outcome, FailureKind failure, int attempts) {
        if (!user.finish()) {
            return false;
        }
        user.ended(ended, wait, outcome, failure, attempts);
        run.record(index, user);
        user.plan(ended);
        return true;
    }
}
