package io.dbharness.measure;

import io.dbharness.load.Phase;
import java.util.List;
import java.util.stream.Stream;

/**
 * What was recorded between two readings of the recorder. Immutable by convention of its distributions.
 *
 * @param startNanos since the start of the run
 * @param endNanos   since the start of the run; the true time of the reading
 * @param phase      the window the interval lies in
 * @param inFlight   invocations started and not yet ended at its end
 * @param backlog    starts due and not yet made at its end
 * @param operations what happened, one entry for each operation and phase that saw anything
 * @param steps      one entry for each step that the workload tells apart, in its order
 * @param dispatch   how late the client itself started what it started
 */
public record IntervalSnapshot(
        long startNanos,
        long endNanos,
        Phase phase,
        long inFlight,
        long backlog,
        List<OperationInterval> operations,
        List<StepInterval> steps,
        Distribution dispatch) {

    public IntervalSnapshot {
        operations = List.copyOf(operations);
        steps = List.copyOf(steps);
    }

    public double seconds() {
        return (endNanos - startNanos) / 1e9;
    }

    /** Completions in the interval, of whatever phase. */
    public long completed() {
        return operations.stream().mapToLong(o -> o.counts().completed()).sum();
    }

    public long failed() {
        return operations.stream().mapToLong(o -> o.counts().failed()).sum();
    }

    /** Response times of everything that completed in the interval. */
    public Distribution response() {
        Distribution all = new Distribution();
        operations.forEach(o -> all.add(o.response()));
        return all;
    }

    /** The entries of one operation. */
    public Stream<OperationInterval> of(String operation) {
        return operations.stream().filter(o -> o.operation().name().equals(operation));
    }
}
