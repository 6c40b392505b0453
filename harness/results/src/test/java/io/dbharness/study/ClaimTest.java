package io.dbharness.study;

import static io.dbharness.study.Study.ClaimOutcome.Verdict.CONTRADICTED;
import static io.dbharness.study.Study.ClaimOutcome.Verdict.NOT_TESTABLE;
import static io.dbharness.study.Study.ClaimOutcome.Verdict.SUPPORTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import io.dbharness.study.Observation.Figure;
import io.dbharness.study.OperationUse.Kind;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import io.dbharness.study.StudyDesign.Level;
import io.dbharness.testkit.PlantedService;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two disks: {@code slow} makes 100 a second in 20 ms, {@code fast} 150 in 10 ms; three runs each of {@code twice}. */
@Tag("slow")
class ClaimTest {

    private static final StudyDesign DESIGN = new StudyDesign(
            "test",
            "Test",
            new StudyDesign.Compared(
                    "disk",
                    Map.of(
                            "disk",
                            List.of(
                                    new Level("slow", "Slow", Map.of(), DeclaredLimits.NOTHING),
                                    new Level("fast", "Fast", Map.of(), DeclaredLimits.NOTHING)),
                            "workload",
                            List.of(
                                    new Level("once", "Once", Map.of(), DeclaredLimits.NOTHING),
                                    new Level("thrice", "Thrice", Map.of(), DeclaredLimits.NOTHING),
                                    new Level("swept", "Swept", Map.of(), DeclaredLimits.NOTHING))),
                    Optional.of("slow")),
            List.of(),
            Map.of("quick", parse("mean <= 20ms")),
            new StudyDesign.Contents(List.of(), List.of(), List.of()));

    private static Claim parse(String text) {
        Problems problems = new Problems();
        Optional<Claim> claim = Claim.parse(text, problems);
        problems.throwIfAny();
        return claim.orElseThrow();
    }

    private static Observation one(Map<String, String> labels, String throughput, String millis) {
        return Observation.published(
                labels,
                Map.of(
                        "throughput", Figure.of(throughput, DisplayUnit.NONE),
                        "mean", Figure.of(millis, new DisplayUnit("ms"))));
    }

    private static List<Observation> observations() {
        List<Observation> all = new ArrayList<>();
        all.add(one(Map.of("disk", "slow", "workload", "once"), "100", "20"));
        all.add(one(Map.of("disk", "fast", "workload", "once"), "150", "10"));
        String[][] runs = {{"100", "101", "102"}, {"150", "152", "149"}};
        for (int disk = 0; disk < 2; disk++) {
            for (int run = 0; run < 3; run++) {
                all.add(one(
                        Map.of("disk", disk == 0 ? "slow" : "fast", "workload", "thrice", "repeat", "" + (run + 1)),
                        runs[disk][run],
                        List.of("5", "10", "60").get(run)));
            }
        }
        for (int level = 1; level <= 64; level *= 2) {
            all.add(one(Map.of("disk", "slow", "workload", "swept", "outstanding", "" + level), "500", "" + 2 * level));
        }
        return all;
    }

    private static Claim.Answer answer(String text) {
        return parse(text).answer(new Source("", observations()).scope(DESIGN, Map.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "throughput[fast, once] > throughput[slow, once] | SUPPORTED",
                "mean[fast, once] <= 10ms | SUPPORTED",
                "mean[fast, once] < 10ms | CONTRADICTED",
                "mean[fast, once] between 9ms and 11ms and throughput[fast, once] == 150 | SUPPORTED",
                "throughput < 1 | NOT_TESTABLE",
                "throughput < 1 and throughput[slow, once] > 200 | CONTRADICTED",
                "throughput[fast, once] * mean[fast, once] / 1s == 1.5 | SUPPORTED",
                "ratio(throughput, fast, slow, once) > 1.4 | SUPPORTED",
                "spread(throughput, once) < 50% | CONTRADICTED",
                "spread(throughput, once) <= 50% | SUPPORTED",
                "p99[fast, once] < 1s | NOT_TESTABLE",
                "within(quick, slow, swept) == 8 | SUPPORTED",
                "at(quick, mean, slow, swept) == 16ms | SUPPORTED",
                "highest(mean, slow, swept) == 128ms and lowest(mean, slow, swept) == 2ms | SUPPORTED",
                "mean[slow, swept, outstanding=64] / 1ms == 2 * 64 | SUPPORTED",
                "truncated(mean[fast, once] / 3ms, 1) == 3.3 | SUPPORTED",
                "1 - throughput[slow, once] / 200 == 50% | SUPPORTED",
                "-(2 - 3) * 4 == 4 | SUPPORTED",
            })
    void aClaimIsSupportedContradictedOrNotTestable(String claim, Verdict verdict) {
        assertThat(answer(claim).verdict()).isEqualTo(verdict);
    }

    @Test
    void oneRunEachIsSaidToBeNoReplication() {
        assertThat(answer("ratio(throughput, fast, slow, once) > 1").because()).isEqualTo("1.500, no replication");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mean[fast, once] <= 1s | 10 ms",
                "at(quick, mean, slow, swept) == 16ms | 16 ms",
                "highest(mean, slow, swept) > 1ms | 128 ms",
                "mean[slow, once] - mean[fast, once] > 0ms | 10.00 ms",
                "(1 / throughput[slow, once]) * 1s < 1s | 10.00 ms",
                "truncated(mean[fast, once], 0) > mean[fast, once] | 10.00 ms against 10 ms",
                "mean[slow, once] / mean[fast, once] < 3 | 2.000",
                "1 - throughput[slow, once] / 400 <= 80% | 75.00 %",
                "throughput[slow, once] > 50 | 100",
            })
    void numbersAreSaidInTheUnitsOfTables(String claim, String because) {
        assertThat(answer(claim).because()).isEqualTo(because);
    }

    @Test
    void aClaimOfWhatATableShowsIsSaidAsThere() {
        Formula shown = Formula.parse("mean", "mean / 2", new Problems())
                .orElseThrow()
                .printed(new DisplayUnit("us"), OptionalInt.of(1));
        StudyDesign design = withTable(shown);

        assertThat(parse("mean / 2 < 1s")
                        .answer(new Source("", observations())
                                .scope(design, Map.of("disk", "fast", "workload", "once")))
                        .because())
                .isEqualTo("5000.0 us");
    }

    private static StudyDesign withTable(Formula formula) {
        TableSpec table = new TableSpec(
                "t",
                StudyTable.Kind.METRICS,
                "T",
                TableSpec.Selection.ALL,
                new TableSpec.Cells(List.of(formula), List.of(), Map.of(), List.of()),
                true);
        return DESIGN.asking(new StudyDesign.Contents(List.of(table), List.of(), List.of()));
    }

    @Test
    void whatAFunctionIsGivenHasToFitTheStudy() {
        Problems problems = new Problems();

        parse(
                        "truncated(mean[quick], 1) < 3 and within(slow) < 3 and crossings(read, slow, quick) < 3 and limit(diskIops) < 3")
                .check(DESIGN, problems);

        assertThatThrownBy(problems::throwIfAny)
                .hasMessageContaining("'quick' is no level of this experiment")
                .hasMessageContaining("'slow' is no service level under slo")
                .hasMessageContaining("'diskIops' is no limit of any subject");
    }

    @Test
    void theOperationsOfAClaimAreThoseOfThePlacesItLooksAt() {
        assertThat(parse("ratio(mean(Pay), fast, slow, once) < 2 * throughput[slow] / rate and step(select) < 1s")
                        .operations(DESIGN, Map.of("workload", "swept")))
                .containsExactly(
                        new OperationUse(Kind.METRIC, "mean(Pay)", Map.of("disk", "fast", "workload", "once")),
                        new OperationUse(Kind.OPERATION, "Pay", Map.of("disk", "fast", "workload", "once")),
                        new OperationUse(Kind.METRIC, "mean(Pay)", Map.of("disk", "slow", "workload", "once")),
                        new OperationUse(Kind.OPERATION, "Pay", Map.of("disk", "slow", "workload", "once")),
                        new OperationUse(Kind.METRIC, "throughput", Map.of("disk", "slow", "workload", "swept")),
                        new OperationUse(Kind.STEP, "select", Map.of("workload", "swept")));
    }

    @Test
    void functionsSpeakOfTheMetricsBehindThem() {
        assertThat(parse("within(quick, slow) > 3 and tailFrom(Order) > 9 and knee() > 1")
                        .operations(DESIGN, Map.of())
                        .map(OperationUse::name))
                .contains("mean", "Order", "min(Order)", "n9(Order)", "max(Order)", "throughput");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8 / 500 * 1s <= 20ms",
                "truncated(3.14, 1) > 3",
                "rate between 1 and 2",
                "pricePerHour > 1",
                "mean < 1s and highest(2) > 1",
                "ratio(7, fast, slow) <= 1"
            })
    void whatNoRunCouldContradictIsNoClaim(String text) {
        Problems problems = new Problems();

        parse(text).check(DESIGN, problems);

        assertThat(problems.lines()).anyMatch(line -> line.contains("does not depend on a measurement"));
    }

    @Test
    void aCellShowsWhatIsMeasuredOrDeclared() {
        Problems problems = new Problems();

        Formula.parse("", "8 / 500 * 1s", problems).orElseThrow().check(DESIGN, problems);
        assertThat(problems.lines()).containsExactly("it does not depend on a measurement");

        assertThat(Formula.parse("", "100 * mean / pricePerHour", new Problems()))
                .isPresent();
    }

    /** Three runs each, the ratio of whose means is about 2, with so much noise from run to run. */
    private static Claim.Answer ratio(String claim, double noise) {
        List<Observation> runs = new ArrayList<>();
        for (int run = 1; run <= 3; run++) {
            String repeat = Integer.toString(run);
            double factor = 1 + noise * (run - 2);
            runs.add(one(Map.of("disk", "slow", "workload", "thrice", "repeat", repeat), "" + 100 * factor, "1"));
            runs.add(one(Map.of("disk", "fast", "workload", "thrice", "repeat", repeat), "" + 200 / factor, "1"));
        }
        return parse("ratio(throughput, fast, slow, thrice) " + claim)
                .answer(new Source("", runs).scope(DESIGN, Map.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "between 1.9 and 2.1 | 0.01 | SUPPORTED",
                "between 1.9 and 2.1 | 0.3  | NOT_TESTABLE",
                "between 2.1 and 2.3 | 0.01 | CONTRADICTED",
                "between 1.7 and 1.9 | 0.01 | CONTRADICTED",
                "between 1.999 and 2.5 | 0.01 | NOT_TESTABLE",
                ">= 2    | 0.01 | NOT_TESTABLE",
                ">= 1.9  | 0.01 | SUPPORTED",
                ">= 2.1  | 0.01 | CONTRADICTED",
                "<= 2.1  | 0.01 | SUPPORTED",
                "<= 1.9  | 0.01 | CONTRADICTED",
                "<= 2.1  | 0.3  | NOT_TESTABLE",
                "== 2    | 0.01 | NOT_TESTABLE",
                "== 3    | 0.01 | CONTRADICTED",
                "between 1.9 and 2.1 | 0 | SUPPORTED",
                "== 2    | 0 | SUPPORTED",
                "> 2     | 0 | CONTRADICTED",
            })
    void aRatioOfThreeRunsIsHeldAgainstItsBoundsFromBothSides(String claim, double noise, Verdict verdict) {
        assertThat(ratio(claim, noise).verdict()).isEqualTo(verdict);
    }

    @Test
    void beingWithinBoundsIsBeingAboveOneAndBelowTheOther() {
        RandomGenerator random = new Random(7);
        for (int round = 0; round < 200; round++) {
            double noise = random.nextDouble(0.2);
            double low = random.nextDouble(1.5, 2.5);
            double high = low + random.nextDouble();
            Verdict above = ratio(">= " + low, noise).verdict();
            Verdict below = ratio("<= " + high, noise).verdict();
            Verdict within = ratio("between " + low + " and " + high, noise).verdict();
            Verdict wider = ratio("between " + (low - 0.1) + " and " + (high + 0.1), noise)
                    .verdict();

            assertThat(within).isEqualTo(Claim.verdict(List.of(above, below)));
            assertThat(within == SUPPORTED && wider != SUPPORTED).isFalse();
            assertThat(wider == CONTRADICTED && within != CONTRADICTED).isFalse();
        }
    }

    @Test
    void noDifferenceFoundIsNoSupportForEquality() {
        assertThat(ratio("between 1.9 and 2.1", 0.3).because()).contains("differ too much to tell it from chance");
        assertThat(ratio("between 0.1 and 9", 0.3).verdict()).isEqualTo(SUPPORTED);
    }

    @Test
    void variationIsFromRunToRun() {
        assertThat(answer("variation(throughput, slow, thrice) between 0.99% and 1%")
                        .verdict())
                .isEqualTo(SUPPORTED);
        assertThat(answer("variation(throughput, slow, once) < 1%").because())
                .isEqualTo("there are not two runs of Slow, Once");
    }

    @Test
    void runsThatDifferTooMuchDecideNothing() {
        assertThat(answer("ratio(throughput, fast, slow, thrice) > 1.4").verdict())
                .isEqualTo(SUPPORTED);
        assertThat(answer("ratio(mean, fast, slow, thrice) < 1").verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(answer("ratio(mean, fast, slow, thrice) < 1").because())
                .contains("differ too much to tell it from chance");
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThat(answer("p99[fast, once] < 1s").because()).isEqualTo("p99 of Fast, Once was not measured");
        assertThat(answer("mean[once] < 1s").because()).isEqualTo("it is not said which disk is meant");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mean",
                "mean <",
                "mean < 20parsecs",
                "(mean < 3",
                "mean[fast < 3",
                "ratio(mean) < 1",
                "nonsense(1, 2) < 3",
                "mean < 3 5",
                "mean < #",
                "truncated(mean, fast) < 1",
                "truncated(mean, 1, fast) < 1",
                "truncated(mean, 1.5) < 1"
            })
    void whatDoesNotFollowTheGrammarIsAProblem(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(UsageException.class).hasMessageContaining("is no formula");
    }

    private record Measured(String disk, int repeat, double speed) {}

    /** Many claims are about the same runs, each of which is simulated once. */
    private static final Map<Measured, Observation> RUNS = new ConcurrentHashMap<>();

    private static Observation measured(String disk, int repeat, double speed) {
        return RUNS.computeIfAbsent(
                new Measured(disk, repeat, speed), key -> simulated(key.disk(), key.repeat(), key.speed()));
    }

    /** A run of two users whose requests take 20 ms on average on the slow disk, and so much less on the fast one. */
    private static Observation simulated(String disk, int repeat, double speed) {
        Seed seed = new Seed(disk.hashCode() + repeat);
        RunPlan plan = RunPlan.of(LoadModel.closed(2), 2, Timeline.of(Duration.ZERO, Duration.ofSeconds(30)), seed);
        double runToRun = 1 + 0.01 * new Random(seed.value()).nextGaussian();
        RunResult result =
                SimulatedRun.resultOf(plan, PlantedService.exponential(0.02 / speed / runToRun, at -> 1, seed));
        Map<String, String> labels =
                Map.of("disk", disk, "workload", "once", "users", "2", Observation.REPEAT, "" + repeat);
        return Observation.measured(labels, result, disk + repeat);
    }

    private static Claim.Answer ofMeasured(String claim, int repeats, double speed) {
        List<Observation> runs = IntStream.rangeClosed(1, repeats)
                .boxed()
                .flatMap(repeat -> Stream.of(measured("slow", repeat, 1), measured("fast", repeat, speed)))
                .toList();
        return parse(claim).answer(new Source("", runs).scope(DESIGN, Map.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "throughput[fast] > throughput[slow]            | 1 | 1    | NOT_TESTABLE",
                "throughput[fast] > throughput[slow]            | 1 | 1.08 | NOT_TESTABLE",
                "throughput[fast] > throughput[slow]            | 1 | 1.5  | SUPPORTED",
                "throughput[fast] <= throughput[slow]           | 1 | 1.5  | CONTRADICTED",
                "throughput[fast] > throughput[slow]            | 2 | 1.08 | NOT_TESTABLE",
                "throughput[fast] > throughput[slow]            | 3 | 1    | NOT_TESTABLE",
                "throughput[fast] > throughput[slow]            | 3 | 1.1  | SUPPORTED",
                "mean[fast] between 0.8*mean[slow] and mean[slow] | 3 | 1.1 | SUPPORTED",
                "p90[fast] == p90[slow]                         | 3 | 1.3  | CONTRADICTED",
                "ratio(throughput, fast, slow) > 1              | 1 | 1.08 | NOT_TESTABLE",
                "ratio(throughput, fast, slow) > 1              | 1 | 1.5  | SUPPORTED",
                "throughput[fast] - throughput[slow] > 0        | 1 | 1.08 | NOT_TESTABLE",
                "spread(throughput) < 1%                        | 1 | 1    | NOT_TESTABLE",
                "spread(throughput) < 1%                        | 1 | 1.5  | CONTRADICTED",
                "throughput[fast] * mean[fast] < 3 * throughput[slow] * mean[slow] | 1 | 1 | SUPPORTED",
                "within(quick, fast) > within(quick, slow)      | 1 | 1.5  | NOT_TESTABLE",
                "max[fast] < max[slow]                          | 1 | 9    | NOT_TESTABLE",
                "crossings(total, fast, slow) == 0              | 1 | 9    | NOT_TESTABLE",
                "crossings(total, fast, slow) == 0              | 3 | 9    | SUPPORTED",
                "errors[fast] < errors[slow]                    | 3 | 9    | CONTRADICTED",
                "mean[fast] <= 20ms                             | 1 | 1.05 | SUPPORTED",
            })
    void measuredConfigurationsAreHeldAgainstChance(String claim, int repeats, double speed, Verdict verdict) {
        assertThat(ofMeasured(claim, repeats, speed).verdict()).isEqualTo(verdict);
    }

    /** The run with other labels, and with this figure in place of its own. */
    private static Observation like(Observation run, Map<String, String> labels, String name, double value) {
        return new Observation(labels, Map.of(name, new Figure(value, DisplayUnit.NONE, 0)), run.result(), "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "within(quick, fast) >= within(quick, slow) | SUPPORTED",
                "within(quick, fast) == within(quick, slow) | SUPPORTED",
                "within(quick, fast) < within(quick, slow)  | CONTRADICTED",
                "mean[fast, outstanding=8] < mean[slow, outstanding=8] | NOT_TESTABLE",
            })
    void whatIsTheSameInEachRepeatIsDecidedByItsValue(String claim, Verdict verdict) {
        Observation run = measured("slow", 1, 1);
        RandomGenerator random = new Random(3);
        List<Observation> runs = new ArrayList<>();
        for (String disk : List.of("slow", "fast")) {
            for (int repeat = 1; repeat <= 3; repeat++) {
                for (int level = 4; level <= 16; level *= 2) {
                    runs.add(like(
                            run,
                            Map.of("disk", disk, "outstanding", "" + level, Observation.REPEAT, "" + repeat),
                            "mean",
                            1e6 * (2 * level + random.nextDouble())));
                }
            }
        }

        assertThat(parse(claim).answer(notMerged(runs)).verdict()).isEqualTo(verdict);
    }

    private static Scope notMerged(List<Observation> runs) {
        return new Scope(DESIGN, new Source("", runs), Map.of(), false);
    }

    /** Equal systems may be called different on one side in 2.5 % of 400 pairs; chance makes more than 18 of that in 1 of 100 cases. */
    @Test
    void aFewMoreRunsOfOneSideAreNoMoreRounds() {
        Observation one = measured("slow", 1, 1);
        Claim claim = parse("throughput[fast] > throughput[slow]");
        RandomGenerator random = new Random(5);
        int wrong = 0;
        for (int pair = 0; pair < 400; pair++) {
            List<Observation> runs = new ArrayList<>();
            for (int run = 0; run < 8; run++) {
                runs.add(like(
                        one,
                        Map.of("disk", run < 5 ? "fast" : "slow", Observation.REPEAT, "" + (run % 5 + 1)),
                        "throughput",
                        100 + (run < 5 ? 1 : 0.1) * random.nextGaussian()));
            }
            wrong += claim.answer(notMerged(runs)).verdict() == SUPPORTED ? 1 : 0;
        }

        assertThat(wrong).isBetween(2, 18);
    }

    @Test
    void whySingleRunsDoNotDecideIsSaid() {
        assertThat(ofMeasured("throughput[fast] > throughput[slow]", 1, 1).because())
                .contains(", no replication (p = ")
                .endsWith(
                        ": single runs of one system may differ as much (a standard deviation of 5 %); repeat each 3 times");
        assertThat(ofMeasured("max[fast] < max[slow]", 1, 9).because())
                .endsWith(", no replication: max has no 95 % confidence interval in a single run");
    }

    @Test
    void endlessNestingIsRefused() {
        assertThatThrownBy(() -> parse("(".repeat(1_000) + "1" + ")".repeat(1_000) + " < 2"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("nested too deeply");
    }
}
