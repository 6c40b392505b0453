package io.dbharness.result;

import io.dbharness.measure.Distribution;
import io.dbharness.model.HarnessException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Adds two stored distributions. Associative and commutative. */
final class MergedLatency {

    private MergedLatency() {}

    static LatencyResult of(LatencyResult first, LatencyResult second) {
        return of(first, second, 0);
    }

    /**
     * The sum.
     *
     * @param skipped requests of both that were never sent and rank as infinitely slow
     */
    static LatencyResult of(LatencyResult first, LatencyResult second, long skipped) {
        requireAges(first);
        requireAges(second);
        Distribution both = new Distribution();
        // A histogram grows to what it is given, and its encoding shows how: the larger first, whichever that is.
        Stream.of(first, second)
                .sorted(Comparator.comparingLong(LatencyResult::maxNanos).reversed())
                .forEach(part -> both.add(part.distribution()));
        List<Long> pending = Stream.concat(first.pendingNanos().stream(), second.pendingNanos().stream())
                .toList();
        return LatencyResult.of(both, pending, skipped);
    }

    /** Results were once written without the ages of pending invocations. */
    private static void requireAges(LatencyResult latency) {
        if (!latency.atLeast().isEmpty() && latency.pendingNanos().isEmpty()) {
            throw new HarnessException(
                    "a result with pending requests does not say how old they were, so it cannot be merged;"
                            + " it was written by an older version, run it again");
        }
    }
}
