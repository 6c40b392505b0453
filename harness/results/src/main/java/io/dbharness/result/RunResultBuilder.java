package io.dbharness.result;

import io.dbharness.measure.ClientDelays;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.StepResult;
import io.dbharness.result.RunResult.TargetFacts;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.RunResult.Window;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.workload.Check;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a {@link RunResult}, from nothing or from another one. Not thread-safe. */
@Internal
public final class RunResultBuilder {

    private static final LatencyResult NO_LATENCIES = LatencyResult.of(new LatencyHistogram());

    private String id = "";
    private String createdAt = "";
    private Tool tool = new Tool("", "", "");
    private WorkloadFacts workload = new WorkloadFacts("", Map.of());
    private TargetFacts target = new TargetFacts("", "", "", Map.of());
    private Map<String, String> environment = Map.of();
    private PlanFacts plan = PlanFacts.of("", true, new PlanFacts.Size(1, 1, "dedicated"), 1, 1, Map.of(), null);
    private List<Window> windows = List.of();
    private Totals totals = Totals.of(new Totals.Sent(0, 0, 0, 0), new Totals.Ended(0, 0, 0, 0));
    private Throughput throughputPerSecond = new Throughput(0, List.of());
    private List<CombinedResult> combined = List.of();
    private List<OperationResult> operations = List.of();
    private List<StepResult> steps = List.of();
    private Map<String, Double> scores = Map.of();
    private List<Check> checks = List.of();
    private Health health = new Health(0, 0, NO_LATENCIES, NO_LATENCIES, 1, 0, ClientDelays.UNKNOWN);
    private ServerStatistics server = ServerStatistics.NONE;
    private List<AgentResult> agents = List.of();
    private Verdict verdict = Verdict.VALID;
    private List<Caveat> caveats = List.of();
    private Map<String, List<Double>> intervals95 = Map.of();
    private @Nullable MergedLabels merged;

    /** A run without requests, VALID. */
    public RunResultBuilder() {}

    /** All of another result. */
    RunResultBuilder(RunResult other) {
        id = other.id();
        createdAt = other.createdAt();
        tool = other.tool();
        workload = other.workload();
        target = other.target();
        environment = other.environment();
        plan = other.plan();
        windows = other.windows();
        totals = other.totals();
        throughputPerSecond = other.throughputPerSecond();
        combined = other.combined();
        operations = other.operations();
        steps = other.steps();
        scores = other.scores();
        checks = other.checks();
        health = other.health();
        server = other.server();
        agents = other.agents();
        verdict = other.verdict();
        caveats = other.caveats();
        intervals95 = other.intervals95();
        merged = other.merged();
    }

    public RunResultBuilder id(String other) {
        id = other;
        return this;
    }

    public RunResultBuilder createdAt(String other) {
        createdAt = other;
        return this;
    }

    public RunResultBuilder tool(Tool other) {
        tool = other;
        return this;
    }

    public RunResultBuilder workload(WorkloadFacts other) {
        workload = other;
        return this;
    }

    public RunResultBuilder target(TargetFacts other) {
        target = other;
        return this;
    }

    public RunResultBuilder environment(Map<String, String> other) {
        environment = other;
        return this;
    }

    public RunResultBuilder plan(PlanFacts other) {
        plan = other;
        return this;
    }

    public RunResultBuilder windows(List<Window> other) {
        windows = other;
        return this;
    }

    public RunResultBuilder totals(Totals other) {
        totals = other;
        return this;
    }

    public RunResultBuilder throughputPerSecond(Throughput other) {
        throughputPerSecond = other;
        return this;
    }

    public RunResultBuilder combined(List<CombinedResult> other) {
        combined = other;
        return this;
    }

    public RunResultBuilder operations(List<OperationResult> other) {
        operations = other;
        return this;
    }

    public RunResultBuilder steps(List<StepResult> other) {
        steps = other;
        return this;
    }

    public RunResultBuilder scores(Map<String, Double> other) {
        scores = other;
        return this;
    }

    public RunResultBuilder checks(List<Check> other) {
        checks = other;
        return this;
    }

    public RunResultBuilder health(Health other) {
        health = other;
        return this;
    }

    public RunResultBuilder server(ServerStatistics other) {
        server = other;
        return this;
    }

    public RunResultBuilder agents(List<AgentResult> other) {
        agents = other;
        return this;
    }

    public RunResultBuilder verdict(Verdict other) {
        verdict = other;
        return this;
    }

    public RunResultBuilder caveats(List<Caveat> other) {
        caveats = other;
        return this;
    }

    public RunResultBuilder intervals95(Map<String, List<Double>> other) {
        intervals95 = other;
        return this;
    }

    RunResultBuilder merged(MergedLabels labels) {
        merged = labels;
        return this;
    }

    /** Sets the caveats and the verdict that follows from them. */
    public RunResultBuilder judged(List<Caveat> found) {
        return verdict(Verdict.of(found)).caveats(found);
    }

    public RunResult build() {
        return new RunResult(
                RunResult.SCHEMA_VERSION,
                id,
                createdAt,
                tool,
                workload,
                target,
                environment,
                plan,
                windows,
                totals,
                throughputPerSecond,
                combined,
                operations,
                steps,
                scores,
                checks,
                health,
                server,
                agents,
                verdict,
                caveats,
                intervals95,
                merged);
    }
}
