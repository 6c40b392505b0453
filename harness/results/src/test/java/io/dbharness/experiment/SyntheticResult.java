package io.dbharness.experiment;

import io.dbharness.load.ClosedLoop;
import io.dbharness.measure.ClientDelays;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.TargetFacts;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.result.RunResultBuilder;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.Verdict;
import java.util.List;
import java.util.Map;

/** A result of nothing but a median, for searches whose target is a formula. */
final class SyntheticResult {

    private static final LatencyResult EMPTY = LatencyResult.of(new LatencyHistogram());
    private static final long COUNT = 10_000;

    private SyntheticResult() {}

    static RunResult of(RunPlan plan, double medianNanos) {
        long median = Math.round(medianNanos);
        LatencyResult latency = new LatencyResult(
                COUNT,
                median,
                median,
                median,
                Map.of("p50", median),
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                Map.of(),
                EMPTY.histogram());
        return new RunResultBuilder()
                .id("synthetic")
                .createdAt("2026-01-02T03:04:05.006Z")
                .tool(new Tool("dbharness", "test", "unknown"))
                .workload(new WorkloadFacts("synthetic", Map.of()))
                .target(new TargetFacts("Formula", "1", "sim:", Map.of()))
                .plan(PlanFacts.of(
                        plan.load().describe(),
                        plan.load() instanceof ClosedLoop,
                        new PlanFacts.Size(plan.load().users(), plan.connections(), "dedicated"),
                        plan.seed().value(),
                        1,
                        plan.factors(),
                        null))
                .totals(Totals.of(new Totals.Sent(COUNT, COUNT, 0, 0), new Totals.Ended(COUNT, 0, 0, 0)))
                .throughputPerSecond(new Throughput(plan.load().users() / (medianNanos / 1e9), List.of()))
                .combined(List.of(new CombinedResult("total", latency, latency, latency)))
                .health(new Health(0, 0, EMPTY, EMPTY, 1, 0, ClientDelays.UNKNOWN))
                .build();
    }

    /** A result whose server told something about itself. */
    static RunResult with(RunResult r, ServerStatistics server) {
        return with(r, r.totals(), server, r.verdict(), r.caveats());
    }

    /** A result with other accounts. */
    static RunResult with(RunResult r, Totals totals) {
        return with(r, totals, r.server(), r.verdict(), r.caveats());
    }

    /** A result that is not to be believed. */
    static RunResult invalid(RunResult r, String code) {
        return with(r, r.totals(), r.server(), Verdict.INVALID, List.of(Caveat.invalid(code, "as a test wants it")));
    }

    private static RunResult with(
            RunResult r, Totals totals, ServerStatistics server, Verdict verdict, List<Caveat> caveats) {
        return r.builder()
                .totals(totals)
                .server(server)
                .verdict(verdict)
                .caveats(caveats)
                .build();
    }
}
