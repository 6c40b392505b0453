package io.dbharness.report;

import io.dbharness.measure.ClientDelays;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.OperationKind;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.OperationResult.OperationCounts;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.TargetFacts;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.RunResult.Window;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.result.RunResultBuilder;
import io.dbharness.result.ServerStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Small results of experiments, made by hand. */
public final class SampleSeries {

    private static final LatencyResult EMPTY = LatencyResult.of(new LatencyHistogram());

    private SampleSeries() {}

    /**
     * One run whose 2000 response times are spread evenly up to twice the mean.
     *
     * @param factors   of its plan
     * @param perSecond throughput
     * @param mean      response time in milliseconds
     * @param caveats   that decide its verdict
     */
    public static RunResult run(Map<String, String> factors, double perSecond, double mean, Caveat... caveats) {
        LatencyHistogram values = new LatencyHistogram();
        int count = 2_000;
        for (int i = 1; i <= count; i++) {
            values.record(Math.round(2e6 * mean * i / count));
        }
        return run(factors, perSecond, LatencyResult.of(values), Arrays.asList(caveats));
    }

    public static RunResult run(
            Map<String, String> factors, double perSecond, LatencyResult response, List<Caveat> caveats) {
        return run(factors, perSecond, response, caveats, ServerStatistics.NONE);
    }

    /** One whose server told something of itself. */
    public static RunResult run(
            Map<String, String> factors,
            double perSecond,
            LatencyResult response,
            List<Caveat> caveats,
            ServerStatistics server) {
        long count = response.count();
        boolean rate = factors.containsKey("rate");
        return new RunResultBuilder()
                .id("20261121T083900.123Z-sample")
                .createdAt("2026-11-21T08:39:00.123Z")
                .tool(new Tool("dbharness", "1.2.3", "0123456789ab"))
                .workload(new WorkloadFacts("sample", Map.of()))
                .target(new TargetFacts("PostgreSQL", "18.6", "jdbc:postgresql://127.0.0.1:5432/postgres", Map.of()))
                .plan(PlanFacts.of(
                        rate ? "open, at a rate" : "closed, some users",
                        !rate,
                        new PlanFacts.Size(4, 4, "dedicated"),
                        1,
                        10,
                        factors,
                        null))
                .windows(List.of(new Window("warmup", 5), new Window("measure", 20)))
                .totals(Totals.of(new Totals.Sent(count + 10, count + 10, 0, 0), new Totals.Ended(count, 10, 0, 0)))
                .throughputPerSecond(new Throughput(perSecond, List.of(0.99 * perSecond, 1.01 * perSecond)))
                .combined(List.of(new CombinedResult("total", response, EMPTY, response)))
                .operations(List.of(OperationResult.of(
                        "Read",
                        OperationKind.READ,
                        new OperationCounts(count + 10, count, 0, 10, Map.of("TIMEOUT", 10L), Map.of(), 0),
                        perSecond,
                        new OperationResult.Latencies(response, EMPTY, EMPTY, EMPTY))))
                .scores(Map.of("tpmC", 60 * perSecond))
                .health(new Health(0.25, 0.001, EMPTY, EMPTY, 2, 64 << 20, ClientDelays.UNKNOWN))
                .server(server)
                .judged(caveats)
                .build();
    }

    /** A disk of 500 operations a second at 1 to 64 outstanding: its service time is 0.9 ms, its cap stretches it. */
    public static List<RunResult> cappedSweep() {
        List<RunResult> runs = new ArrayList<>();
        for (int n = 1; n <= 64; n *= 2) {
            double perSecond = Math.min(n / 0.0009, 500);
            runs.add(run(Map.of("outstanding", Integer.toString(n)), perSecond, 1e3 * n / perSecond));
        }
        return runs;
    }

    /** The universal scalability law with g = 1000, a = 0.02, b = 0.0005: X(1, 2, 4, ... 128). */
    static List<RunResult> retrogradeSweep() {
        List<RunResult> runs = new ArrayList<>();
        for (int n = 1; n <= 128; n *= 2) {
            double perSecond = 1000.0 * n / (1 + 0.02 * (n - 1) + 0.0005 * n * (n - 1));
            runs.add(run(Map.of("users", Integer.toString(n)), perSecond, 1e3 * n / perSecond));
        }
        return runs;
    }

    /** 4 and 8 connections, three times each, and a run that is not to be believed. */
    public static List<RunResult> repeatedComparison() {
        double[] noise = {1, 1.01, 0.99};
        List<RunResult> runs = new ArrayList<>();
        for (int repeat = 0; repeat < noise.length; repeat++) {
            for (int connections = 4; connections <= 8; connections *= 2) {
                Map<String, String> factors =
                        Map.of("connections", Integer.toString(connections), "repeat", Integer.toString(repeat + 1));
                runs.add(run(factors, 100 * connections * noise[repeat], 10 / noise[repeat]));
            }
        }
        runs.add(run(
                Map.of("connections", "8", "repeat", "4"),
                80,
                100,
                Caveat.invalid("CLIENT_CPU", "processor share of the load generator is 95.0 %, more than 90 %"),
                Caveat.suspect("NOT_STEADY", "throughput | did not keep one level")));
        return runs;
    }
}
