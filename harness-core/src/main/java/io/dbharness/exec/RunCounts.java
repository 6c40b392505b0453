package io.dbharness.exec;

import io.dbharness.load.RunWindows;
import io.dbharness.model.FailureKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts of the users in the measurement window, kept apart from the recorder so that the two can be compared.
 *
 * @param windows         the final windows
 * @param starts          invocations the users started
 * @param skipped         arrivals within the window that were not sent because every user was busy
 * @param backlog         starts due within the window and never made
 * @param unsent          how long the backlog of an open load had been due when the measurement ended, in nanoseconds to three digits,
 *                        to how many of it had
 * @param pending         invocations started and still running when the drain ended
 * @param meanDelayNanos  mean think and keying time a start, closed loops only; 0 in open models
 * @param firstFailures   the first message of each kind of failure
 * @param targetLost      why the run ended early, when the target stayed unreachable
 * @param overloaded      whether the run ended early because arrivals waited longer than the plan allows
 */
public record RunCounts(
        RunWindows windows,
        long starts,
        long skipped,
        long backlog,
        Map<Long, Long> unsent,
        List<Pending> pending,
        double meanDelayNanos,
        Map<FailureKind, String> firstFailures,
        Optional<String> targetLost,
        boolean overloaded) {

    public RunCounts {
        unsent = Map.copyOf(unsent);
        pending = List.copyOf(pending);
        firstFailures = Map.copyOf(firstFailures);
    }

    /**
     * An invocation without an end.
     *
     * @param operation    its name
     * @param ageNanos     since its intended start
     * @param runningNanos since its actual start
     */
    public record Pending(String operation, long ageNanos, long runningNanos) {}
}
