package io.dbharness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Problems;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.SampleSeries;
import io.dbharness.report.SeriesReport;
import io.dbharness.result.Condition;
import io.dbharness.result.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SeriesPageTest {

    /** Made once: it computes which difference its runs would have found. */
    private static final String REPEATED = page(SeriesReport.plain(SampleSeries.repeatedComparison()));

    private static String page(SeriesReport words, String... notRun) {
        Map<String, RunResult> byName = new LinkedHashMap<>();
        words.results().forEach(result -> byName.put("run-00" + (byName.size() + 1), result));
        return new SeriesPage(words, byName, Map.of(), List.of(notRun), ConditionOutcomes.NONE).html();
    }

    private static SeriesReport within(String condition, List<RunResult> results) {
        return new SeriesReport(
                List.of(Condition.parse(condition, new Problems()).orElseThrow()), Optional.empty(), results);
    }

    @Test
    void aSweepIsDrawnWithItsLimitAndTheLastLevelThatKeepsIt() {
        assertThat(page(within("mean <= 20ms", SampleSeries.cappedSweep())))
                .contains("<b>Throughput by outstanding</b>", "<b>Response time by outstanding</b>")
                .contains(">mean &lt;= 20ms</span>", ">last within mean &lt;= 20ms</span>");
    }

    @Test
    void everyRunOfARepeatedLevelIsADot() {
        assertThat(REPEATED)
                .contains("<b>Throughput, each run</b>", "<b>Response p99, each run</b>")
                .contains("<a href=\"run-001/report.html\">run-001</a>");
    }

    @Test
    void repeatsHaveTheirMeanWithItsIntervalInLargeType() {
        List<RunResult> repeats = DoubleStream.of(100, 101, 99)
                .mapToObj(perSecond -> SampleSeries.run(Map.of("repeat", "" + perSecond), perSecond, 10))
                .toList();

        assertThat(page(SeriesReport.plain(repeats)))
                .contains("<div class=\"answer\"><span>operations per second</span><b>100.0</b>"
                        + "<small>± 2.5, 95 % confidence between runs (n = 3)</small>");
    }

    @Test
    void ofSeveralLevelsTheHighestMeanIsNamedAsSuch() {
        assertThat(REPEATED)
                .contains("<span>operations per second, highest mean of 2 levels</span><b>800.0</b>"
                        + "<small>connections 8: ± 19.9, 95 % confidence between runs (n = 3)</small>")
                .doesNotContain("per second, at most");
    }

    @Test
    void theMainScoreIsTheFirstFigureOfARunAndOtherScoresAreFolded() {
        assertThat(REPEATED).contains("<caption>Further scores of every run</caption>");
        assertThat(RunPageTest.sections(REPEATED))
                .containsExactly(
                        "outcome",
                        "sweep",
                        "comparison",
                        "response-times",
                        "runs",
                        "repeats+",
                        "scores+",
                        "setting+",
                        "glossary+");
    }

    @Test
    void runsThatAreMissingAreNamed() {
        assertThat(page(SeriesReport.plain(SampleSeries.cappedSweep()), "9: outstanding <512>"))
                .contains("<li class=\"not_run\"><b>not run</b> <span>9: outstanding &lt;512&gt;</span></li>");
    }

    @Test
    void anExperimentWithoutRunsHasAPage() {
        assertThat(page(SeriesReport.plain(List.of()))).contains("<h1>no runs</h1>");
    }
}
