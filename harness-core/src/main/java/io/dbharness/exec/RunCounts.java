package io.dbharness.exec;

import io.dbharness.load.RunWindows;
import io.dbharness.model.FailureKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts of the users in the measurement window, kept apart from the recorder so that the two can be compared.
 *
 * @param windows        the final windows
 * @param arrived        requests that were due
 * @param pending        invocations started and still running when the drain ended
 * @param meanDelayNanos mean think and keying time a start, closed loops only; 0 in open models
 * @param firstFailures  the first message of each kind of failure
 * @param earlyEnd       why the run ended early, if it did
 */
public record RunCounts(
        RunWindows windows,
        Arrived arrived,
        List<Pending> pending,
        double meanDelayNanos,
        Map<FailureKind, String> firstFailures,
        EarlyEnd earlyEnd) {

    /**
     * The requests that were due in the measurement window.
     *
     * @param starts  invocations the users started
     * @param skipped arrivals that were not sent because every user was busy
     * @param backlog starts never made
     * @param unsent  how long the backlog of an open load had been due when the measurement ended, in nanoseconds to three digits, to how
     *                many of it had
     */
    public record Arrived(long starts, long skipped, long backlog, Map<Long, Long> unsent) {

        public Arrived {
            unsent = Map.copyOf(unsent);
        }
    }

    /**
     * Why a run ended early.
     *
     * @param targetLost the reason, when the target stayed unreachable
     * @param overloaded true if arrivals waited longer than the plan allows
     */
    public record EarlyEnd(Optional<String> targetLost, boolean overloaded) {}

    public long starts() {
        return arrived.starts();
    }

    public long skipped() {
        return arrived.skipped();
    }

    public long backlog() {
        return arrived.backlog();
    }

    public Map<Long, Long> unsent() {
        return arrived.unsent();
    }

    public Optional<String> targetLost() {
        return earlyEnd.targetLost();
    }

    public boolean overloaded() {
        return earlyEnd.overloaded();
    }

    public RunCounts {
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
