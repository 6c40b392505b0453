package io.dbharness.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Problems;
import io.dbharness.study.Observation.Figure;
import io.dbharness.study.Study.ClaimOutcome;
import io.dbharness.study.StudyChart.Line;
import io.dbharness.study.StudyDesign.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Three disks at one workload and in a sweep of which the highest level is still to be run. */
class DeclaredLimitsTest {

    private static final StudyDesign DESIGN = new StudyDesign(
            "test",
            "Test",
            new StudyDesign.Compared(
                    "disk",
                    Map.of(
                            "disk",
                            List.of(
                                    disk("slow", Map.of("diskIops", "500", "diskBurstIops", "1000"), "0.36"),
                                    disk("fast", Map.of("diskIops", "5000"), "TBD"),
                                    disk("other", Map.of("diskIops", "5000"), "")),
                            "workload",
                            List.of(
                                    new Level("reads", "Reads", Map.of(), DeclaredLimits.NOTHING),
                                    new Level("swept", "Swept", Map.of(), DeclaredLimits.NOTHING))),
                    Optional.of("slow")),
            planned(),
            Map.of("quick", claim("mean <= 20ms"), "instant", claim("mean <= 1ms")),
            new StudyDesign.Contents(List.of(), List.of(), List.of()));

    private static Level disk(String name, Map<String, String> limits, String price) {
        return new Level(
                name,
                "Disk " + name,
                Map.of(),
                new DeclaredLimits(limits, Optional.of(price).filter(p -> !p.isEmpty())));
    }

    private static List<Map<String, String>> planned() {
        List<Map<String, String>> planned = new ArrayList<>();
        for (String disk : List.of("slow", "fast", "other")) {
            planned.add(Map.of("disk", disk, "workload", "reads", "repeat", "1"));
            for (String level : List.of("1", "2", "4")) {
                planned.add(Map.of("disk", disk, "workload", "swept", "repeat", "1", "outstanding", level));
            }
        }
        return planned;
    }

    private static Claim claim(String text) {
        return Claim.parse(text, new Problems()).orElseThrow();
    }

    private static Observation run(Map<String, String> labels, String iops, String millis) {
        return Observation.published(
                labels,
                Map.of(
                        "throughput", Figure.of("100", DisplayUnit.NONE),
                        "server.mean.diskIops", Figure.of(iops, DisplayUnit.NONE),
                        "server.diskIops", Figure.of(iops, DisplayUnit.NONE),
                        "server.mean.diskIopsBusiest", new Figure(1.1 * Double.parseDouble(iops), DisplayUnit.NONE, 0),
                        "mean", Figure.of(millis, new DisplayUnit("ms"))));
    }

    private static final List<Observation> RUNS = List.of(
            run(Map.of("disk", "slow", "workload", "reads"), "400", "30"),
            run(Map.of("disk", "fast", "workload", "reads"), "4000", "10"),
            run(Map.of("disk", "slow", "workload", "swept", "outstanding", "1"), "300", "10"),
            run(Map.of("disk", "slow", "workload", "swept", "outstanding", "2"), "500", "20"),
            run(Map.of("disk", "fast", "workload", "swept", "outstanding", "1"), "300", "30"),
            run(Map.of("disk", "other", "workload", "swept", "outstanding", "1"), "300", "30"),
            run(Map.of("disk", "other", "workload", "swept", "outstanding", "2"), "300", "30"),
            run(Map.of("disk", "other", "workload", "swept", "outstanding", "4"), "300", "30"));

    private static Value value(String formula) {
        Problems problems = new Problems();
        Expression expression =
                Formula.parse("", formula, problems).orElseThrow().expression();
        problems.throwIfAny();
        return expression.in(new Source("", RUNS).scope(DESIGN, Map.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server.mean.diskIops[slow, reads] / limit(diskIops, slow) | 0.8",
                "limit(diskBurstIops)[slow, reads] | 1000",
                "pricePerHour[slow] | 0.36",
                "costPerMillion[slow, reads] | 1",
                "costPerMillion[slow, reads] * throughput[slow, reads] | 100",
            })
    void formulasKnowWhatASubjectDeclares(String formula, double expected) {
        assertThat(value(formula).number()).isEqualTo(expected);
    }

    @Test
    void aPriceThatNobodyKnowsYetIsNoPriceThatThereIsNot() {
        assertThat(value("costPerMillion[fast, reads]").state()).isEqualTo(Value.State.MISSING);
        assertThat(value("costPerMillion[other, swept, outstanding=1]").state()).isEqualTo(Value.State.MEANINGLESS);
        assertThat(value("limit(diskBurstIops)[fast]").state()).isEqualTo(Value.State.MEANINGLESS);
    }

    @Test
    void cheaperIsBetter() {
        assertThat(Formula.parse("", "costPerMillion(Pay)", new Problems())
                        .orElseThrow()
                        .expression()
                        .lowerIsBetter())
                .isTrue();
    }

    @Test
    void aSweepWithoutALevelThatKeepsItSaysSoOnlyWhenAllWereMeasured() {
        assertThat(value("within(quick, slow, swept)").number()).isEqualTo(2);
        assertThat(value("within(quick, other, swept)").text()).isEqualTo("none");
        assertThat(value("within(quick, fast, swept)").state()).isEqualTo(Value.State.MISSING);
        assertThat(value("at(quick, mean, fast, swept)").text()).isEqualTo("outstanding 2 was not measured");
    }

    @Test
    void serviceLevelsAreAskedForWhereverAWorkloadMeetsASubject() {
        List<ClaimOutcome> outcomes = new ServiceLevels(DESIGN, List.of(new Source("", RUNS))).outcomes();

        assertThat(outcomes.stream()
                        .filter(o -> o.text().startsWith("quick"))
                        .map(o -> o.text() + ": " + o.verdict() + ": " + o.because()))
                .containsExactly(
                        "quick: Disk slow, Reads: CONTRADICTED: 30 ms",
                        "quick: Disk slow, Swept: SUPPORTED: up to outstanding 2 (20 ms)",
                        "quick: Disk fast, Reads: SUPPORTED: 10 ms",
                        "quick: Disk fast, Swept: NOT_TESTABLE: outstanding 2 was not measured",
                        "quick: Disk other, Reads: NOT_TESTABLE: nothing was measured for Disk other, Reads",
                        "quick: Disk other, Swept: CONTRADICTED: at no level: outstanding 1 (30 ms)");
    }

    @Test
    void whatAPublicationDoesNotSayIsNotAskedOfIt() {
        assertThat(new ServiceLevels(DESIGN, List.of(new Source("published", RUNS.subList(0, 1)))).outcomes())
                .extracting(ClaimOutcome::text)
                .containsExactlyInAnyOrder(
                        "quick: Disk slow, Reads, published", "instant: Disk slow, Reads, published");
    }

    @Test
    void limitsAreDrawnWhereWhatTheyLimitIs() {
        Formula formula =
                Formula.parse("IOPS", "server.diskIops", new Problems()).orElseThrow();

        assertThat(ChartBuilder.limits(DESIGN, Map.of(), formula))
                .containsExactlyInAnyOrder(
                        new Line("limit of Disk slow", 500),
                        new Line("limit of Disk fast, Disk other", 5000),
                        new Line("burst limit of Disk slow", 1000));
        assertThat(ChartBuilder.limits(DESIGN, Map.of("disk", "fast"), formula))
                .containsExactly(new Line("limit", 5000));
        assertThat(ChartBuilder.limits(
                        DESIGN,
                        Map.of(),
                        Formula.parse("", "p99", new Problems()).orElseThrow()))
                .isEmpty();
    }

    @Test
    void limitsHaveATableAndSoHasTheirUse() {
        List<StudyTable> tables = new LimitTables(DESIGN, List.of(new Source("", RUNS))).tables();

        assertThat(tables).extracting(StudyTable::id).containsExactly("declared-limits", "use-of-limits");
        assertThat(tables.get(0).rows())
                .filteredOn(row -> row.label().equals("price-per-hour"))
                .singleElement()
                .satisfies(row -> assertThat(texts(row)).containsExactly("0.36", "TBD", "–"));
        assertThat(tables.get(1).rows())
                .filteredOn(row -> row.label().equals("Reads: mean of diskIops"))
                .singleElement()
                .satisfies(row -> assertThat(texts(row)).containsExactly("80.0", "80.0", "TBD"));
        assertThat(tables.get(1).rows())
                .filteredOn(row -> row.label().equals("Reads: mean of diskIops, busiest machine"))
                .singleElement()
                .satisfies(row -> assertThat(texts(row)).containsExactly("88.0", "88.0", "TBD"));
        assertThat(tables.get(1).rows())
                .filteredOn(row -> row.label().equals("Swept: most of diskBurstIops"))
                .singleElement()
                .satisfies(row -> assertThat(texts(row)).containsExactly("50.0", "–", "–"));
    }

    private static List<String> texts(StudyTable.Row row) {
        return row.cells().stream().map(StudyTable.Cell::text).toList();
    }

    @Test
    void aComparisonIsSaidInOneSentenceWithHowSureItIs() {
        assertThat(new StudyEvaluation(DESIGN, List.of(new Source("", RUNS)), Timelines.NONE).headlines())
                .contains("Throughput, Reads, against Disk slow: Disk fast 0 % (no replication)");
    }

    @Test
    void levelsKeepTheOrderOfTheFileWhateverTheOrderOfTheRuns() {
        List<Map<String, String>> shuffled = new ArrayList<>(planned());
        Collections.reverse(shuffled);
        StudyDesign design = new StudyDesign(
                "test",
                "Test",
                new StudyDesign.Compared(
                        "disk",
                        Map.of(
                                "disk",
                                List.of(
                                        disk("slow", Map.of(), ""),
                                        disk("fast", Map.of(), ""),
                                        disk("other", Map.of(), ""))),
                        Optional.empty()),
                shuffled,
                Map.of(),
                new StudyDesign.Contents(List.of(), List.of(), List.of()));

        assertThat(design.levelsOf("disk", List.of())).containsExactly("slow", "fast", "other");
        assertThat(design.levelsOf("outstanding", List.of())).containsExactly("1", "2", "4");
    }
}
