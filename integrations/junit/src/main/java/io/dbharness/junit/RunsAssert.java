package io.dbharness.junit;

import io.dbharness.model.UsageException;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.Comparison;
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
            require(condition, stored);
        }
        return this;
    }

    private void require(Condition condition, List<RunResult> stored) {
        Answer answer = condition.alternatives().get(0).get(0).answer(actual, stored);
        if (answer != Answer.HOLDS) {
            String why = condition.text()
                    + (answer == Answer.DOES_NOT_HOLD
                            ? " does not hold"
                            : " cannot be answered: the runs differ too much from each other; make more or longer ones");
            throw failure("%s", "\n" + why + "\n" + RunText.comparison(stored, actual));
        }
    }
}
