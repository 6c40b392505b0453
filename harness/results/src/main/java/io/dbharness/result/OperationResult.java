package io.dbharness.result;

import io.dbharness.model.Internal;
import io.dbharness.model.OperationKind;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of one operation in the measurement window.
 *
 * @param name                its name
 * @param kind                read, write or both
 * @param counts              invocations intended within the window
 * @param throughputPerSecond completions with their end within the window, a second
 * @param response            of completed invocations: end minus intended start
 * @param service             of completed invocations: end minus actual start
 * @param connectionWait      of all invocations that started
 * @param failedResponse      of failed invocations
 */
public record OperationResult(
        String name,
        @Internal OperationKind kind,
        OperationCounts counts,
        double throughputPerSecond,
        LatencyResult response,
        LatencyResult service,
        LatencyResult connectionWait,
        LatencyResult failedResponse) {

    /**
     * The latencies of one operation.
     *
     * @param response       of completed invocations: end minus intended start
     * @param service        of completed invocations: end minus actual start
     * @param connectionWait of all invocations that started
     * @param failed         response times of failed invocations
     */
    @Internal
    public record Latencies(
            LatencyResult response, LatencyResult service, LatencyResult connectionWait, LatencyResult failed) {}

    @Internal
    public static OperationResult of(
            String name, OperationKind kind, OperationCounts counts, double perSecond, Latencies latencies) {
        return new OperationResult(
                name,
                kind,
                counts,
                perSecond,
                latencies.response,
                latencies.service,
                latencies.connectionWait,
                latencies.failed);
    }

    Latencies latencies() {
        return new Latencies(response, service, connectionWait, failedResponse);
    }

    /** Returns this result with another throughput. */
    OperationResult completing(double perSecond) {
        return of(name, kind, counts, perSecond, latencies());
    }

    /**
     * Counts of one operation.
     *
     * @param started    sent
     * @param completed  ended as specified
     * @param rolledBack of these, rolled back because the workload says so
     * @param failed     ended in failure
     * @param failedBy   the same by kind
     * @param retriesBy  attempt number (from 2) to how many needed it
     * @param pending    still running when the drain ended
     */
    public record OperationCounts(
            long started,
            long completed,
            long rolledBack,
            long failed,
            Map<String, Long> failedBy,
            Map<String, Long> retriesBy,
            long pending) {

        public OperationCounts {
            failedBy = Collections.unmodifiableMap(new TreeMap<>(failedBy));
            retriesBy = Collections.unmodifiableMap(new TreeMap<>(retriesBy));
        }

        /** Returns the failed share of started requests; 0 if none was started. */
        double failedShare() {
            return started == 0 ? 0 : (double) failed / started;
        }
    }
}
