package io.dbharness.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.exec.Executor;
import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.exec.RunCounts;
import io.dbharness.exec.StopSignal;
import io.dbharness.load.LoadModel;
import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.random.Seed;
import io.dbharness.simulation.SimulatedTarget;
import io.dbharness.simulation.SimulatedTarget.SimulatedSession;
import io.dbharness.simulation.Simulation;
import io.dbharness.testkit.CountingWorkload;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RehearsalTest {

    private final Rehearsal rehearsal = new Rehearsal(new CountingWorkload());

    private static final RunObserver SILENT = new RunObserver() {
        @Override
        public void begin(RunWindows windows) {}

        @Override
        public void interval(IntervalSnapshot snapshot) {}
    };

    @Test
    void drawsTheSameOperationsAsTheWorkloadItRehearses() {
        OperationSource<SimulatedSession> rehearsed = rehearsal.source(3, Seed.DEFAULT);
        OperationSource<?> real = new CountingWorkload().source(3, Seed.DEFAULT);

        IntStream.range(0, 200)
                .forEach(i -> assertThat(rehearsed.next().operation())
                        .isEqualTo(real.next().operation()));
    }

    @Test
    void hasNoDataToLoadOrCheck() {
        assertThat(rehearsal.dataSet().inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
        assertThat(rehearsal.dataSet().check("before", Progress.SILENT)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sim:service=1ms", "sim:service=1us,time=real", "sim:service=1us,fail=TIMEOUT:10%,time=real"})
    void runsAgainstASimulationInEitherTime(String url) {
        SimulatedTarget target = new SimulatedTarget(Simulation.parse(url), new SystemClock());
        RunPlan plan = RunPlan.of(LoadModel.closed(8), 2, Timeline.of(Duration.ZERO, Duration.ofHours(1)), Seed.DEFAULT)
                .withLimits(Limits.DEFAULT.withCount(1_000));
        Executor<SimulatedSession> executor = Executor.on(target, new SystemClock(), Seed.DEFAULT);

        RunCounts accounts = executor.run(new Execution<>(plan, rehearsal, new StopSignal(), SILENT));

        assertThat(accounts.starts()).isEqualTo(1_000);
        assertThat(executor.isVirtual()).isEqualTo(!url.contains("real"));
    }
}
