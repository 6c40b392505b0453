package io.dbharness.report;

import io.dbharness.measure.ClientDelays;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.OperationKind;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.OperationResult.OperationCounts;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.StepResult;
import io.dbharness.result.RunResult.TargetFacts;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.RunResult.Window;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.result.RunResultBuilder;
import io.dbharness.result.ServerStatistics;
import io.dbharness.workload.Check;
import java.util.List;
import java.util.Map;

/** Small results made by hand, with everything a report has to print. */
final class SampleResult {

    private static final PlanFacts CLOSED = PlanFacts.of(
            "closed, 10 users, think time none", true, new PlanFacts.Size(10, 4, "leased"), 7, 10, Map.of(), null);

    private static final PlanFacts OPEN = PlanFacts.of(
            "open, 100/s, poisson, at most 10 at once",
            false,
            new PlanFacts.Size(10, 4, "leased"),
            7,
            10,
            Map.of(),
            null);

    private SampleResult() {}

    /** A closed loop with two operations: one well sampled, one with few samples, a failure and an invocation that never ended. */
    static RunResult suspect() {
        return with(
                CLOSED,
                List.of(
                        new Check("3.3.2.1", "before", true, "W_YTD = sum(D_YTD)"),
                        new Check("3.3.2.1", "after", true, "W_YTD = sum(D_YTD)")),
                List.of(
                        Caveat.suspect("PENDING", "1 invocations had not ended when the drain did"),
                        Caveat.note(
                                "FEW_SAMPLES", "fewer than 1000 samples, so p99 is only indicative: Pay_ment (50)")));
    }

    /** The same of an open load, with a broken consistency condition. */
    static RunResult invalid() {
        return with(
                OPEN,
                List.of(
                        new Check("3.3.2.1", "before", true, "W_YTD = sum(D_YTD)"),
                        new Check("3.3.2.1", "after", false, "W_YTD differs in 3 warehouses")),
                List.of(Caveat.invalid("DATA_MISMATCH", "3.3.2.1 after: W_YTD differs in 3 warehouses")));
    }

    /** The same of an open load, sound. */
    static RunResult openly() {
        return planned(OPEN);
    }

    /** The closed loop, stopped before its checks. */
    static RunResult interrupted() {
        return with(
                CLOSED,
                List.of(new Check("3.3.2.1", "before", true, "W_YTD = sum(D_YTD)")),
                List.of(Caveat.suspect("INTERRUPTED", "stopped after 20.0 s of measurement")));
    }

    /** A sound run of this plan. */
    static RunResult planned(PlanFacts plan) {
        return with(plan, List.of(), List.of());
    }

    /** A sound run of the closed loop with these parameters of the workload. */
    static RunResult configured(Map<String, String> parameters) {
        RunResult run = planned(CLOSED);
        return run.builder().workload(new WorkloadFacts("tpcc", parameters)).build();
    }

    /** A sound run of the closed loop against a server with these settings. */
    static RunResult against(String url, Map<String, String> settings) {
        RunResult run = planned(CLOSED);
        return run.builder()
                .target(new TargetFacts(run.target().product(), run.target().version(), url, settings))
                .build();
    }

    /** A sound run whose server told something about itself. */
    static RunResult withServer(ServerStatistics server) {
        return with(CLOSED, List.of(), List.of(), List.of(), server);
    }

    /** The closed loop of a workload that tells statements apart, one of which never ran. */
    static RunResult stepped() {
        return with(
                CLOSED,
                List.of(),
                List.of(),
                List.of(
                        new StepResult("point-select", 20_000, 1000, latency(20_000, 400_000)),
                        new StepResult("commit", 0, 0, latency(0, 0))),
                ServerStatistics.NONE);
    }

    /** The same run with other operations and caveats. */
    static RunResult with(RunResult run, List<OperationResult> operations, List<Caveat> caveats) {
        return run.builder().operations(operations).judged(caveats).build();
    }

    private static RunResult with(PlanFacts plan, List<Check> checks, List<Caveat> caveats) {
        return with(plan, checks, caveats, List.of(), ServerStatistics.NONE);
    }

    private static RunResult with(
            PlanFacts plan, List<Check> checks, List<Caveat> caveats, List<StepResult> steps, ServerStatistics server) {
        return new RunResultBuilder()
                .id("20261121T083900.123Z-tpcc")
                .createdAt("2026-11-21T08:39:00.123Z")
                .tool(new Tool("dbharness", "1.2.3", "0123456789ab"))
                .workload(new WorkloadFacts("tpcc", Map.of("warehouses", "1", "think-time", "none")))
                .target(new TargetFacts(
                        "PostgreSQL",
                        "18.6",
                        "jdbc:postgresql://127.0.0.1:5432/postgres",
                        Map.of("fsync", "on", "isolation.requested", "read-committed", "shared_buffers", "128MB")))
                .environment(Map.of("cpus", "2", "java", "OpenJDK | 17"))
                .plan(plan)
                .windows(List.of(new Window("warmup", 5), new Window("measure", 20)))
                .totals(Totals.of(new Totals.Sent(2053, 2052, 0, 1), new Totals.Ended(2050, 1, 3, 1)))
                .throughputPerSecond(new Throughput(102.5, List.of(100.25, 104.75)))
                .operations(List.of(newOrder(), payment()))
                .steps(steps)
                .scores(Map.of("tpmC", 6000.4, "efficiencyPercent", 97.123))
                .checks(checks)
                .health(new Health(
                        0.25, 0.001, latency(2000, 20_000), latency(20_000, 80_000), 2, 64 << 20, ClientDelays.UNKNOWN))
                .server(server)
                .judged(caveats)
                .build();
    }

    private static OperationResult newOrder() {
        return OperationResult.of(
                "NewOrder",
                OperationKind.TRANSACTION,
                new OperationCounts(2000, 2000, 20, 0, Map.of(), Map.of("2", 2L, "3", 1L), 0),
                100,
                new OperationResult.Latencies(
                        latency(2000, 5_000_000), latency(2000, 4_000_000), latency(2000, 900_000), latency(0, 0)));
    }

    private static OperationResult payment() {
        return OperationResult.of(
                "Pay_ment",
                OperationKind.TRANSACTION,
                new OperationCounts(52, 50, 0, 1, Map.of("TIMEOUT", 1L), Map.of(), 1),
                2.5,
                new OperationResult.Latencies(
                        LatencyResult.of(distribution(50, 12_345_678), List.of(30_000_000_000L), 0, Map.of("p50", 50L)),
                        latency(50, 11_000_000),
                        latency(52, 1_000_000),
                        latency(1, 60_000_000)));
    }

    /** Values spread evenly up to {@code max}, of requests that are independent of each other. */
    private static LatencyResult latency(int count, long max) {
        Map<String, Long> samples = Map.of("p50", (long) count, "p99", (long) count);
        return LatencyResult.of(distribution(count, max), List.of(), 0, samples);
    }

    private static LatencyHistogram distribution(int count, long max) {
        LatencyHistogram values = new LatencyHistogram();
        for (int i = 1; i <= count; i++) {
            values.record(max * i / count);
        }
        return values;
    }
}
