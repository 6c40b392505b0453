package io.dbharness.result;

import io.dbharness.measure.Distribution;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Adds two stored distributions.
 *
 * @param pendingOfFirst  invocations without an end behind the first, each with a rank in its percentiles
 * @param pendingOfSecond the same of the second
 */
record MergedLatency(long pendingOfFirst, long pendingOfSecond) {

    /** Nothing is pending. */
    static final MergedLatency COMPLETE = new MergedLatency(0, 0);

    /**
     * The sum.
     *
     * @param skipped requests of both that were never sent and rank as infinitely slow
     */
    LatencyResult of(LatencyResult first, LatencyResult second, long skipped) {
        Distribution both = new Distribution();
        // A histogram grows to what it is given, and its encoding shows how: the larger first, whichever that is.
        Stream.of(first, second)
                .sorted(Comparator.comparingLong(LatencyResult::maxNanos).reversed())
                .forEach(part -> both.add(part.distribution()));
        long[] ages = Arrays.copyOf(ages(first, pendingOfFirst), Math.toIntExact(pendingOfFirst + pendingOfSecond));
        System.arraycopy(
                ages(second, pendingOfSecond),
                0,
                ages,
                Math.toIntExact(pendingOfFirst),
                Math.toIntExact(pendingOfSecond));
        return LatencyResult.of(both, ages, skipped);
    }

    /** Ages that the pending invocations have certainly passed: that of the oldest where it shows, for the others a percentile below all. */
    private static long[] ages(LatencyResult latency, long pending) {
        long[] ages = new long[Math.toIntExact(pending)];
        if (pending == 0) {
            return ages;
        }
        Arrays.fill(
                ages,
                latency.percentilesNanos().entrySet().stream()
                        .filter(p -> !latency.atLeast().contains(p.getKey())
                                && !latency.infinite().contains(p.getKey()))
                        .mapToLong(Map.Entry::getValue)
                        .max()
                        .orElse(0));
        // The highest percentile is the last rank; beyond everything that ended, it is an invocation that did not.
        long last = latency.nanos("n9");
        if (last > latency.maxNanos()) {
            ages[0] = last;
        }
        return ages;
    }
}
