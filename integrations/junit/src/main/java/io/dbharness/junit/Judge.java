package io.dbharness.junit;

import io.dbharness.model.UsageException;
import io.dbharness.request.WorkloadNames;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.Condition.Comparison;
import io.dbharness.result.Metric;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Asks conditions of results. */
final class Judge {

    /** Counts, which hold whatever the verdict on the load. */
    private static final Set<String> COUNTS = Set.of("errors", "errorCount", "skipped");

    private Judge() {}

    /**
     * Why a condition is not met, in all there is to say about it; empty when it is.
     *
     * @throws UsageException when it speaks of what the result does not have
     */
    static Optional<String> objection(RunResult result, Condition condition, Optional<RunResult> baseline) {
        List<String> unknown = WorkloadNames.of(result).unknownIn(condition);
        if (!unknown.isEmpty()) {
            throw new UsageException(unknown);
        }
        return metrics(condition).stream()
                .filter(metric -> !isUsable(result, metric))
                .findFirst()
                .map(metric -> condition.text().strip() + ": "
                        + (metric.isLatency() ? "the latencies" : "throughput and scores")
                        + " of this run are not to be used")
                .or(() -> answer(result, condition, baseline))
                .map(why -> RunText.about(result, why, metrics(condition), baseline));
    }

    private static Optional<String> answer(RunResult result, Condition condition, Optional<RunResult> baseline) {
        String text = condition.text().strip();
        Answer answer = condition.answer(result, baseline, false);
        return switch (answer) {
            case HOLDS -> Optional.empty();
            case DOES_NOT_HOLD -> Optional.of(text + " does not hold");
            case INCONCLUSIVE ->
                Optional.of(text + " cannot be answered: "
                        + baseline.map(b -> String.join("; ", condition.doubts(result, b)))
                                .filter(doubts -> !doubts.isEmpty())
                                .orElse("too few samples, or the limit lies within the confidence interval;"
                                        + " measure for longer"));
        };
    }

    private static boolean isUsable(RunResult result, Metric metric) {
        RunResult.Verdicts verdicts = result.verdicts();
        Verdict own = metric.isLatency() ? verdicts.latency() : verdicts.throughput();
        return own != Verdict.INVALID || COUNTS.contains(metric.name());
    }

    private static List<Metric> metrics(Condition condition) {
        return condition.alternatives().stream()
                .flatMap(List::stream)
                .map(Comparison::metric)
                .distinct()
                .toList();
    }
}
