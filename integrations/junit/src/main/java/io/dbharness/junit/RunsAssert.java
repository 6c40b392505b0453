package io.dbharness.junit;

import io.dbharness.model.UsageException;
import io.dbharness.result.Condition;
import io.dbharness.result.Metric;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.analysis.Interval;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.data.Percentage;

/** Assertions on repeated runs with different seeds, whose spread from run to run is known. */
public final class RunsAssert extends AbstractAssert<RunsAssert, List<RunResult>> {

    RunsAssert(List<RunResult> actual) {
        super(List.copyOf(actual), RunsAssert.class);
    }

    /** No verdict is INVALID. */
    public RunsAssert areValid() {
        actual.forEach(result -> new RunResultAssert(result).isValid());
        return this;
    }

    /** Each run satisfies a condition, as {@link RunResultAssert#satisfies} has it. */
    public RunsAssert eachSatisfies(String condition) {
        actual.forEach(result -> new RunResultAssert(result).satisfies(condition));
        return this;
    }

    /**
     * Throughput and the 99th percentile of all response times are, by the whole 95 % interval of their ratio from run to run, not worse
     * than those of stored runs by more than a margin. Takes at least {@value Comparison#MIN_RUNS} runs of each.
     *
     * @param baseline a directory with the stored runs; written, and the test aborted, where the system property {@code
     *                 dbharness.baseline} is {@code write}
     * @param margin   for example {@code withPercentage(5)}
     */
    public RunsAssert isNotSlowerThan(Path baseline, Percentage margin) {
        if (actual.size() < Comparison.MIN_RUNS) {
            throw new UsageException(List.of("runs can be distinguished from chance when there are at least "
                    + Comparison.MIN_RUNS + " of each: here are " + actual.size() + "; set repeat"));
        }
        List<RunResult> stored = new Baseline(baseline).allFor(actual);
        if (stored.size() < Comparison.MIN_RUNS) {
            throw new UsageException(List.of("runs can be distinguished from chance when there are at least "
                    + Comparison.MIN_RUNS + " of each: the baseline " + baseline + " has " + stored.size()
                    + "; set repeat and write the baseline again"));
        }
        areValid();
        for (Condition condition : Baseline.notSlower(margin)) {
            Condition.Comparison limit = condition.alternatives().get(0).get(0);
            require(condition.text(), limit, stored);
        }
        return this;
    }

    private void require(String text, Condition.Comparison limit, List<RunResult> stored) {
        double[] before = values(limit.metric(), stored);
        double[] now = values(limit.metric(), actual);
        boolean higher = limit.sign().startsWith(">");
        Interval ratio = Comparison.isPossible(before, now)
                ? Comparison.of(
                                before,
                                now,
                                higher ? Comparison.Polarity.HIGHER_IS_BETTER : Comparison.Polarity.LOWER_IS_BETTER)
                        .ratio95()
                : new Interval(0, Double.POSITIVE_INFINITY);
        boolean holds = higher ? ratio.low() >= limit.threshold() : ratio.high() <= limit.threshold();
        boolean broken = higher ? ratio.high() < limit.threshold() : ratio.low() > limit.threshold();
        if (!holds) {
            String why = text
                    + (broken
                            ? " does not hold"
                            : " cannot be answered: the runs differ too much from each other; make more or longer ones");
            throw failure("%s", "\n" + why + "\n" + RunText.comparison(stored, actual));
        }
    }

    private static double[] values(Metric metric, List<RunResult> results) {
        return results.stream()
                .flatMapToDouble(result -> metric.of(result).stream())
                .toArray();
    }
}
