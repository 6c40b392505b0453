package io.dbharness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.experiment.Factor;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.request.Catalog;
import io.dbharness.request.ExperimentSpec;
import io.dbharness.request.ExperimentSpec.Variant;
import io.dbharness.request.RunSpec;
import io.dbharness.result.Condition;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.Verdict;
import io.dbharness.simulation.SimulatedTarget;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.CountingWorkload;
import io.dbharness.testkit.CountingWorkload.KeySession;
import io.dbharness.testkit.ScriptedTarget;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import io.dbharness.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library as a program uses it, in virtual time. */
class HarnessTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    Path directory;

    private final List<String> diary = new ArrayList<>();
    private final Harness harness = Harness.of(
            new Catalog(
                    List.of(new Keys()), List.of(), List.of(new SimulatedTarget.Provider(), new ScriptedProvider())),
            new SystemClock(),
            new Tool("dbharness", "1.2.3", "abc"),
            RunListener.SILENT);

    /** A key at a time, on a data set whose scale is a parameter. */
    private final class Keys implements Workload<KeySession> {

        private final Map<String, String> loaded = new HashMap<>();

        @Override
        public WorkloadDescriptor descriptor() {
            return new WorkloadDescriptor(
                    "keys",
                    "Keys.",
                    "Keys.",
                    List.of(
                            new Parameter("scale", "rows", "1", Domain.whole(1, 100)),
                            new Parameter("mode", "how", "calm", Domain.choice(List.of("calm", "wild")))),
                    "sim:service=2ms,servers=1");
        }

        @Override
        public Class<KeySession> sessionType() {
            return KeySession.class;
        }

        @Override
        public BoundWorkload<KeySession> bind(Target<KeySession> target, Parameters parameters) {
            return new Bound(new CountingWorkload(), new Rows(loaded, parameters.text("scale")));
        }

        @Override
        public BoundWorkload<KeySession> rehearse(Parameters parameters) {
            return new CountingWorkload();
        }
    }

    private record Bound(CountingWorkload keys, DataSet dataSet) implements BoundWorkload<KeySession> {
        @Override
        public List<Operation> operations() {
            return keys.operations();
        }

        @Override
        public OperationSource<KeySession> source(int user, Seed seed) {
            return keys.source(user, seed);
        }

        @Override
        public int defaultUsers() {
            return keys.defaultUsers();
        }

        @Override
        public ThinkTime thinkTime() {
            return keys.thinkTime();
        }
    }

    private final class Rows implements DataSet {

        private final Map<String, String> loaded;
        private final String scale;

        Rows(Map<String, String> loaded, String scale) {
            this.loaded = loaded;
            this.scale = scale;
        }

        @Override
        public String describe() {
            return scale + " rows";
        }

        @Override
        public DataSetState inspect() {
            String found = loaded.getOrDefault("scale", "");
            Kind kind = found.isEmpty() ? Kind.ABSENT : found.equals(scale) ? Kind.COMPLETE : Kind.DIFFERENT;
            return new DataSetState(kind, found + " rows", Optional.of(found + " rows of load " + diary.size()));
        }

        @Override
        public long bytesNeeded() {
            return 1;
        }

        @Override
        public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
            diary.add("load " + scale);
            loaded.put("scale", scale);
        }

        @Override
        public List<Check> check(String when, Progress progress) {
            return List.of();
        }

        @Override
        public void drop() {
            diary.add("drop " + loaded.get("scale"));
            loaded.clear();
        }
    }

    private static final class ScriptedProvider implements TargetProvider {
        @Override
        public boolean accepts(String url) {
            return url.equals("scripted:");
        }

        @Override
        public Target<?> open(TargetSpec spec) {
            return new ScriptedTarget((operation, key) -> Outcome.COMPLETED);
        }
    }

    private static RunSpec keys() {
        return RunSpec.of(WorkloadSpec.of("keys")).closed(3).warmUp(SECOND).duration(SECOND.multipliedBy(20));
    }

    @Test
    void aRunNeedsNoDirectory() throws Exception {
        RunResult result = harness.run(keys()).result();

        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(result.combined("total").orElseThrow().response().nanos("p50"))
                .isEqualTo(6_000_000);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aRunLeavesItsFilesWhereItIsTold() {
        RunResult result = harness.run(keys(), directory).result();

        assertThat(new ResultFiles(directory).read().id()).isEqualTo(result.id());
        assertThat(directory).isDirectoryContaining("glob:**/report.html");
    }

    /** Of which the first holds for every run of {@link #keys}, and the second for none. */
    private static RunSpec judged() {
        return keys().failIf(Condition.of("throughput > 1"), Condition.of("errorCount > 0"));
    }

    @Test
    void aRunReturnsTheOutcomesOfItsConditions() {
        RunOutcome outcome = harness.run(judged());

        assertThat(outcome.judgement().failed()).isTrue();
        assertThat(outcome.judgement().reasons()).containsExactly("throughput > 1: holds");
        assertThat(outcome.judgement().conditions().outcomes())
                .extracting(ConditionOutcomes.Outcome::judgement)
                .containsExactly("failed", "passed");
        assertThat(harness.run(keys()).judgement().failed()).isFalse();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theOutcomesOfARunAreInItsDirectory() {
        RunOutcome outcome = harness.run(judged(), directory);

        assertThat(ConditionOutcomes.read(directory))
                .contains(outcome.judgement().conditions());
        assertThat(directory.resolve("junit.xml")).content().contains("throughput &gt; 1");
        assertThat(directory.resolve("report.html")).content().contains("throughput &gt; 1");
    }

    @Test
    void anExperimentReturnsTheOutcomesOfItsConditions() {
        RunOutcome outcome = harness.experiment(judged().sweep(Factor.USERS, 1, 2), directory);

        assertThat(outcome.judgement().reasons()).containsExactly("throughput > 1: holds in run-001, run-002");
        assertThat(ConditionOutcomes.read(directory))
                .contains(outcome.judgement().conditions());
        assertThat(directory.resolve("report.html")).content().contains("throughput &gt; 1");

        assertThat(harness.experiment(keys().sweep(Factor.USERS, 1, 2), directory)
                        .judgement()
                        .failed())
                .isFalse();
        assertThat(ConditionOutcomes.read(directory)).isEmpty();
    }

    @Test
    void anExperimentVariesTheLoadAndTheParameters() {
        RunSpec spec = keys().sweep("mode", "calm", "wild").sweep(Factor.OUTSTANDING, 1, 4);

        List<RunResult> results = harness.experiment(spec, directory).results();

        assertThat(results)
                .extracting(result -> result.plan().factors())
                .containsExactly(
                        Map.of("mode", "calm", "outstanding", "1"),
                        Map.of("mode", "calm", "outstanding", "4"),
                        Map.of("mode", "wild", "outstanding", "1"),
                        Map.of("mode", "wild", "outstanding", "4"));
        assertThat(results.get(3).workload().parameters()).containsEntry("mode", "wild");
        assertThat(results.get(3).combined("total").orElseThrow().response().nanos("p50"))
                .isEqualTo(8_000_000);
        assertThat(new ExperimentDirectory(directory).fullText()).contains("mode", "wild");
    }

    @Test
    void eachRunIsMadeByTheSpecificationThatItsPlanIsOf() {
        // Labels that name no option.
        Variant calm = new Variant(Map.of("setting", "a"), keys().with("mode", "calm"));
        Variant wild = new Variant(Map.of("setting", "b"), keys().with("mode", "wild"));
        ExperimentSpec both = new ExperimentSpec(
                List.of(),
                List.of(calm, wild),
                new ExperimentSpec.Order(2, false, false),
                List.of(),
                Optional.empty(),
                Optional.empty());

        assertThat(harness.experiment(keys().with(both), directory).results())
                .extracting(result -> result.workload().parameters().get("mode"))
                .containsExactly("calm", "wild", "calm", "wild");
    }

    @Test
    void aSweptScaleReplacesOnlyDataThatWereLoadedForIt() {
        RunSpec spec = keys().on("scripted:")
                .warmUp(Duration.ZERO)
                .duration(Duration.ofMillis(200))
                .sweep("scale", 2, 5);

        harness.experiment(spec, directory.resolve("one"));

        assertThat(diary).containsExactly("load 2", "drop 2", "load 5");
        assertThatThrownBy(
                        () -> harness.experiment(keys().on("scripted:").sweep("scale", 7, 8), directory.resolve("two")))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("5 rows");
        assertThat(diary).hasSize(3);
    }

    @Test
    void whatWasStoppedBeforeItWasRunIsNamed() {
        harness.stop();

        assertThat(harness.experiment(keys().sweep(Factor.USERS, 1, 2), directory)
                        .complete())
                .isFalse();

        ExperimentDirectory files = new ExperimentDirectory(directory);
        assertThat(files.fullText()).contains("Not run\n  1: users 1\n  2: users 2\n");
        assertThat(directory.resolve("report.md")).content().contains("## Not run\n\n- 1: users 1\n");
    }

    @Test
    void anExperimentReadsEachResultOnce() throws IOException {
        harness.experiment(keys().sweep(Factor.USERS, 1, 2), directory);
        String report = new ExperimentDirectory(directory).fullText();
        ExperimentDirectory files = new ExperimentDirectory(directory);
        files.results();

        for (String run : files.results().keySet()) {
            Files.writeString(directory.resolve(run).resolve(ResultCodec.FILE), "not read again");
        }

        assertThat(files.fullText()).isEqualTo(report);
        assertThat(files.conclusiveRuns()).hasSize(2);
        assertThat(files.runsForExitCode()).hasSize(2);
        assertThat(files.complete()).isTrue();
    }

    @Test
    void aSingleRunThatBecomesAnExperimentIsReadAgain() {
        Path folder = directory.resolve("fetched");
        harness.run(keys(), folder);
        ExperimentDirectory files = new ExperimentDirectory(folder);
        assertThat(files.results()).isEmpty();

        files.wrapSingle();

        assertThat(files.results()).containsOnlyKeys("run-001");
        assertThat(files.complete()).isTrue();
        assertThat(folder.resolve("report.md")).content().doesNotContain("Not run");
    }

    @Test
    void resultsAreInTheOrderOfTheirRunsHoweverManyAreReadAtOnce() throws IOException {
        harness.experiment(keys().sweep(Factor.USERS, 1, 2, 3, 4, 5, 6), directory);

        Map<String, RunResult> results = new ExperimentDirectory(directory).results();

        assertThat(results.keySet()).containsExactly("run-001", "run-002", "run-003", "run-004", "run-005", "run-006");
        results.forEach((name, result) ->
                assertThat(new ResultFiles(directory.resolve(name)).read()).isEqualTo(result));
        Files.writeString(directory.resolve("run-005").resolve(ResultCodec.FILE), "{}");
        assertThatThrownBy(() -> new ExperimentDirectory(directory).results())
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("run-005");
    }

    @Test
    void conditionsCutShortByAKillDoNotStopTheReports() throws IOException {
        harness.experiment(keys().sweep(Factor.USERS, 1, 2), directory);
        Path run = directory.resolve("run-001");
        Files.writeString(directory.resolve(ConditionOutcomes.FILE), "{\"sch");
        Files.writeString(run.resolve(ConditionOutcomes.FILE), "{\"sch");
        Files.delete(directory.resolve("report.html"));
        Files.delete(run.resolve("report.html"));

        new ExperimentDirectory(directory).writeDerived();
        new ResultFiles(run).writeDerived();

        assertThat(directory.resolve("report.html")).exists();
        assertThat(run.resolve("report.html")).exists();
    }

    @Test
    @Tag("nightly")
    void aDayOfSecondsHasAPageOfThreeMegabytesAtMost() throws IOException {
        harness.run(keys().rate(2).warmUp(Duration.ZERO).duration(Duration.ofDays(1)), directory);

        assertThat(Files.readAllLines(directory.resolve("intervals.csv"))).hasSizeGreaterThan(86_400);
        assertThat(Files.size(directory.resolve("report.html"))).isLessThan(3_000_000);
    }

    @Test
    void everyProblemOfASpecIsToldBeforeAnythingIsOpened() {
        assertThatThrownBy(() -> harness.run(RunSpec.of(WorkloadSpec.of("kays"))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("unknown workload 'kays'");
        assertThatThrownBy(() -> harness.run(keys().with("scale", 0).with("colour", "red")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--scale")
                .hasMessageContaining("colour");
    }
}
