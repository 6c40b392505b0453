package io.dbharness.study.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Problems;
import io.dbharness.study.ChartSpec;
import io.dbharness.study.FigureTable;
import io.dbharness.study.Formula;
import io.dbharness.study.Observation;
import io.dbharness.study.Source;
import io.dbharness.study.Study;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import io.dbharness.study.StudyChart;
import io.dbharness.study.StudyDesign;
import io.dbharness.study.StudyEvaluation;
import io.dbharness.study.StudyTable;
import io.dbharness.study.TableSpec;
import io.dbharness.study.Timelines;
import io.dbharness.study.file.ExperimentFile.Reading;
import io.dbharness.study.file.ExperimentFile.Text;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutputReaderTest {

    private static final String FILE = """
            experiment: names
            title: Names
            subjects:
              fast: {label: Fast disk, options: {target: "sim:"}}
            workloads:
              reads: {label: Many reads, command: orders}
            tables:
              - {id: t, kind: metrics, where: {workload: reads}, rows: [{expr: mean}, {where: {subject: fast}, expr: p99}]}
              - {id: u, kind: metrics, rows: [{label: Mean, where: {subject: fast}, expr: mean}]}
              - {id: v, kind: metrics, title: Reads, where: {workload: reads}, rows: [{expr: mean}]}
            charts:
              - {id: c, kind: bar, where: {subject: fast, workload: reads}, series: [{expr: mean}]}
            profiles:
              small: {workloads: {reads: {label: Few reads}}}
            """;

    @Test
    void whatHasNoNameIsCalledByItsLevelsAsTheProfileLabelsThem() {
        Problems problems = new Problems();
        StudyDesign design = ExperimentFile.parse(
                        new Text("names.yaml", FILE, Path.of("")),
                        new Reading(Optional.of("small"), List.of()),
                        problems)
                .design();

        assertThat(problems.lines()).isEmpty();
        assertThat(design.tables()).extracting(TableSpec::title).containsExactly("Few reads", "u", "Reads");
        assertThat(design.charts()).extracting(ChartSpec::title).containsExactly("Fast disk, Few reads");
        assertThat(design.tables())
                .flatExtracting(TableSpec::formulas)
                .extracting(Formula::label)
                .containsExactly("mean", "Fast disk", "Mean", "mean");
    }

    private static final String TWO_WORKLOADS = """
            experiment: narrow
            title: Narrow
            subjects:
              fast: {label: Fast disk, options: {target: "sim:"}}
              slow: {label: Slow disk, options: {target: "sim:"}}
            design: {baseline: slow}
            workloads:
              orders: {label: Orders, command: orders}
              updates: {label: Updates, command: orders}
            """;

    private static ExperimentFile parse(String outputs, Problems problems) {
        return ExperimentFile.parse(
                new Text("narrow.yaml", TWO_WORKLOADS + outputs, Path.of("")),
                new Reading(Optional.empty(), List.of()),
                problems);
    }

    private static Study study(String outputs) {
        Problems problems = new Problems();
        Study study = study(outputs, """
                subject,workload,throughput
                fast,orders,400
                fast,updates,300
                slow,orders,200
                slow,updates,100
                """, problems);
        assertThat(problems.lines()).isEmpty();
        return study;
    }

    private static Study study(String outputs, String figures, Problems problems) {
        return study(outputs, Source.PUBLISHED, figures, problems);
    }

    private static Study study(String outputs, String origin, String figures, Problems problems) {
        ExperimentFile file = parse(outputs, problems);
        List<Observation> printed = FigureTable.parse("printed.csv", figures, problems);
        return new StudyEvaluation(file.design(), List.of(new Source(origin, printed)), Timelines.NONE, file.scaled())
                .study("printed", List.of(), file.notes());
    }

    private static List<String> cells(StudyTable table) {
        return table.rows().stream()
                .flatMap(row -> row.cells().stream())
                .map(StudyTable.Cell::text)
                .toList();
    }

    @Test
    void aRowNarrowsItsTableAndIsEmptyInColumnsOfOtherLevels() {
        Study study = study("""
                tables:
                  - {id: t, kind: metrics, where: {workload: orders}, rows: [{expr: throughput}, {where: {subject: fast}, expr: throughput}]}
                """);

        assertThat(cells(study.tables().get(0))).containsExactly("400", "200", "400", "–");
    }

    @Test
    void aRowOfAComparisonIsEmptyInColumnsOfOtherSubjects() {
        Study study = study("""
                tables:
                  - id: t
                    kind: compare
                    rows:
                      - {where: {workload: orders, subject: fast}, expr: throughput}
                      - {where: {workload: orders, subject: slow}, expr: throughput}
                """);

        assertThat(cells(study.tables().get(0))).containsExactly("+100.0 %", "–");
    }

    @Test
    void aColumnNarrowsAGridAndASweep() {
        Problems problems = new Problems();
        Study study = study("""
                tables:
                  - {id: g, kind: grid, columns: [{where: {workload: orders, subject: fast}, expr: throughput}]}
                  - {id: s, kind: sweep, columns: [{where: {workload: orders, subject: fast}, expr: throughput}]}
                """, """
                subject,workload,repeat,threads,throughput
                fast,orders,1,8,400
                slow,orders,1,8,200
                slow,updates,1,8,100
                fast,updates,1,8,300
                """, problems);

        assertThat(problems.lines()).isEmpty();
        assertThat(cells(study.tables().get(0))).containsExactly("400", "–");
        assertThat(cells(study.tables().get(1))).containsExactly("400");
    }

    @Test
    void publishedTablesOfOtherToolsHaveTheirThreadsAsALabel() {
        Problems problems = new Problems();

        List<Observation> printed = FigureTable.parse("printed.csv", """
                subject,threads,throughput
                fast,8,400
                fast,16,700
                """, problems);

        assertThat(problems.lines()).isEmpty();
        assertThat(printed)
                .extracting(observation -> observation.labels().get("threads"))
                .containsExactly("8", "16");
        assertThat(printed)
                .allSatisfy(observation -> assertThat(observation.figures()).containsOnlyKeys("throughput"));
    }

    @Test
    void aSeriesOfAChartNarrowsIt() {
        Study study = study("""
                charts:
                  - {id: c, kind: bar, series: [{where: {workload: updates}, expr: throughput}]}
                """);

        assertThat(study.charts().get(0).panels())
                .flatExtracting(StudyChart.Panel::series)
                .flatExtracting(StudyChart.Series::points)
                .extracting(StudyChart.Point::y)
                .containsExactlyInAnyOrder(300.0, 100.0);
    }

    @Test
    void aTableOfWhichNothingWasMeasuredSaysSo() {
        Problems problems = new Problems();
        Study measured = study(
                "tables: [{id: t, kind: metrics, per: [workload], rows: [{expr: throughput}]}]", "", """
                subject,workload,throughput
                fast,orders,400
                slow,orders,200
                """, problems);

        assertThat(measured.tables().get(1).notes())
                .containsExactly("TBD: nothing was measured for Fast disk, Updates; nothing was measured for Slow disk,"
                        + " Updates");
    }

    @Test
    void aComparisonThatShowsNoNumberSaysNothingAboutChance() {
        StudyTable table = study("tables: [{id: t, kind: compare, rows: [{expr: throughput}]}]")
                .tables()
                .get(0);

        assertThat(cells(table)).containsExactly("TBD");
        assertThat(table.notes()).noneMatch(note -> note.contains("chance"));
    }

    @Test
    void aRowThatItsTableExcludesIsRefusedAndWouldHaveNoFigureOfOtherLevels() {
        Problems problems = new Problems();
        Study study = study("""
                tables:
                  - {id: t, kind: metrics, where: {workload: updates}, rows: [{where: {workload: orders}, expr: throughput}]}
                  - {id: u, kind: metrics, per: [workload], rows: [{where: {workload: orders}, expr: throughput}]}
                charts:
                  - {id: c, kind: bar, where: {workload: updates}, series: [{where: {workload: orders}, expr: throughput}]}
                """, """
                subject,workload,throughput
                fast,orders,400
                fast,updates,300
                """, problems);

        assertThat(study.tables())
                .extracting(OutputReaderTest::cells)
                .containsExactly(List.of("–", "–"), List.of("400", "TBD"), List.of("–", "–"));
        assertThat(study.charts())
                .flatExtracting(StudyChart::panels)
                .flatExtracting(StudyChart.Panel::series)
                .isEmpty();
        assertThat(problems.lines())
                .anyMatch(line -> line.contains("has workload: orders, but all of it is about workload: updates"))
                .anyMatch(line -> line.contains("has workload: orders, but there is one of these for each workload"))
                .hasSize(3);
    }

    /** Neither the alphabet's order nor that of the observations. */
    @Test
    void columnsBarsAndLegendsHaveTheOrderOfTheFile() {
        Problems problems = new Problems();
        ExperimentFile file = ExperimentFile.parse(
                new Text("order.yaml", """
                experiment: order
                title: Order
                subjects:
                  middle: {options: {target: "sim:"}}
                  quick: {options: {target: "sim:"}}
                  basic: {options: {target: "sim:"}}
                workloads:
                  writes: {command: orders}
                  reads: {command: orders}
                tables:
                  - {id: t, kind: metrics, per: [workload], rows: [{expr: throughput}]}
                charts:
                  - {id: c, kind: bar, by: [workload, subject], series: [{expr: throughput}]}
                """, Path.of("")), new Reading(Optional.empty(), List.of()), problems);
        List<Observation> printed = FigureTable.parse("printed.csv", """
                subject,workload,throughput
                quick,reads,5
                basic,reads,6
                middle,reads,4
                basic,writes,3
                middle,writes,1
                quick,writes,2
                """, problems);
        assertThat(problems.lines()).isEmpty();

        Study study = new StudyEvaluation(
                        file.design(), List.of(new Source(Source.PUBLISHED, printed)), Timelines.NONE, file.scaled())
                .study("printed", List.of(), file.notes());

        assertThat(study.tables())
                .flatExtracting(OutputReaderTest::cells)
                .containsExactly("1", "2", "3", "4", "5", "6");
        StudyChart chart = study.charts().get(0);
        assertThat(chart.categories()).containsExactly("writes", "reads");
        assertThat(chart.panels().get(0).series())
                .extracting(StudyChart.Series::label)
                .containsExactly("middle", "quick", "basic");
    }

    private static final String SWEPT_IN_WORDS = """
            experiment: modes
            title: Modes
            subjects:
              fast: {label: Fast disk, options: {target: "sim:"}}
              slow: {label: Slow disk, options: {target: "sim:"}}
            workloads:
              orders: {label: Orders, command: orders, options: {sweep: "mode=interactive,compound"}}
            """;

    @Test
    void anyOptionThatAStudySweepsIsAFactorOfItsTablesChartsAndClaims() {
        Problems problems = new Problems();
        ExperimentFile file = ExperimentFile.parse(
                new Text("modes.yaml", SWEPT_IN_WORDS + """
                tables:
                  - {id: t, kind: sweep, columns: [{expr: throughput}]}
                charts:
                  - {id: c, kind: sweep, series: [{expr: throughput}]}
                claims:
                  - {text: The fast disk is faster, where: {mode: compound}, expr: "highest(throughput, fast) > highest(throughput, slow)"}
                """, Path.of("")),
                new Reading(Optional.empty(), List.of()),
                problems);
        List<Observation> printed = FigureTable.parse("printed.csv", """
                subject,workload,mode,throughput
                fast,orders,interactive,100
                fast,orders,compound,400
                slow,orders,interactive,200
                slow,orders,compound,300
                """, problems);
        assertThat(problems.lines()).isEmpty();

        Study study = new StudyEvaluation(
                        file.design(), List.of(new Source(Source.PUBLISHED, printed)), Timelines.NONE, file.scaled())
                .study("printed", List.of(), file.notes());

        assertThat(study.tables().get(0).rows())
                .extracting(StudyTable.Row::label)
                .containsExactly("mode interactive", "mode compound");
        assertThat(cells(study.tables().get(0))).containsExactly("100", "200", "400", "300");
        StudyChart chart = study.charts().get(0);
        assertThat(chart.kind()).isEqualTo(StudyChart.Kind.BAR);
        assertThat(chart.categories()).containsExactly("mode interactive", "mode compound");
        assertThat(chart.panels().get(0).series())
                .extracting(series ->
                        series.points().stream().map(StudyChart.Point::y).toList())
                .containsExactly(List.of(100.0, 400.0), List.of(200.0, 300.0));
        assertThat(study.claims()).extracting(Study.ClaimOutcome::verdict).containsOnly(Verdict.SUPPORTED);
    }

    @Test
    void aLevelThatTheSweepDoesNotHaveIsRefusedWithTheLevelsItHas() {
        Problems problems = new Problems();
        ExperimentFile.parse(
                new Text("modes.yaml", SWEPT_IN_WORDS + """
                tables:
                  - {id: t, kind: metrics, where: {mode: pipelined}, rows: [{expr: throughput}]}
                """, Path.of("")),
                new Reading(Optional.empty(), List.of()),
                problems);

        assertThat(problems.lines())
                .anyMatch(line -> line.contains("'pipelined' is no level of mode; the plan has interactive, compound"));
    }
}
