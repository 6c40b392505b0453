package io.dbharness.measure;

import io.dbharness.load.RunWindows;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.IntervalSnapshot.Completions;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.IntervalSnapshot.Span;
import io.dbharness.measure.IntervalSnapshot.StepInterval;
import io.dbharness.measure.Recorder.Finished;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Internal;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * Records starts and samples of all workers and hands them out interval by interval. Recording takes no lock: workers are spread over
 * stripes, each double-buffered behind a phaser. Thread-safe; {@link #cut} belongs to one thread.
 */
@Internal
public final class Recorder {

    /** One finished invocation to record. All times are nanoseconds on the run clock. */
    public interface Finished {

        /** Returns the operation that was invoked. */
        Operation operation();

        /** When the load model meant it to start. */
        long intended();

        /** When it was sent, with a session in hand. */
        long started();

        /** When its last attempt ended. */
        long ended();

        /** How long it waited for a session between {@link #intended} and {@link #started}. */
        long connectionWait();

        /** How it ended. */
        Outcome outcome();

        /** Why it failed; {@code NONE} unless the outcome is {@code FAILED}. */
        FailureKind failure();

        /** Attempts made, at least 1. */
        int attempts();

        /** Returns the response time: from intended start to end. */
        default long responseNanos() {
            return ended() - intended();
        }

        /** Returns the service time: from actual start to end, retries and their back-off included. */
        default long serviceNanos() {
            return ended() - started();
        }

        /** How late the client itself was: actual minus intended start, less the wait for a session. */
        default long dispatchNanos() {
            return started() - intended() - connectionWait();
        }

        default boolean failed() {
            return outcome() == Outcome.FAILED;
        }
    }

    private static final int MOST_STRIPES = 8;
    private static final long NONE = Long.MIN_VALUE;

    private final List<Operation> operations;
    private final List<String> steps;
    private final RunWindows windows;
    private final List<Stripe> stripes;
    private long lastCut;
    private long inFlight;

    /**
     * @param operations the workload's operations, in the order of their indexes
     * @param steps      names of the steps that its invocations time one by one, in the order of their indexes
     * @param windows    the run's windows
     * @param workers    how many threads will record; decides the number of stripes
     */
    public Recorder(List<Operation> operations, List<String> steps, RunWindows windows, int workers) {
        this.operations = List.copyOf(operations);
        this.steps = List.copyOf(steps);
        this.windows = windows;
        this.lastCut = windows.start();
        int count = Math.max(1, Math.min(MOST_STRIPES, workers));
        this.stripes = Stream.generate(Stripe::new).limit(count).toList();
    }

    /** Records that a worker sent an operation intended at {@code intended}. */
    public void started(int worker, Operation operation, long intended) {
        Stripe stripe = stripes.get(worker % stripes.size());
        long critical = stripe.phaser.writerCriticalSectionEnter();
        try {
            stripe.active.cell(windows.afterWarmUp(intended), operation).start();
        } finally {
            stripe.phaser.writerCriticalSectionExit(critical);
        }
    }

    /** Records a finished invocation; keeps no reference to it. */
    public void record(int worker, Finished finished) {
        Stripe stripe = stripes.get(worker % stripes.size());
        long critical = stripe.phaser.writerCriticalSectionEnter();
        try {
            Buffer buffer = stripe.active;
            buffer.cell(windows.afterWarmUp(finished.intended()), finished.operation())
                    .end(finished, windows.measured(finished.ended()));
            buffer.dispatch.record(finished.dispatchNanos());
            if (!finished.failed()) {
                buffer.completed(finished.ended());
            }
        } finally {
            stripe.phaser.writerCriticalSectionExit(critical);
        }
    }

    /** Records a step; it counts if it ended within the measurement window. */
    public void step(int worker, int step, long started, long ended) {
        Stripe stripe = stripes.get(worker % stripes.size());
        long critical = stripe.phaser.writerCriticalSectionEnter();
        try {
            stripe.active.steps.get(windows.measured(ended)).get(step).record(ended - started);
        } finally {
            stripe.phaser.writerCriticalSectionExit(critical);
        }
    }

    /**
     * Ends the current interval.
     *
     * @param now     nanoseconds on the run clock
     * @param backlog starts due and not made
     */
    public IntervalSnapshot cut(long now, long backlog) {
        List<Buffer> drained = stripes.stream().map(Stripe::flip).toList();
        List<OperationInterval> seen = new ArrayList<>();
        for (Phase phase : List.of(Phase.WARM_UP, Phase.MEASUREMENT)) {
            for (Operation operation : operations) {
                List<OperationCell> cells = drained.stream()
                        .map(buffer -> buffer.cell(phase == Phase.WARM_UP ? 0 : 1, operation))
                        .toList();
                OperationCell.drain(cells, phase, operation).ifPresent(seen::add);
            }
        }
        for (OperationInterval interval : seen) {
            Counts counts = interval.counts();
            inFlight += counts.started() - counts.completed() - counts.failed();
        }
        // By its middle: a reading comes a little after the boundary it was meant for.
        Phase phase = windows.phaseOf(lastCut + (now - lastCut) / 2);
        IntervalSnapshot snapshot = new IntervalSnapshot(
                new Span(lastCut - windows.start(), now - windows.start(), phase),
                inFlight,
                backlog,
                seen,
                steps(drained),
                AtomicDistribution.drain(drained.stream().map(buffer -> buffer.dispatch)),
                completions(drained));
        lastCut = now;
        return snapshot;
    }

    /** From the first completion to the last, over all stripes. */
    private Optional<Completions> completions(List<Buffer> drained) {
        return drained.stream()
                .flatMap(buffer -> buffer.completions().stream())
                .reduce(Completions::plus)
                .map(completions -> completions.since(windows.start()));
    }

    private List<StepInterval> steps(List<Buffer> drained) {
        return IntStream.range(0, steps.size())
                .mapToObj(step -> {
                    // What ended outside of the measurement does not count.
                    drain(drained, 0, step);
                    return new StepInterval(steps.get(step), drain(drained, 1, step));
                })
                .toList();
    }

    private static LatencyHistogram drain(List<Buffer> drained, int measured, int step) {
        return AtomicDistribution.drain(
                drained.stream().map(buffer -> buffer.steps.get(measured).get(step)));
    }

    /** One buffer is recorded into while the other is read. */
    private final class Stripe {

        final WriterReaderPhaser phaser = new WriterReaderPhaser();
        volatile Buffer active = new Buffer();
        private Buffer idle = new Buffer();

        Buffer flip() {
            phaser.readerLock();
            try {
                Buffer full = active;
                active = idle;
                idle = full;
                phaser.flipPhase();
                return full;
            } finally {
                phaser.readerUnlock();
            }
        }
    }

    private final class Buffer {

        final AtomicDistribution dispatch = new AtomicDistribution();
        /** Those outside of the measurement window, and those that count. */
        final List<List<AtomicDistribution>> steps = List.of(distributions(), distributions());

        private final AtomicLong firstCompletion = new AtomicLong(NONE);
        private final AtomicLong lastCompletion = new AtomicLong();
        private final List<List<OperationCell>> cells = List.of(cells(), cells());

        /** Returns the cell of invocations intended in the warm-up, 0, or after it, 1. */
        OperationCell cell(int afterWarmUp, Operation operation) {
            return cells.get(afterWarmUp).get(operation.index());
        }

        /** Threads that share the buffer may note the last two in either order, which are microseconds apart. */
        void completed(long now) {
            if (firstCompletion.getOpaque() == NONE) {
                firstCompletion.compareAndSet(NONE, now);
            }
            lastCompletion.setOpaque(now);
        }

        Optional<Completions> completions() {
            long first = firstCompletion.getAndSet(NONE);
            return first == NONE ? Optional.empty() : Optional.of(new Completions(first, lastCompletion.get()));
        }

        private List<AtomicDistribution> distributions() {
            return Stream.generate(AtomicDistribution::new)
                    .limit(Recorder.this.steps.size())
                    .toList();
        }

        private List<OperationCell> cells() {
            return Stream.generate(OperationCell::new).limit(operations.size()).toList();
        }
    }
}
