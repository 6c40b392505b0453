package io.dbharness.measure;

import io.dbharness.load.RunWindows.Phase;
import io.dbharness.model.Operation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The records between two readings of the recorder. Immutable by convention of its distributions.
 *
 * @param span       when it was
 * @param inFlight   invocations started and not yet ended at its end
 * @param backlog    starts due and not yet made at its end
 * @param operations what happened, one entry for each operation and phase that saw anything
 * @param steps      one entry for each step that the workload times, in its order
 * @param dispatch   how late the client itself started what it started
 * @param completions when requests completed; empty if none did
 */
public record IntervalSnapshot(
        Span span,
        long inFlight,
        long backlog,
        List<OperationInterval> operations,
        List<StepInterval> steps,
        LatencyHistogram dispatch,
        Optional<Completions> completions) {

    public IntervalSnapshot {
        operations = List.copyOf(operations);
        steps = List.copyOf(steps);
    }

    /**
     * The time of an interval.
     *
     * @param startNanos since the start of the run
     * @param endNanos   since the start of the run; the true time of the reading
     * @param phase      the window the interval lies in
     */
    public record Span(long startNanos, long endNanos, Phase phase) {}

    public long startNanos() {
        return span.startNanos();
    }

    public long endNanos() {
        return span.endNanos();
    }

    public Phase phase() {
        return span.phase();
    }

    public double seconds() {
        return (endNanos() - startNanos()) / 1e9;
    }

    /** Completions in the interval, of whatever phase. */
    public long completed() {
        return operations.stream().mapToLong(o -> o.counts().completed()).sum();
    }

    public long failed() {
        return operations.stream().mapToLong(o -> o.counts().failed()).sum();
    }

    /** Response times of everything that completed in the interval. */
    public LatencyHistogram response() {
        LatencyHistogram all = new LatencyHistogram();
        operations.forEach(o -> all.add(o.response()));
        return all;
    }

    /** The entries of one operation. */
    public Stream<OperationInterval> of(String operation) {
        return operations.stream().filter(o -> o.operation().name().equals(operation));
    }

    /** Is called with each interval when it has ended, by one thread, in order; must be quick. */
    @FunctionalInterface
    public interface IntervalListener {

        void interval(IntervalSnapshot snapshot);
    }

    /**
     * When requests completed; both in nanoseconds from the start of the run.
     *
     * @param firstNanos the first of the interval
     * @param lastNanos  the last of the interval
     */
    public record Completions(long firstNanos, long lastNanos) {

        /** Returns these times relative to a later start. */
        public Completions since(long startNanos) {
            return new Completions(firstNanos - startNanos, lastNanos - startNanos);
        }

        Completions plus(Completions other) {
            return new Completions(Math.min(firstNanos, other.firstNanos), Math.max(lastNanos, other.lastNanos));
        }
    }

    /**
     * The records of one step in one interval, within the measurement window.
     *
     * @param name    as the workload calls it
     * @param service from its start to its end; its count is how often it ended
     */
    public record StepInterval(String name, LatencyHistogram service) {}

    /**
     * The records of one operation in one interval, for invocations intended in one phase.
     *
     * @param phase          the window of their intended starts
     * @param operation      which
     * @param counts         starts and ends that fell into the interval
     * @param response       of completed invocations
     * @param service        of completed invocations
     * @param connectionWait of all invocations that got a session
     * @param failedResponse of failed invocations
     */
    public record OperationInterval(
            Phase phase,
            Operation operation,
            Counts counts,
            LatencyHistogram response,
            LatencyHistogram service,
            LatencyHistogram connectionWait,
            LatencyHistogram failedResponse) {

        /** The sum of two intervals of the same operation and phase. */
        public OperationInterval plus(OperationInterval other) {
            return new OperationInterval(
                    phase,
                    operation,
                    counts.plus(other.counts),
                    sum(response, other.response),
                    sum(service, other.service),
                    sum(connectionWait, other.connectionWait),
                    sum(failedResponse, other.failedResponse));
        }

        private static LatencyHistogram sum(LatencyHistogram a, LatencyHistogram b) {
            LatencyHistogram both = new LatencyHistogram();
            both.add(a);
            both.add(b);
            return both;
        }
    }
}
