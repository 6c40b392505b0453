package io.dbharness.testkit;

import io.dbharness.exec.Executor;
import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.exec.RunCounts;
import io.dbharness.exec.StopSignal;
import io.dbharness.exec.VirtualExecutor;
import io.dbharness.load.LoadModel;
import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import io.dbharness.measure.ClientDelays;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.IntervalListener;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.RunRecord;
import io.dbharness.result.RunResult;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.Tally;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.sut.TargetInfo;
import io.dbharness.testkit.CountingWorkload.KeySession;
import io.dbharness.workload.BoundWorkload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A run against a service model in virtual time, with everything it left behind. */
public record SimulatedRun(RunResult result, RunCounts accounts, List<IntervalSnapshot> intervals) {

    public static SimulatedRun of(LoadModel load, Duration measurement, ServiceModel model) {
        return of(RunPlan.of(load, load.users(), Timeline.of(Duration.ZERO, measurement), Seed.DEFAULT), model);
    }

    public static SimulatedRun of(RunPlan plan, ServiceModel model) {
        return run(plan, new VirtualExecutor<>(model));
    }

    /** The same bookkeeping around any executor. */
    public static SimulatedRun run(RunPlan plan, Executor<KeySession> executor) {
        return run(plan, executor, new StopSignal());
    }

    public static SimulatedRun run(RunPlan plan, Executor<KeySession> executor, StopSignal stop) {
        return run(plan, executor, stop, new CountingWorkload());
    }

    public static SimulatedRun run(
            RunPlan plan, Executor<KeySession> executor, StopSignal stop, BoundWorkload<KeySession> workload) {
        List<IntervalSnapshot> intervals = new ArrayList<>();
        return run(plan, executor, stop, workload, intervals, intervals::add);
    }

    /** The result alone: intervals that are kept cost more time than the run. */
    public static RunResult resultOf(RunPlan plan, ServiceModel model) {
        return run(plan, new VirtualExecutor<>(model), new StopSignal(), new CountingWorkload(), List.of(), i -> {})
                .result();
    }

    private static SimulatedRun run(
            RunPlan plan,
            Executor<KeySession> executor,
            StopSignal stop,
            BoundWorkload<KeySession> workload,
            List<IntervalSnapshot> intervals,
            IntervalListener listener) {
        Tally tally = new Tally();
        RunObserver observer = new RunObserver() {
            @Override
            public void begin(RunWindows windows) {
                // Nothing is kept before.
            }

            @Override
            public void interval(IntervalSnapshot snapshot) {
                listener.interval(snapshot);
                tally.interval(snapshot);
            }
        };
        RunCounts accounts = executor.run(new Execution<>(plan, workload, stop, observer));
        RunResult result = new RunRecord(
                        new RunRecord.Origin(
                                "20260102T030405.006Z-counting",
                                "2026-01-02T03:04:05.006Z",
                                new RunResult.Tool("dbharness", "test", "unknown"),
                                new RunResult.WorkloadFacts("counting", Map.of()),
                                Map.of()),
                        workload.operations(),
                        new TargetInfo("Simulation", "1", "sim:", Map.of(), List.of()),
                        plan,
                        tally,
                        accounts,
                        undisturbed())
                .judge(List.of());
        return new SimulatedRun(result, accounts, intervals);
    }

    /** The conditions of a run by one process with time to spare. */
    public static RunRecord.Conditions undisturbed() {
        GeneratorHealth health = new GeneratorHealth(0.01, 0, new LatencyHistogram(), 2, 0, ClientDelays.UNKNOWN);
        return new RunRecord.Conditions(List.of(), health, ServerStatistics.NONE, List.of());
    }

    /** Response times of everything intended in the window, over all operations. */
    public LatencyHistogram response() {
        return merged(true);
    }

    public LatencyHistogram service() {
        return merged(false);
    }

    private LatencyHistogram merged(boolean response) {
        LatencyHistogram all = new LatencyHistogram();
        result.operations().forEach(o -> all.add((response ? o.response() : o.service()).distribution()));
        return all;
    }

    /** The codes of the result's caveats. */
    public List<String> codes() {
        return result.caveats().stream().map(c -> c.code()).toList();
    }
}
