package io.dbharness.junit;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Comparison;
import io.dbharness.result.Metric;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.data.Percentage;

/**
 * Assertions on a run. Judged as {@code --fail-if} judges: an assertion passes only if the result supports it, so too few samples, and a
 * limit within the confidence interval of a throughput, fail. Latencies need a latency verdict that is not INVALID, throughput and scores a
 * throughput verdict that is not. An operation or a score that the result does not have is a {@link UsageException} that names those that
 * it has.
 */
public final class RunResultAssert extends AbstractAssert<RunResultAssert, RunResult> {

    RunResultAssert(RunResult actual) {
        super(actual, RunResultAssert.class);
    }

    /** The verdict is not INVALID. A SUSPECT run passes; its caveats are in the message of whatever fails. */
    public RunResultAssert isValid() {
        isNotNull();
        if (actual.verdict() == Verdict.INVALID) {
            fail(RunText.about(actual, "the run is INVALID: its numbers do not mean what they say"));
        }
        return this;
    }

    /** The verdict is VALID: neither INVALID nor SUSPECT. */
    public RunResultAssert isNotSuspect() {
        isNotNull();
        if (actual.verdict() != Verdict.VALID) {
            fail(RunText.about(actual, "the run is " + actual.verdict()));
        }
        return this;
    }

    /** The median of an operation's response times. */
    public LatencyAssert p50(String operation) {
        return percentile("p50", operation);
    }

    public LatencyAssert p95(String operation) {
        return percentile("p95", operation);
    }

    public LatencyAssert p99(String operation) {
        return percentile("p99", operation);
    }

    /**
     * Any percentile of an operation's response times.
     *
     * @param name      for example {@code p90} or {@code p99.9}
     * @param operation its name; {@code read}, {@code write} or {@code total} for several together
     */
    public LatencyAssert percentile(String name, String operation) {
        String canonical = Quantiles.canonical(name);
        if (!Quantiles.BY_NAME.containsKey(canonical)) {
            throw new UsageException(List.of("there is no percentile '" + name + "'; known: "
                    + String.join(", ", Quantiles.BY_NAME.keySet()) + "; n3 is p99.9"));
        }
        return latency(canonical, operation);
    }

    /** The mean of an operation's response times. */
    public LatencyAssert mean(String operation) {
        return latency("mean", operation);
    }

    /** The longest of an operation's response times. */
    public LatencyAssert max(String operation) {
        return latency("max", operation);
    }

    private LatencyAssert latency(String name, String operation) {
        return new LatencyAssert(this, new Metric(name, Optional.of(operation)));
    }

    /** Completed requests a second, of all operations. */
    public FigureAssert throughput() {
        return new FigureAssert(this, new Metric("throughput", Optional.empty()));
    }

    /** Failed requests, as a share of those that were started: 0.001 is 0.1 %. */
    public FigureAssert errors() {
        return new FigureAssert(this, new Metric("errors", Optional.empty()));
    }

    /** New-Order transactions a minute; of TPC-C alone. */
    public FigureAssert tpmC() {
        return score("tpmC");
    }

    /** Asserts on a score of the workload by its name, or on a server figure as {@code server.NAME}. */
    public FigureAssert score(String name) {
        return new FigureAssert(this, new Metric(name, Optional.empty()));
    }

    /** A condition as after {@code --fail-if}, but what must be true: {@code p99(NewOrder) < 50ms and errors <= 0.1%}. */
    public RunResultAssert satisfies(String condition) {
        Problems problems = new Problems();
        Optional<Condition> read = Condition.parse(condition, problems);
        read.filter(Condition::needsBaseline)
                .ifPresent(c ->
                        problems.add("compare with a baseline by isNotSlowerThan(...), not by '" + condition + "'"));
        problems.throwIfAny();
        return require(read.orElseThrow());
    }

    /**
     * Throughput and the 99th percentile of all response times are not worse than those of a stored run by more than a margin, whatever
     * value within its 95 % confidence interval either run has. The intervals are those within the runs: what differs from run to run is in
     * {@link RunsAssert} alone. Runs of less than 20 seconds have no interval, so they cannot be compared.
     *
     * @param baseline a {@code result.json} or its directory; written, and the test aborted, where the system property {@code
     *                 dbharness.baseline} is
     *     {@code write}
     * @param margin   for example {@code withPercentage(5)}
     */
    public RunResultAssert isNotSlowerThan(Path baseline, Percentage margin) {
        isNotNull();
        RunResult before = new Baseline(baseline).oneFor(actual);
        for (Condition condition : Baseline.notSlower(margin)) {
            Judge.objection(actual, condition, Optional.of(before)).ifPresent(this::fail);
        }
        return this;
    }

    /** A comparison with a limit in the metric's own unit, which {@code text} has in words. */
    RunResultAssert require(Metric metric, String sign, double limit, String text) {
        Comparison comparison = new Comparison(metric, sign, limit, false);
        return require(new Condition(metric + " " + sign + " " + text, List.of(List.of(comparison))));
    }

    private RunResultAssert require(Condition condition) {
        isNotNull();
        Judge.objection(actual, condition, Optional.empty()).ifPresent(this::fail);
        return this;
    }

    private void fail(String message) {
        throw failure("%s", message);
    }
}
