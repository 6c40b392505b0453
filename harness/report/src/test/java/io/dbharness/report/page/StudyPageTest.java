package io.dbharness.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.dbharness.measure.ClientDelays;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Line;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.chart.Figure;
import io.dbharness.result.RunResult;
import io.dbharness.study.DeclaredLimits;
import io.dbharness.study.Study;
import io.dbharness.study.Study.ClaimOutcome;
import io.dbharness.study.Study.Place;
import io.dbharness.study.Study.StudyRun;
import io.dbharness.study.Study.Subjects;
import io.dbharness.study.StudyChart;
import io.dbharness.study.StudyChart.Axis;
import io.dbharness.study.StudyChart.Panel;
import io.dbharness.study.StudyChart.Point;
import io.dbharness.study.StudyChart.Scale;
import io.dbharness.study.StudyChart.Series;
import io.dbharness.study.StudyDesign.Level;
import io.dbharness.study.StudyTable;
import io.dbharness.study.StudyTable.Basis;
import io.dbharness.study.StudyTable.Cell;
import io.dbharness.study.StudyTable.Column;
import io.dbharness.study.StudyTable.Row;
import io.dbharness.study.StudyTable.State;
import io.dbharness.study.StudyTable.Tone;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StudyPageTest {

    private static final String HOSTILE = "</table><script>alert(1)</script>";

    private static Study study(String text) {
        return study(text, List.of(RunPageTest.saying(text)));
    }

    private static Study study(String text, List<RunResult> results) {
        StudyTable table = new StudyTable(
                text,
                StudyTable.Kind.COMPARE,
                text,
                text,
                List.of(new Column(text, text, text), new Column(text, text, ""), new Column(text, text, text)),
                List.of(new Row(
                        text,
                        text,
                        List.of(
                                new Cell(
                                        State.NUMBER,
                                        "-37.7 %",
                                        OptionalDouble.of(-37.7),
                                        "!",
                                        Tone.BETTER,
                                        Basis.MEASURED),
                                Cell.tbd(text),
                                new Cell(State.NUMBER, "7", OptionalDouble.of(7), "", Tone.NEUTRAL, Basis.DERIVED)))),
                List.of(text));
        Axis axis = new Axis(text, text, Scale.LINEAR);
        StudyChart chart = new StudyChart(
                text,
                StudyChart.Kind.BAR,
                text,
                axis,
                List.of(text, "other"),
                List.of(new Panel(
                        axis,
                        List.of(new Series(
                                text,
                                "",
                                List.of(
                                        new Point(0, 12, OptionalDouble.of(11), OptionalDouble.of(13)),
                                        Point.of(1, 8)))),
                        List.of(new StudyChart.Line(text, 10)))));
        return new Study(
                new Study.Heading(text, text, text),
                new Subjects(text, Optional.of(text), List.of(new Level(text, text, Map.of(), DeclaredLimits.NOTHING))),
                new Study.Answers(
                        List.of(table),
                        List.of(chart),
                        List.of(new ClaimOutcome(text, text, ClaimOutcome.Verdict.NOT_TESTABLE, text)),
                        List.of(new ClaimOutcome(text, text, ClaimOutcome.Verdict.CONTRADICTED, text)),
                        List.of(text)),
                results.stream()
                        .map(result -> new StudyRun(
                                text,
                                Map.of(text, text),
                                "runs/1",
                                "SUSPECT",
                                List.of(text),
                                new Place(text, false),
                                Optional.of(result)))
                        .toList(),
                List.of(text),
                List.of(text));
    }

    @Test
    void textFromOutsideIsShownAndNeverObeyed() {
        String page = new StudyPage(Map.of()).html(study(HOSTILE));

        assertThat(page).contains("&lt;/table&gt;&lt;script&gt;").doesNotContain("<script>alert");
        assertThat(page.split("<script", -1)).hasSize(2);
    }

    @Test
    void aRunWithoutSampledRequestsHasNoFigureOfThem() {
        RunResult sampled = RunPageTest.saying("x");
        RunResult unsampled = RunPageTest.saying("x", ClientDelays.UNKNOWN);

        assertThat(new StudyPage(Map.of()).html(study("x", List.of(sampled, unsampled))))
                .contains("requests sampled", "<td>1000</td>", "<td>-</td>");
        assertThat(new StudyPage(Map.of()).html(study("x", List.of(unsampled, sampled))))
                .contains("requests sampled", "<td>1000</td>", "<td>-</td>");
    }

    @Test
    void cellsKeepTheirMarksAndTheirTone() {
        assertThat(new StudyPage(Map.of()).html(study("x")))
                .contains("<td class=\"better\">-37.7 % !</td><td class=\"off\">TBD</td>")
                .contains("<th scope=\"colgroup\" class=\"group\" colspan=\"3\">x, x</th>");
    }

    @Test
    void derivedValuesHaveASignAndTheLegendExplainsIt() {
        assertThat(new StudyPage(Map.of()).html(study("x")))
                .contains("<td class=\"derived\">†7</td>")
                .contains("† calculated here from what was published, not printed there.");
    }

    @Test
    void publishedBarsAreOutlinedBesideTheMeasuredOnes() {
        Study one = study("x");
        StudyChart chart = one.charts().get(0);
        Panel panel = chart.panels().get(0);
        List<Point> points = panel.series().get(0).points();
        List<Series> both = List.of(new Series("x", "", points), new Series("x", "published", points));

        List<Chart> charts = new StudyCharts(new StudyChart(
                        chart.id(),
                        chart.kind(),
                        chart.title(),
                        chart.x(),
                        chart.categories(),
                        List.of(new Panel(panel.y(), both, List.of()))))
                .charts();

        assertThat(charts.get(0).lines())
                .filteredOn(line -> line.form() == Form.BARS || line.form() == Form.OUTLINED)
                .extracting(Line::name, Line::colour, Line::form)
                .containsExactly(tuple("x", 0, Form.BARS), tuple("x, published", 0, Form.OUTLINED));
        assertThat(new Figure(charts.get(0)).html()).contains("class=\"b ou c0\"");
    }

    @Test
    void claimsBeginWithTheirVerdict() {
        assertThat(new StudyPage(Map.of()).html(study("x")))
                .contains("<th scope=\"row\" class=\"w not_testable\">not testable</th>");
    }

    @Test
    void barsStandOnZeroAndWhiskersShowTheRuns() {
        assertThat(new StudyPage(Map.of()).html(study("x")))
                .contains("<path class=\"b c0\" data-s=\"0\" d=\"M425 200V1000h150V200zM1425 467V1000h150V467z\"/>")
                .contains("<path class=\"ra c0\" data-s=\"1\" d=\"M500 267L500 133\"/>")
                .contains("least to greatest run");
    }

    @Test
    void contradictedClaimsAreInTheHeadBesideTheVerdictOfTheMeasurements() {
        Study one = study("x");
        ClaimOutcome contradicted = new ClaimOutcome("faster", "a > b", ClaimOutcome.Verdict.CONTRADICTED, "1 < 2");
        List<StudyRun> valid = one.runs().stream()
                .map(run -> new StudyRun(
                        run.name(), run.labels(), run.directory(), "VALID", List.of(), run.place(), run.result()))
                .toList();

        String page = new StudyPage(Map.of())
                .html(new Study(
                        new Study.Heading(one.name(), one.title(), one.profile()),
                        one.subjects(),
                        new Study.Answers(
                                one.tables(),
                                one.charts(),
                                List.of(contradicted, one.claims().get(0)),
                                one.serviceLevels(),
                                one.headlines()),
                        valid,
                        one.missing(),
                        one.notes()));

        assertThat(page)
                .contains("<header class=\"verdict\"><strong>measurements VALID, 1 of 2 claims contradicted</strong>")
                .contains("<li class=\"contradicted\"><b>contradicted</b> <span>faster</span></li>");
    }

    @Test
    void claimsAndTheFirstChartAreOnTheFirstScreenAndTablesBelow() {
        String page = new StudyPage(Map.of()).html(study("x"));

        assertThat(page)
                .containsSubsequence(
                        "<span>claims supported</span><b>0 of 1</b>",
                        "<figure class=\"chart names\"",
                        "<section id=\"claims\">",
                        "<section id=\"tables\">");
        assertThat(RunPageTest.sections(page))
                .containsSubsequence("outcome", "claims", "service-levels", "tables", "load-generator+", "runs+");
    }

    @Test
    void theWorstRunGivesTheVerdict() {
        assertThat(new StudyPage(Map.of()).html(study("x")))
                .contains("<strong>SUSPECT</strong>")
                .contains("<a href=\"runs/1/report.html\">SUSPECT x</a>");
    }
}
