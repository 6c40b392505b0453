package io.dbharness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Problems;
import io.dbharness.report.SampleSeries;
import io.dbharness.report.SeriesReport;
import io.dbharness.result.Condition;
import io.dbharness.result.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SeriesPageTest {

    private static String page(SeriesReport words, List<RunResult> results, String... notRun) {
        Map<String, RunResult> byName = new LinkedHashMap<>();
        results.forEach(result -> byName.put("run-00" + (byName.size() + 1), result));
        return new SeriesPage(words, byName, Map.of(), List.of(notRun)).html();
    }

    private static SeriesReport within(String condition) {
        return new SeriesReport(
                List.of(Condition.parse(condition, new Problems()).orElseThrow()), Optional.empty());
    }

    @Test
    void aSweepIsDrawnWithItsLimitAndTheLastLevelThatKeepsIt() {
        assertThat(page(within("mean <= 20ms"), SampleSeries.cappedSweep()))
                .contains("<b>Throughput by outstanding</b>", "<b>Response time by outstanding</b>")
                .contains(">mean &lt;= 20ms</span>", ">last within mean &lt;= 20ms</span>");
    }

    @Test
    void everyRunOfARepeatedLevelIsADot() {
        assertThat(page(SeriesReport.PLAIN, SampleSeries.repeatedComparison()))
                .contains("<b>Throughput, each run</b>", "<b>Response p99, each run</b>")
                .contains("<a href=\"run-001/report.html\">run-001</a>");
    }

    @Test
    void runsThatAreMissingAreNamed() {
        assertThat(page(SeriesReport.PLAIN, SampleSeries.cappedSweep(), "9: outstanding <512>"))
                .contains("<li>not run: 9: outstanding &lt;512&gt;</li>");
    }

    @Test
    void anExperimentWithoutRunsHasAPage() {
        assertThat(page(SeriesReport.PLAIN, List.of())).contains("<h1>no runs</h1>");
    }
}
