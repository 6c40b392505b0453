package io.dbharness.exec;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.target.Session;
import io.dbharness.time.RunClock;
import java.time.Duration;

/** The loop of one worker thread: take the user whose turn it is, send its invocation, record, let it plan again. */
final class Worker<S extends Session> {

    /** How long a worker rests when no session can be opened, so that an outage is not a flood of failures. */
    private static final long REST_NANOS = Duration.ofMillis(500).toNanos();

    private final int index;
    private final Schedule<S> schedule;
    private final Attempts.Equipment<S> equipment;
    private final Workplace<S> workplace;
    private final RunClock clock;

    Worker(int index, Schedule<S> schedule, Attempts.Equipment<S> equipment, Workplace<S> workplace) {
        this.index = index;
        this.schedule = schedule;
        this.equipment = equipment;
        this.workplace = workplace;
        this.clock = workplace.clock();
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
        S session;
        try {
            session = equipment.sessions().acquire();
        } catch (TargetUnreachableException e) {
            return refuse(user, freeSince, taken, e);
        }
        workplace.outage().reached();
        long started = clock.now();
        // Due while every worker was busy is waiting for a connection; due while this one slept is the client's own
        // lateness.
        long wait = Math.max(0, freeSince - user.intended()) + started - taken;
        if (!user.start(started)) {
            equipment.sessions().release(session);
            return false;
        }
        workplace.recorder().started(index, user.invocation().operation(), user.intended());
        Attempts.Result result = workplace.attempts().run(user.invocation(), session, equipment);
        return finish(user, wait, result);
    }

    /** No session could be opened: the invocation fails at once, and the worker rests before it asks again. */
    private boolean refuse(User<S> user, long freeSince, long taken, TargetUnreachableException failure)
            throws InterruptedException {
        long now = clock.now();
        if (!user.start(now)) {
            return false;
        }
        workplace.recorder().started(index, user.invocation().operation(), user.intended());
        workplace.attempts().note(FailureKind.CONNECTION_LOST, failure);
        if (workplace.outage().unreached(taken, now, String.valueOf(failure.getMessage()))) {
            workplace.endRun().run();
        }
        boolean recorded = finish(
                user,
                connectionWait(user, freeSince) + now - taken,
                new Attempts.Result(Outcome.FAILED, FailureKind.CONNECTION_LOST, 1));
        clock.sleepUntil(now + REST_NANOS);
        return recorded;
    }

    /** Due while every worker was busy is waiting for a connection; due while this one slept is the client's own lateness. */
    private static long connectionWait(User<?> user, long freeSince) {
        return Math.max(0, freeSince - user.intended());
    }

    private boolean finish(User<S> user, long wait, Attempts.Result result) {
        long ended = clock.now();
        if (!user.finish()) {
            return false;
        }
        user.ended(ended, wait, result);
        workplace.recorder().record(index, user);
        user.plan(ended);
        return true;
    }
}
