package io.dbharness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Caveat;
import io.dbharness.report.ComparisonReport;
import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.report.SampleSeries;
import io.dbharness.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ComparisonPageTest {

    private static List<RunResult> runs(double perSecond, Caveat... caveats) {
        return DoubleStream.of(1, 1.01, 0.99)
                .mapToObj(noise -> SampleSeries.run(Map.of(), perSecond * noise, 10, caveats))
                .toList();
    }

    private static String page(List<RunResult> baseline, List<RunResult> candidate) {
        return new ComparisonPage(
                        new ComparisonReport(
                                new Configuration("off", baseline), List.of(new Configuration("<on>", candidate))),
                        List.of("made in alternating order"),
                        Map.of())
                .html();
    }

    @Test
    void theFirstThingOnThePageIsTheAnswer() {
        assertThat(page(runs(100), runs(118)))
                .contains("<header class=\"verdict valid\"><strong>FASTER</strong>")
                .contains("<h1>&lt;on&gt; is 18 % faster than off, 95 % interval 15 to 21 %, 3 runs each</h1>")
                .contains("<div class=\"answer\"><span>throughput of &lt;on&gt;, baseline off</span><b>+18 %</b>"
                        + "<small>95 % interval +15 to +21 %, 3 runs each</small>")
                .contains("<li>made in alternating order</li>");
    }

    @Test
    void slowerIsRedAndNoDifferenceHasNoColour() {
        assertThat(page(runs(118), runs(100))).contains("<header class=\"verdict invalid\"><strong>SLOWER</strong>");
        assertThat(page(runs(100), runs(100)))
                .contains("<header class=\"verdict\"><strong>NO DIFFERENCE</strong>", "<b>±0 %</b>");
    }

    @Test
    void barsHaveIntervals() {
        assertThat(page(runs(100), runs(118)))
                .contains("<b>Throughput</b>", "<b>Response time p99</b>")
                .contains("95 % interval of the mean between runs");
    }

    @Test
    void everyTableHasACaptionAndItsHeadsAScope() {
        String page = page(runs(100), runs(118));

        assertThat(page.split("<caption>", -1)).hasSizeGreaterThan(2);
        assertThat(page).doesNotContain("<th>", "<th class");
    }

    @Test
    void theVerdictsOfTheRunsAreThereAndTheWorstGivesTheColour() {
        assertThat(page(runs(100), runs(118, Caveat.suspect("NOT_DURABLE", "fsync is off"))))
                .contains("<header class=\"verdict suspect\">")
                .contains("NOT_DURABLE", "SUSPECT");
    }

    @Test
    void configurationsWithoutACommonLevelHaveNoAnswer() {
        assertThat(page(runs(100), List.of())).contains("<strong>NO ANSWER</strong>");
    }
}
