package io.dbharness.measure;

import io.dbharness.model.FailureKind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The outcomes of the invocations of one operation. Immutable; addition is associative and commutative.
 *
 * @param started         sent
 * @param completed       ended as specified, rolled back ones included
 * @param rolledBack      of these, rolled back because the workload says so
 * @param failedBy        ended in failure, by kind
 * @param retriesBy       attempt number (2 and up) to how many invocations needed it
 * @param completedInside completed with their end inside the measurement window, whenever intended: the throughput
 */
public record Counts(
        long started,
        long completed,
        long rolledBack,
        Map<FailureKind, Long> failedBy,
        Map<Integer, Long> retriesBy,
        long completedInside) {

    public static final Counts ZERO = new Counts(0, 0, 0, Map.of(), Map.of(), 0);

    public Counts {
        EnumMap<FailureKind, Long> kinds = new EnumMap<>(FailureKind.class);
        kinds.putAll(failedBy);
        failedBy = Collections.unmodifiableMap(kinds);
        retriesBy = Collections.unmodifiableMap(new TreeMap<>(retriesBy));
    }

    public Counts plus(Counts other) {
        Map<FailureKind, Long> kinds = new EnumMap<>(FailureKind.class);
        kinds.putAll(failedBy);
        other.failedBy.forEach((kind, n) -> kinds.merge(kind, n, Long::sum));
        Map<Integer, Long> retries = new TreeMap<>(retriesBy);
        other.retriesBy.forEach((attempt, n) -> retries.merge(attempt, n, Long::sum));
        return new Counts(
                started + other.started,
                completed + other.completed,
                rolledBack + other.rolledBack,
                kinds,
                retries,
                completedInside + other.completedInside);
    }

    public long failed() {
        return failedBy.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Attempts beyond the first, over all invocations. */
    public long retried() {
        return retriesBy.values().stream().mapToLong(Long::longValue).sum();
    }
}
