package io.dbharness.result;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.result.LatencyResult.Percentiles;
import io.dbharness.result.OperationResult.OperationCounts;
import io.dbharness.result.RunResult.Totals;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Finds figures of a result that contradict others: the result was changed after it was written. One use, one thread. */
final class ResultValidator {

    /** For rates, which merged results round; also the relative width of a histogram's cells. */
    private static final double TOLERANCE = 1e-3;

    private static final double LEAST_RATE = 0.01;

    private final RunResult result;
    /** By their parts. Several are alike, such as response and service times of a closed loop; to decode one takes long. */
    private final Map<List<Object>, LatencyHistogram> distributions = new HashMap<>();

    private Optional<String> found = Optional.empty();

    private ResultValidator(RunResult result) {
        this.result = result;
    }

    /** The first that is found; throws a {@link NullPointerException} if parts are missing. */
    static Optional<String> in(RunResult result) {
        Stream.of(
                        result.id(),
                        result.createdAt(),
                        result.tool(),
                        result.workload(),
                        result.target(),
                        result.plan(),
                        result.throughputPerSecond(),
                        result.verdict())
                .forEach(Objects::requireNonNull);
        ResultValidator contradiction = new ResultValidator(result);
        // Accounts that did not balance when the run ended are what the result itself says.
        if (result.caveats().stream().noneMatch(c -> c.code().equals(Assessment.ACCOUNTING))) {
            contradiction.accounts(result.totals());
        }
        contradiction.latencies();
        return contradiction.found;
    }

    private void require(boolean holds, String otherwise) {
        if (!holds && found.isEmpty()) {
            found = Optional.of(otherwise);
        }
    }

    private void accounts(Totals totals) {
        require(totals.balance(), "its accounts do not balance");
        sum("started", OperationCounts::started, totals.started());
        sum("completed", OperationCounts::completed, totals.completed());
        sum("failed", OperationCounts::failed, totals.failed());
        sum("pending", OperationCounts::pending, totals.pending());
        double throughput = result.throughputPerSecond().value();
        double together = sum(OperationResult::throughputPerSecond);
        require(
                Math.abs(together - throughput) <= LEAST_RATE + TOLERANCE * Math.abs(throughput),
                "its throughput is not that of its operations together");
        result.operations()
                .forEach(o -> require(
                        o.counts().completed() == o.response().count(),
                        o.name() + " completed another number of times than it has response times"));
    }

    private void sum(String what, ToLongFunction<OperationCounts> count, long total) {
        require(
                sum(operation -> count.applyAsLong(operation.counts())) == total,
                "the counts of " + what + " requests do not add up");
    }

    private double sum(ToDoubleFunction<OperationResult> figure) {
        return result.operations().stream().mapToDouble(figure).sum();
    }

    private void latencies() {
        result.operations()
                .forEach(o -> Stream.of(o.response(), o.service(), o.connectionWait(), o.failedResponse())
                        .forEach(latency -> latency(o.name(), latency, 0)));
        result.combined().forEach(c -> {
            latency(c.name(), c.response(), 0);
            latency(c.name(), c.service(), 0);
            latency(
                    c.name(),
                    c.intendedResponse(),
                    c.name().equals("total") ? result.totals().skipped() : 0);
        });
        result.steps().forEach(s -> latency(s.name(), s.service(), 0));
        latency("the load generator", result.health().dispatch(), 0);
        latency("the load generator", result.health().hiccups(), 0);
    }

    /** The percentiles are made again from the histogram. */
    private void latency(String of, LatencyResult latency, long skipped) {
        LatencyHistogram stored = distributions.computeIfAbsent(latency.mergedParts(), key -> latency.distribution());
        require(
                stored.count() == latency.count(),
                "a histogram of " + of + " does not hold as many values as it should");
        require(
                latency.minNanos() >= 0
                        && latency.minNanos() <= latency.meanNanos()
                        && latency.meanNanos() <= latency.maxNanos(),
                "minimum, mean and maximum of " + of + " contradict each other");
        if (found.isEmpty()
                && (latency.atLeast().isEmpty()
                        || !latency.pendingNanos().isEmpty()
                        || !latency.unsentNanos().isEmpty())) {
            Percentiles again = latency.percentiles(stored, skipped);
            require(
                    again.nanos().equals(latency.percentilesNanos())
                            && again.infinite().equals(latency.infinite()),
                    "percentiles of " + of + " are not those of its histogram");
        }
    }
}
