package io.dbharness.exec;

import io.dbharness.load.Pacer;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.ClientSampler;
import io.dbharness.measure.Recorder;
import io.dbharness.measure.Recorder.Finished;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.sut.Session;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One requester as a state machine: it has an invocation planned for some instant, or one in flight. The thread that drives it owns it;
 * only its state is shared, so that the end of a run can settle every user exactly once. It is its own sample, so that recording
 * makes no object.
 */
final class User<S extends Session> implements Finished {

    private enum State {
        PLANNED,
        IN_FLIGHT,
        RECORDING,
        SETTLED
    }

    /** The state of a user's last invocation when the run ended. */
    enum Settlement {
        NOT_STARTED,
        STILL_RUNNING
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.PLANNED);
    private final OperationSource<S> source;
    private final Pacer pacer;
    private final RunWindows windows;
    private Invocation<S> next;
    private long intended;
    private long started;
    private long ended;
    private long connectionWait;
    private Outcome outcome = Outcome.COMPLETED;
    private FailureKind failure = FailureKind.NONE;
    private int attempts;
    private ClientSampler.@Nullable Mark mark;
    private long startsMeasured;
    private long delaysMeasured;

    /** A user's source with its first invocation drawn, before its start time is known. */
    record Prepared<S extends Session>(OperationSource<S> source, Invocation<S> first) {}

    User(Prepared<S> prepared, Pacer pacer, RunWindows windows) {
        this.source = prepared.source();
        this.pacer = pacer;
        this.windows = windows;
        this.next = prepared.first();
        this.intended = pacer.intendedStart(next.operation(), windows.start());
    }

    Invocation<S> invocation() {
        return next;
    }

    @Override
    public Operation operation() {
        return next.operation();
    }

    /** When the current invocation is meant to start. */
    @Override
    public long intended() {
        return intended;
    }

    /** Returns the sampler's mark of the current invocation; null if it is not sampled. */
    ClientSampler.@Nullable Mark mark() {
        return mark;
    }

    void mark(ClientSampler.@Nullable Mark of) {
        mark = of;
    }

    /** Starts the invocation at {@code now} and records that. Returns false if the run has ended: nothing may be sent. */
    boolean start(long now, Recorder recorder, int worker) {
        // Before the change of state, with which the thread that settles this user reads it.
        started = now;
        if (now >= windows.end() || !state.compareAndSet(State.PLANNED, State.RECORDING)) {
            return false;
        }
        recorder.started(worker, next.operation(), intended);
        state.setRelease(State.IN_FLIGHT);
        return true;
    }

    /** The invocation has ended. False when the run has settled this user meanwhile: it is pending and must not be recorded. */
    boolean finish() {
        return state.compareAndSet(State.IN_FLIGHT, State.RECORDING);
    }

    /** How the invocation ended, before it is recorded. */
    void ended(long now, long waited, Outcome how, FailureKind why, int attemptsMade) {
        ended = now;
        connectionWait = waited;
        outcome = how;
        failure = why;
        attempts = attemptsMade;
    }

    @Override
    public long started() {
        return started;
    }

    @Override
    public long ended() {
        return ended;
    }

    @Override
    public long connectionWait() {
        return connectionWait;
    }

    @Override
    public Outcome outcome() {
        return outcome;
    }

    @Override
    public FailureKind failure() {
        return failure;
    }

    @Override
    public int attempts() {
        return attempts;
    }

    /** After recording: draws the next invocation and its intended start. */
    void plan(long previousEnd) {
        countStart();
        next = source.next();
        intended = pacer.intendedStart(next.operation(), previousEnd);
        if (intended != Pacer.NEVER) {
            delaysMeasured += windows.measured(previousEnd) * (intended - previousEnd);
        }
        state.set(State.PLANNED);
    }

    /** Ends the user, waiting out the instant in which a start or an end is recorded. */
    Settlement settle() {
        while (true) {
            if (state.compareAndSet(State.PLANNED, State.SETTLED)) {
                return Settlement.NOT_STARTED;
            }
            if (state.compareAndSet(State.IN_FLIGHT, State.SETTLED)) {
                countStart();
                return Settlement.STILL_RUNNING;
            }
            Thread.onSpinWait();
        }
    }

    private void countStart() {
        // Not "before the end": a stop may come between a start and this line, and what has started counts.
        startsMeasured += windows.afterWarmUp(intended);
    }

    /** Starts of invocations intended in the measurement window. */
    long startsMeasured() {
        return startsMeasured;
    }

    /** The sum of all think and keying times drawn in the measurement window, in nanoseconds. */
    long delaysMeasured() {
        return delaysMeasured;
    }
}
