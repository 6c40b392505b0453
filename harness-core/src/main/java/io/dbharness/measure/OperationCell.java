package io.dbharness.measure;

import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.Recorder.Finished;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;

/** Records of many threads of one operation in one phase between two readings. */
final class OperationCell {

    /** Attempts beyond this share its counter; a retry policy allows far fewer. */
    private static final int MOST_ATTEMPTS = 32;

    private final AtomicLong started = new AtomicLong();
    /** Those that ended outside of the measurement window, and inside. */
    private final AtomicLongArray completed = new AtomicLongArray(2);

    private final AtomicLong rolledBack = new AtomicLong();
    private final Map<FailureKind, AtomicLong> failedBy = new ConcurrentHashMap<>();
    private final Map<Integer, AtomicLong> retriesBy = new ConcurrentHashMap<>();
    private final AtomicDistribution response = new AtomicDistribution();
    private final AtomicDistribution service = new AtomicDistribution();
    private final AtomicDistribution connectionWait = new AtomicDistribution();
    private final AtomicDistribution failedResponse = new AtomicDistribution();

    void start() {
        started.getAndIncrement();
    }

    /** @param inside 1 when it ended within the measurement window, else 0 */
    void end(Finished finished, int inside) {
        connectionWait.record(finished.connectionWait());
        for (int attempt = 2; attempt <= finished.attempts(); attempt++) {
            count(retriesBy, Math.min(attempt, MOST_ATTEMPTS));
        }
        if (finished.failed()) {
            count(failedBy, finished.failure());
            failedResponse.record(finished.responseNanos());
            return;
        }
        completed.getAndIncrement(inside);
        if (finished.outcome() == Outcome.ROLLED_BACK_AS_SPECIFIED) {
            rolledBack.getAndIncrement();
        }
        response.record(finished.responseNanos());
        service.record(finished.serviceNanos());
    }

    /** Takes everything out of the cells of one operation, if there is anything; no thread may record meanwhile. */
    static Optional<OperationInterval> drain(List<OperationCell> cells, Phase phase, Operation operation) {
        Counts counts = drainCounts(cells);
        if (counts.equals(Counts.ZERO)) {
            cells.stream().flatMap(OperationCell::distributions).forEach(AtomicDistribution::idle);
            return Optional.empty();
        }
        return Optional.of(new OperationInterval(
                phase,
                operation,
                counts,
                AtomicDistribution.drain(cells.stream().map(cell -> cell.response)),
                AtomicDistribution.drain(cells.stream().map(cell -> cell.service)),
                AtomicDistribution.drain(cells.stream().map(cell -> cell.connectionWait)),
                AtomicDistribution.drain(cells.stream().map(cell -> cell.failedResponse))));
    }

    private static Counts drainCounts(List<OperationCell> cells) {
        Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
        Map<Integer, Long> retries = new TreeMap<>();
        long started = 0;
        long outside = 0;
        long inside = 0;
        long rolledBack = 0;
        for (OperationCell cell : cells) {
            started += cell.started.getAndSet(0);
            outside += cell.completed.getAndSet(0, 0);
            inside += cell.completed.getAndSet(1, 0);
            rolledBack += cell.rolledBack.getAndSet(0);
            drain(cell.failedBy, failures);
            drain(cell.retriesBy, retries);
        }
        return new Counts(started, outside + inside, rolledBack, failures, retries, inside);
    }

    private Stream<AtomicDistribution> distributions() {
        return Stream.of(response, service, connectionWait, failedResponse);
    }

    private static <K> void count(Map<K, AtomicLong> counts, K key) {
        counts.computeIfAbsent(key, unused -> new AtomicLong()).getAndIncrement();
    }

    private static <K> void drain(Map<K, AtomicLong> counts, Map<K, Long> into) {
        counts.forEach((key, count) -> {
            long n = count.getAndSet(0);
            if (n > 0) {
                into.merge(key, n, Long::sum);
            }
        });
    }
}
