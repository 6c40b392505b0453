package io.dbharness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.exec.StopSignal;
import io.dbharness.exec.VirtualExecutor;
import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.experiment.RunSeries;
import io.dbharness.experiment.Search;
import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.request.RunSpec.JudgingSpec;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.result.Verdict;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.SimulatedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentRunnerTest {

    private static final WorkloadFacts COUNTING = new WorkloadFacts("counting", Map.of());
    private static final RunPlan PLAN =
            RunPlan.of(LoadModel.closed(1), 1, Timeline.of(Duration.ZERO, Duration.ofSeconds(1)), Seed.DEFAULT);
    private static final RunSeries SWEEP = RunSeries.over(
            PLAN, List.of(Axis.parse(Factor.OUTSTANDING, "1..8", new Problems()).orElseThrow()));

    @TempDir
    Path directory;

    private final List<String> events = new ArrayList<>();

    /** Leaves its result in the directory, as a run does. */
    private static RunResult simulate(RunPlan plan, Path directory) {
        return written(SimulatedRun.of(plan, ServiceModel.fixed(1_000_000)).result(), directory);
    }

    private static RunResult written(RunResult result, Path directory) {
        directory.toFile().mkdirs();
        new ResultCodec().write(result, directory);
        return result;
    }

    private ExperimentRunner runner() {
        return runner(COUNTING, new StopSignal());
    }

    private ExperimentRunner runner(WorkloadFacts workload, StopSignal stop) {
        ExperimentRecord record = new ExperimentRecord(
                1, SWEEP.plans().stream().map(RunPlan::factors).toList(), List.of(), List.of(), null);
        return new ExperimentRunner(
                plan -> workload, directory, record, JudgingSpec.NONE, new DiaryListener(events), stop);
    }

    @Test
    void everyRunHasADirectoryWithItsResult() {
        RunOutcome completion = runner().run(SWEEP, ExperimentRunnerTest::simulate);

        assertThat(completion.complete()).isTrue();
        assertThat(completion.results()).hasSize(4);
        assertThat(new ResultCodec().read(directory.resolve("run-003")))
                .isEqualTo(completion.results().get(2));
        assertThat(completion.results().get(2).plan().factors()).isEqualTo(Map.of("outstanding", "4"));
        assertThat(directory.resolve("run-005")).doesNotExist();
    }

    @Test
    void aKilledExperimentGoesOnWhereItEnded() {
        assertThatThrownBy(() -> runner().run(SWEEP, (plan, path) -> {
                    if (plan.load().users() == 4) {
                        throw new HarnessException("the machine went away");
                    }
                    return simulate(plan, path);
                }))
                .hasMessage("the machine went away");
        // Who follows can show what there is.
        assertThat(events).endsWith("run 3: outstanding 4");
        assertThat(directory.resolve("report.html")).exists();
        assertThat(directory.resolve("run-002")).isDirectoryContaining("glob:**result.json");
        events.clear();

        RunOutcome resumed = runner().run(SWEEP, ExperimentRunnerTest::simulate);

        assertThat(events)
                .containsExactly(
                        "run 1: outstanding 1 is already complete",
                        "run 2: outstanding 2 is already complete",
                        "run 3: outstanding 4",
                        "run 4: outstanding 8");
        assertThat(resumed.results()).hasSize(4);
        assertThat(resumed.complete()).isTrue();
    }

    @Test
    void aFinishedRunThatIsInvalidIsNotMadeAgain() {
        RunOutcome first = runner().run(
                        SWEEP,
                        (plan, path) -> written(
                                SimulatedRun.of(
                                                plan,
                                                (operation, startedAt) -> ServiceModel.Service.failed(
                                                        startedAt + 1_000_000, FailureKind.TIMEOUT))
                                        .result(),
                                path));
        assertThat(first.results()).extracting(RunResult::verdict).containsOnly(Verdict.INVALID);

        RunOutcome resumed = runner().run(SWEEP, (plan, path) -> {
            throw new AssertionError(path + " is made again");
        });

        assertThat(resumed.results()).isEqualTo(first.results());
    }

    @Test
    void aSearchResumesFromItsFilesToTheSameAnswer() throws IOException {
        Search search = new Search(
                PLAN,
                Factor.OUTSTANDING,
                Search.condition("p50 <= 12ms", new Problems()).orElseThrow(),
                Search.Bounds.from(1));
        BiFunction<RunPlan, Path, RunResult> contended = (plan, path) -> written(
                SimulatedRun.of(
                                plan,
                                ServiceModel.fixed(1_000_000L * plan.load().users()))
                        .result(),
                path);
        RunOutcome whole = runner().run(search, contended);
        int runs = whole.results().size();
        for (int run = runs; run > runs / 2; run--) {
            Path made = directory.resolve(String.format(Locale.ROOT, "run-%03d", run));
            Files.delete(made.resolve(ResultCodec.FILE));
            Files.delete(made);
        }

        RunOutcome resumed = runner().run(search, contended);

        assertThat(search.outcome(resumed.results())).isEqualTo(search.outcome(whole.results()));
        assertThat(search.outcome(resumed.results()).level().orElseThrow()).isBetween(11.0, 12.0);
    }

    @Test
    void aStopEndsTheExperimentAfterTheRun() {
        StopSignal stop = new StopSignal();

        RunOutcome completion = runner(COUNTING, stop).run(SWEEP, (plan, path) -> {
            stop.request();
            return simulate(plan, path);
        });

        assertThat(completion.complete()).isFalse();
        assertThat(completion.results()).hasSize(1);
    }

    @Test
    void aRunThatWasCutShortIsMadeAgainAndItsFilesAreKept() {
        StopSignal stop = new StopSignal();
        stop.request();
        RunOutcome stopped = runner().run(
                        SWEEP,
                        (plan, path) -> written(
                                SimulatedRun.run(plan, new VirtualExecutor<>(ServiceModel.fixed(1_000_000)), stop)
                                        .result(),
                                path));
        assertThat(stopped.complete()).isFalse();
        assertThat(stopped.results()).hasSize(1);

        RunOutcome resumed = runner().run(SWEEP, ExperimentRunnerTest::simulate);

        assertThat(resumed.complete()).isTrue();
        assertThat(events).contains("run 1: outstanding 1").noneMatch(e -> e.endsWith("already"));
        assertThat(directory.resolve("run-001-unfinished-1").resolve(ResultCodec.FILE))
                .exists();
    }

    @Test
    void filesOfARunThatWroteNoResultArePutAside() throws IOException {
        Files.createDirectories(directory.resolve("run-001"));
        Files.writeString(directory.resolve("run-001").resolve("intervals.csv"), "half a line");

        runner().run(new RunSeries(List.of(PLAN)), ExperimentRunnerTest::simulate);

        assertThat(directory.resolve("run-001-unfinished-1").resolve("intervals.csv"))
                .exists();
        assertThat(directory.resolve("run-001").resolve(ResultCodec.FILE)).exists();
    }

    @Test
    void theResultOfAnotherExperimentIsRefused() {
        runner().run(SWEEP, ExperimentRunnerTest::simulate);
        RunSeries other = RunSeries.over(
                RunPlan.of(LoadModel.closed(1), 1, PLAN.timeline(), new Seed(9)),
                List.of(Axis.parse(Factor.OUTSTANDING, "1,3", new Problems()).orElseThrow()));

        assertThatThrownBy(() -> runner().run(other, ExperimentRunnerTest::simulate))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("run-001 holds a run of another experiment: seed is 1, not 9")
                .hasMessageContaining("give another --out");
        assertThatThrownBy(() -> runner(new WorkloadFacts("counting", Map.of("rows", "5")), new StopSignal())
                        .run(SWEEP, ExperimentRunnerTest::simulate))
                .hasMessageContaining("workload is counting, not counting rows 5");
    }

    @Test
    void aRunOfAnotherLengthIsRefused() {
        runner().run(new RunSeries(List.of(PLAN)), ExperimentRunnerTest::simulate);
        RunPlan longer =
                RunPlan.of(LoadModel.closed(1), 1, Timeline.of(Duration.ZERO, Duration.ofSeconds(2)), Seed.DEFAULT);

        assertThatThrownBy(() -> runner().run(new RunSeries(List.of(longer)), ExperimentRunnerTest::simulate))
                .hasMessageContaining("measured time is 1.0 s, not 2.0 s");
    }
}
