package io.dbharness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.exec.StopSignal;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.model.Caveat;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.random.Seed;
import io.dbharness.request.RunSpec.DataSpec;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.result.IntervalFiles;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.result.ServerCsv;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.Verdict;
import io.dbharness.simulation.SimulatedTarget;
import io.dbharness.simulation.Simulation;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.CountingWorkload;
import io.dbharness.testkit.CountingWorkload.KeySession;
import io.dbharness.testkit.ScriptedTarget;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RunnerTest {

    /** Ten intervals. */
    private static final RunPlan PLAN = lasting(Duration.ofMillis(400));

    /** As long, or longer on a busy machine. */
    private static final RunPlan COUNTED = lasting(Duration.ofHours(1)).withLimits(Limits.DEFAULT.withCount(80));

    private static final RunResult.Tool TOOL = new RunResult.Tool("dbharness", "test", "unknown");

    private static RunPlan lasting(Duration measurement) {
        return RunPlan.of(LoadModel.open(200, 2), 2, Timeline.of(Duration.ofMillis(100), measurement), Seed.DEFAULT)
                .withInterval(Duration.ofMillis(50));
    }

    @TempDir
    Path directory;

    private final List<String> diary = new ArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final StopSignal stop = new StopSignal();
    private final RunListener listener = new DiaryListener(diary);
    private Runnable lastCheck = () -> {};

    /** The counting workload with a data set that keeps a diary. */
    private final class Counting implements BoundWorkload<KeySession> {

        private final CountingWorkload counting = new CountingWorkload();

        @Override
        public List<Operation> operations() {
            return counting.operations();
        }

        @Override
        public OperationSource<KeySession> source(int user, Seed seed) {
            return counting.source(user, seed);
        }

        @Override
        public int defaultUsers() {
            return 1;
        }

        @Override
        public ThinkTime thinkTime() {
            return ThinkTime.NONE;
        }

        @Override
        public DataSet dataSet() {
            return new Diary();
        }
    }

    private final class Diary implements DataSet {

        @Override
        public String describe() {
            return "a diary";
        }

        @Override
        public DataSetState inspect() {
            return new DataSetState(DataSetState.Kind.COMPLETE, "there");
        }

        @Override
        public long bytesNeeded() {
            return 0;
        }

        @Override
        public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
            diary.add("loaded with seed " + seed.value());
        }

        @Override
        public void settle(Progress progress) {
            diary.add("settled");
        }

        @Override
        public List<Check> check(String when, Progress progress) {
            if (when.equals("after")) {
                lastCheck.run();
            }
            return List.of(new Check("diary", when, true, "kept"));
        }

        @Override
        public void drop() {}
    }

    private RunResult run(ServerProbe probe) {
        return run(probe, List.of());
    }

    private RunResult run(ServerProbe probe, List<Supplier<ServerProbe>> collectors) {
        return run(answering().probedBy(probe), PLAN, collectors);
    }

    private RunResult run(Target<KeySession> target, RunPlan plan, List<Supplier<ServerProbe>> collectors) {
        WorkloadFacts facts = new WorkloadFacts("counting keys", Map.of());
        List<Supplier<ServerProbe>> probes = new ArrayList<>(List.of(target::probe));
        probes.addAll(collectors);
        return runner().run(
                        new RunContext<>(
                                facts, new Counting(), target, TargetSpec.of(""), probes, Optional.empty(), Map.of()),
                        plan,
                        Optional.of(directory));
    }

    private Runner runner() {
        return new Runner(new SystemClock(), TOOL, listener, stop);
    }

    private static ScriptedTarget answering() {
        return new ScriptedTarget((operation, key) -> Outcome.COMPLETED);
    }

    @Test
    void theTargetSettlesBeforeTheLoadBegins() {
        run(ServerProbe.SILENT);

        assertThat(diary)
                .containsExactly(
                        "checking the data set",
                        "waiting until the target has settled",
                        "settled",
                        "opening 2 connections",
                        "begin",
                        "checking the data set again");
    }

    @Test
    void dataAreCheckedBeforeAndAfter() {
        RunResult result = run(ServerProbe.SILENT);

        assertThat(result.checks())
                .containsExactly(new Check("diary", "before", true, "kept"), new Check("diary", "after", true, "kept"));
        assertThat(result.id()).matches("\\d{8}T\\d{6}\\.\\d{3}Z-counting-keys");
    }

    @Test
    void aRunThatIsStoppedEarlyIsNotKeptWaitingForChecks() {
        stop.request();

        RunResult result = run(ServerProbe.SILENT);

        assertThat(result.checks()).containsExactly(new Check("diary", "before", true, "kept"));
        assertThat(diary).endsWith("begin");
        assertThat(new ResultCodec().read(directory)).isEqualTo(result);
    }

    @Test
    void aServerOfTheRunThatHasEndedIsNotWaitedForAndTheResultIsKept() {
        lastCheck = () -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                diary.add("interrupted");
            }
        };
        RunningServer dead = new RunningServer() {

            @Override
            public TargetSpec address() {
                return TargetSpec.of("");
            }

            @Override
            public Path dataDirectory() {
                return directory;
            }

            @Override
            public boolean isAlive() {
                return false;
            }

            @Override
            public void close() {}
        };
        RunContext<KeySession> bench = new RunContext<>(
                new WorkloadFacts("counting keys", Map.of()),
                new Counting(),
                answering(),
                TargetSpec.of(""),
                List.of(),
                Optional.of(dead),
                Map.of());

        assertThatThrownBy(() -> runner().run(bench, COUNTED, Optional.of(directory)))
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContaining("the server that was started for the run has ended");

        assertThat(new ResultCodec().read(directory).totals().completed()).isPositive();
    }

    @Test
    void aStopEndsTheLastChecksAndKeepsTheResult() {
        lastCheck = () -> {
            stop.request();
            try {
                over.await();
            } catch (InterruptedException e) {
                diary.add("interrupted");
            }
        };

        RunResult result = run(ServerProbe.SILENT);

        assertThat(result.checks()).extracting(Check::when).containsExactly("before");
        assertThat(result.caveats()).extracting(Caveat::code).contains("UNCHECKED");
        assertThat(new ResultCodec().read(directory)).isEqualTo(result);
    }

    @Test
    void aTargetThatIsGoneCannotBeCheckedAndTheResultSaysSo() {
        ScriptedTarget gone = new ScriptedTarget(
                (operation, key) -> {
                    throw new ScriptedTarget.Fault(FailureKind.CONNECTION_LOST);
                },
                PLAN.connections());

        RunPlan patient = RunPlan.of(
                        PLAN.load(), PLAN.connections(), Timeline.of(Duration.ZERO, Duration.ofHours(1)), PLAN.seed())
                .withRetry(PLAN.retry())
                .withInterval(PLAN.interval())
                .withLimits(new Limits(
                        Duration.ofMillis(100), Duration.ofMinutes(1), OptionalLong.empty(), Optional.empty()));

        RunResult result = run(gone, patient, List.of());

        assertThat(result.checks()).extracting(Check::when).containsExactly("before");
        assertThat(result.caveats())
                .extracting(Caveat::code)
                .contains("TARGET_LOST", "UNCHECKED")
                .doesNotContain("DATA_MISMATCH");
        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(new ResultCodec().read(directory)).isEqualTo(result);
    }

    @Test
    void checksThatFailAfterTheRunFailItAndItsResultIsKept() {
        lastCheck = () -> {
            throw new HarnessException("the table diary is locked");
        };

        assertThatThrownBy(() -> run(answering(), COUNTED, List.of()))
                .isInstanceOf(HarnessException.class)
                .hasMessage("the table diary is locked");

        assertThat(new ResultCodec().read(directory).totals().completed()).isPositive();
    }

    @Test
    void aDirectoryThatHoldsAResultIsNotUsedAgain() {
        run(ServerProbe.SILENT);

        assertThatThrownBy(() -> run(ServerProbe.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessage(directory + " already holds a result; give another --out");
    }

    @Test
    void aDirectoryThatAnotherRunWritesIntoIsRefused() {
        IntervalFiles other = new IntervalFiles(directory, Instant.EPOCH);

        assertThatThrownBy(() -> run(ServerProbe.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessage("another run writes into " + directory + "; give another --out");
        other.close();
    }

    /** The file behind this name takes nothing, as on a full disk. */
    @Test
    void aRunWhoseFilesCannotBeWrittenIsMeasuredToItsEnd() throws Exception {
        Files.createSymbolicLink(directory.resolve(IntervalFiles.LOG), Path.of("/dev/full"));

        assertThatThrownBy(() -> run(ServerProbe.SILENT))
                .isInstanceOfSatisfying(UnwrittenResultException.class, unwritten -> {
                    assertThat(unwritten.result().measuredSeconds()).isEqualTo(0.4);
                    assertThat(unwritten.result().totals().completed()).isPositive();
                    assertThat(unwritten).hasMessageContaining("the interval log cannot be written; is the disk full?");
                });
        assertThat(diary).anyMatch(step -> step.endsWith("; the run continues without this file"));
        assertThat(new ResultCodec().read(directory).totals().completed()).isPositive();
    }

    @Test
    void dataAreMadeReadyWithTheSeedOfTheRun() {
        RunContext<KeySession> bench =
                new RunContext<>("counting", new Parameters(Map.of()), new Counting(), answering());

        runner().prepare(bench, new DataSpec(LoadPolicy.ALWAYS, 3), PLAN.seed());

        assertThat(diary)
                .containsExactly(
                        "dropping the existing data set",
                        "loading a diary",
                        "loaded with seed " + PLAN.seed().value());
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void whatTheServerTellsIsInTheResultAndInAFileOfItsOwn() {
        RunResult result = run(new ServerProbe() {
            private double commits;

            @Override
            public Map<String, Double> read() {
                return Map.of("pending", 7.0);
            }

            @Override
            public Map<String, Double> counters() {
                commits += 500;
                return Map.of("commits", commits);
            }

            @Override
            public void close() {}
        });

        ServerStatistics.Series pending = result.server().series().get(0);
        assertThat(pending.startSeconds()).isEqualTo(-0.1);
        assertThat(pending.values()).hasSize(10).contains(7.0);
        assertThat(result.server().counters()).isEqualTo(Map.of("commits", 500.0));
        assertThat(directory.resolve(ServerCsv.FILE)).exists();
        assertThat(new ResultCodec().read(directory)).isEqualTo(result);
    }

    @Test
    void aProbeThatHangsFromTheBeginningNeitherDelaysNorEndsTheRun() {
        RunResult result = run(new ServerProbe() {
            @Override
            public Map<String, Double> read() throws InterruptedException {
                over.await();
                return Map.of();
            }

            @Override
            public Map<String, Double> counters() {
                throw new IllegalStateException("not reached");
            }

            @Override
            public void close() {}
        });

        assertThat(result.measuredSeconds()).isEqualTo(0.4);
        assertThat(result.totals().completed()).isPositive();
        assertThat(result.server().silent()).isTrue();
        assertThat(result.caveats()).anySatisfy(c -> assertThat(c.code()).isEqualTo("SERVER_GAPS"));
    }

    @Test
    void aProbeThatAlwaysThrowsIsANoteAndNoMore() {
        RunResult result = run(new ServerProbe() {
            @Override
            public Map<String, Double> read() {
                throw new IllegalStateException("permission denied for view");
            }

            @Override
            public Map<String, Double> counters() {
                throw new IllegalStateException("permission denied for view");
            }

            @Override
            public void close() {
                throw new IllegalStateException("closed already");
            }
        });

        assertThat(result.measuredSeconds()).isEqualTo(0.4);
        assertThat(result.totals().completed()).isPositive();
        // ServerWatchTest tests the reason: on a busy machine the first may be a reading that was not asked for in
        // time.
        assertThat(result.server().gaps().count()).isEqualTo(12);
    }

    @Test
    void aCollectorThatHangsTakesNothingFromTheTargetsOwnProbe() {
        ServerProbe hanging = new ServerProbe() {
            @Override
            public Map<String, Double> read() throws InterruptedException {
                over.await();
                return Map.of();
            }

            @Override
            public Map<String, Double> counters() {
                return Map.of();
            }

            @Override
            public void close() {}
        };
        ServerProbe telling = new ServerProbe() {
            @Override
            public Map<String, Double> read() {
                return Map.of("pending", 7.0);
            }

            @Override
            public Map<String, Double> counters() {
                return Map.of("commits", 500.0);
            }

            @Override
            public void close() {}
        };

        RunPlan slow = RunPlan.of(
                        PLAN.load(),
                        PLAN.connections(),
                        Timeline.of(Duration.ofMillis(600), Duration.ofMillis(2_400)),
                        PLAN.seed())
                .withRetry(PLAN.retry())
                .withInterval(Duration.ofMillis(300))
                .withLimits(PLAN.limits());

        RunResult result = run(answering().probedBy(telling), slow, List.of(() -> hanging));

        assertThat(result.server().names()).containsExactly("pending");
        List<Double> values = result.server().series().get(0).values();
        assertThat(values).hasSize(10).contains(7.0);
        assertThat(result.server().counters()).containsOnlyKeys("commits");
        // The readings of the collector, and those that a busy machine has not asked for in time.
        assertThat(result.server().gaps().count())
                .isEqualTo(12 + values.stream().filter(Objects::isNull).count());
    }

    @Test
    void inVirtualTimeNoServerIsAsked() {
        SystemClock clock = new SystemClock();
        RunResult result = runner().run(
                        new RunContext<>(
                                "counting",
                                new Parameters(Map.of()),
                                new Rehearsal(new CountingWorkload()),
                                new SimulatedTarget(Simulation.parse("sim:service=1ms"), clock)),
                        PLAN,
                        Optional.of(directory));

        assertThat(result.server()).isEqualTo(ServerStatistics.NONE);
        assertThat(directory.resolve(ServerCsv.FILE)).doesNotExist();
    }

    /** 20 Poisson arrivals a second deviate by 4.5, so that the standard error of n seconds is 22.4 % divided by the root of n. */
    private RunResult simulated(double error, int atLeast) {
        RunPlan plan = RunPlan.of(
                        new OpenArrivals(RateProfile.constant(20), Spacing.POISSON, LatePolicy.QUEUE, 8),
                        8,
                        Timeline.of(Duration.ofSeconds(2), Duration.ofSeconds(200)),
                        Seed.DEFAULT)
                .withLimits(Limits.DEFAULT.withPrecision(new Precision(error, atLeast)));
        SimulatedTarget target = new SimulatedTarget(Simulation.parse("sim:service=1ms"), new SystemClock());
        return runner().run(
                        new RunContext<>(
                                "counting", new Parameters(Map.of()), new Rehearsal(new CountingWorkload()), target),
                        plan,
                        Optional.empty());
    }

    private static double codeless(RunResult result) {
        assertThat(result.caveats()).extracting(Caveat::code).doesNotContain("INTERRUPTED", "ACCOUNTING", "BACKLOG");
        return result.measuredSeconds();
    }

    @Test
    void aRunEndsWhenItsMeanRateIsKnownAsWellAsAskedFor() {
        RunResult result = simulated(0.03, 30);

        assertThat(codeless(result)).isBetween(40.0, 80.0).isEqualTo(Math.rint(result.measuredSeconds()));
        assertThat(result.caveats())
                .filteredOn(caveat -> caveat.code().equals("PRECISION_REACHED"))
                .singleElement()
                .satisfies(
                        caveat -> assertThat(caveat.detail())
                                .matches(
                                        "the standard error of the mean rate is 2\\.9\\d\\d % after \\d\\d samples, asked for below 3 %"));
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(diary).contains("precision 0.03");
    }

    @Test
    void aRunTakesAtLeastTheSamplesThatWereAskedForAndAtMostItsDuration() {
        assertThat(codeless(simulated(0.9, 50))).isEqualTo(50);
        RunResult missed = simulated(0.001, 30);

        assertThat(codeless(missed)).isEqualTo(200);
        assertThat(missed.caveats()).extracting(Caveat::code).contains("PRECISION_MISSED");
    }

    @Test
    void onTheClockTooARunEndsByThePrecisionOfItsRate() {
        RunPlan plan = RunPlan.of(
                        PLAN.load(), PLAN.connections(), Timeline.of(Duration.ZERO, Duration.ofHours(1)), PLAN.seed())
                .withRetry(PLAN.retry())
                .withInterval(PLAN.interval())
                .withLimits(Limits.DEFAULT.withPrecision(new Precision(0.9, 3)));

        RunResult result = run(answering(), plan, List.of());

        assertThat(result.measuredSeconds()).isLessThan(3_600);
        assertThat(result.caveats())
                .extracting(Caveat::code)
                .contains("PRECISION_REACHED")
                .doesNotContain("INTERRUPTED", "ACCOUNTING");
    }
}
