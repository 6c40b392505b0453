package io.dbharness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.measure.ClientDelays;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.OperationKind;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.ConditionOutcomes.Outcome;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.OperationResult.OperationCounts;
import io.dbharness.result.Recovery;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.Shift;
import io.dbharness.result.RunResult.TargetFacts;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.RunResult.Window;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.result.RunResultBuilder;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.ServerStatistics.Series;
import io.dbharness.result.history.IntervalHistory;
import io.dbharness.result.history.IntervalHistory.Ended;
import io.dbharness.result.history.IntervalHistory.Stretch;
import io.dbharness.sut.ServerProbe.BusyStatement;
import io.dbharness.sut.ServerProbe.BusyStatements;
import io.dbharness.workload.Check;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunPageTest {

    private static final String HOSTILE =
            "</style></script><script>alert('x')</script><img src=\"http://evil.example/x\">&";

    /** What makes a browser load something, run something or send something. */
    private static final Pattern REQUEST = Pattern.compile(
            "(?i)(src|href|action|data|poster|srcset)\\s*=\\s*[\"']?\\s*(https?:|//|javascript:)|url\\(\\s*[\"']?(https?:|//)|@import");

    private static final Pattern HANDLER = Pattern.compile("(?i)<[^>]*\\son[a-z]+\\s*=");

    private static LatencyResult latency(int count) {
        LatencyHistogram values = new LatencyHistogram();
        IntStream.rangeClosed(1, count).forEach(i -> values.record(1_000_000L * i));
        return LatencyResult.of(values);
    }

    /** A run in which everything that comes from outside is this text. */
    static RunResult saying(String text) {
        return saying(text, delays(text));
    }

    static RunResult saying(String text, ClientDelays delays) {
        return saying(text, delays, Caveat.suspect("ERRORS", text));
    }

    private static RunResult saying(String text, Caveat caveat) {
        return saying(text, delays(text), caveat);
    }

    private static RunResult saying(String text, ClientDelays delays, Caveat caveat) {
        LatencyResult latency = latency(2000);
        return new RunResultBuilder()
                .id(text)
                .createdAt("2026-11-21T08:39:00.123Z")
                .tool(new Tool("dbharness", text, text))
                .workload(new WorkloadFacts(text, Map.of(text, text)))
                .target(new TargetFacts(text, text, text, Map.of(text, text)))
                .environment(Map.of(text, text))
                .plan(PlanFacts.of(text, true, new PlanFacts.Size(10, 4, "leased"), 7, 10, Map.of(text, text), null))
                .windows(List.of(new Window("warmup", 2), new Window("measure", 4)))
                .totals(Totals.of(new Totals.Sent(2000, 2000, 0, 0), new Totals.Ended(2000, 0, 0, 0)))
                .throughputPerSecond(new Throughput(
                        500,
                        List.of(490.0, 510.0),
                        List.of(new Shift(2, 600, 400)),
                        List.of(new Recovery(text, 1, 2, "", 500, 1, null, 7))))
                .operations(List.of(OperationResult.of(
                        text,
                        OperationKind.TRANSACTION,
                        new OperationCounts(2000, 1999, 0, 1, Map.of(text, 1L), Map.of(), 0),
                        500,
                        new OperationResult.Latencies(latency, latency, latency, latency(0)))))
                .scores(Map.of(text, 6000.4))
                .checks(List.of(new Check(text, "after", false, text)))
                .health(new Health(0.25, 0.001, latency, latency, 2, 64 << 20, delays))
                .server(new ServerStatistics(
                        List.of(new Series(text, -2, 1, List.of(1.0, 2.0, 3.0, 2.0, 1.0, 2.0))),
                        Map.of(text, 4.0),
                        new Gaps(1, text),
                        Map.of(),
                        List.of(),
                        new BusyStatements(text, "", 2, List.of(new BusyStatement(text, 4, 1.5, 9)))))
                .judged(List.of(caveat))
                .build();
    }

    private static ClientDelays delays(String text) {
        Map<String, Map<String, Long>> others = Map.of(text, Map.of("p50", 500_000L, "p99", 4_999_000L));
        return ClientDelays.of(
                true,
                new ClientDelays.Sampled(1_000, 0.4, 900, others),
                new ClientDelays.Stops(List.of(new ClientDelays.Pause(1.5, 12_000_000, text)), 1, 12_000_000));
    }

    private static IntervalHistory history(String operation) {
        Ended ended = new Ended(500, 1, 1_000_000, 5_000_000, 9_000_000);
        return new IntervalHistory(
                1,
                IntStream.range(-2, 4)
                        .mapToObj(second -> new Stretch(
                                second,
                                Map.of(operation, ended, operation + "2", ended),
                                ended,
                                new TreeMap<>(Map.of(40, 400L, 45, 100L)),
                                4,
                                1))
                        .toList());
    }

    @Test
    void whatIsMostlyTheClientsIsMarkedAndItsPausesAreDrawn() {
        String page = new RunPage(history("pay"), ConditionOutcomes.NONE, List.of()).report(saying("x"));

        assertThat(page)
                .contains("client&#39;s part, at most", " client&#39;s<")
                .contains("<b>Pauses of the client</b>", "When the client stood still")
                .contains("requests made more than 50 us longer");
    }

    @Test
    void aFaultIsMarkedAndItsRecoveryToldInFigures() {
        String page = new RunPage(history("Payment"), ConditionOutcomes.NONE, List.of()).report(saying("restart"));

        assertThat(page)
                .contains("fault on purpose")
                .contains(
                        "restart after 1.000 s, over after 2.000 s: nothing completed for 1.000 s, 90 % of the 500.0 a second"
                                + " before were not reached again, 7 requests failed until then");
    }

    @Test
    void textFromOutsideIsShownAndNeverObeyed() {
        String page =
                new RunPage(history(HOSTILE), ConditionOutcomes.NONE, List.of("result.json")).report(saying(HOSTILE));

        assertThat(page).contains("&lt;/style&gt;&lt;/script&gt;&lt;script&gt;alert(&#39;x&#39;)");
        assertThat(page).doesNotContain("<script>alert").doesNotContain("<img");
        assertThat(page.split("<script", -1)).hasSize(2);
        assertThat(HANDLER.matcher(page).find()).isFalse();
        assertThat(REQUEST.matcher(page).find()).isFalse();
    }

    @Test
    void aBrowserIsToldToRefuseWhatMightYetSlipThrough() {
        assertThat(new RunPage(IntervalHistory.NONE, ConditionOutcomes.NONE, List.of()).report(saying("x")))
                .containsPattern(
                        "Content-Security-Policy\" content=\"default-src 'none';[^\"]*script-src 'sha256-[^\"]{44}'\"");
    }

    @Test
    void theVerdictComesFirst() {
        String page = new RunPage(history("pay"), ConditionOutcomes.NONE, List.of()).report(saying("x"));

        assertThat(page).contains("<title>SUSPECT: x on x x</title>");
        assertThat(page.indexOf("<strong>SUSPECT</strong>")).isPositive().isLessThan(page.indexOf("<section"));
    }

    /** Ids of the sections, folded ones with a plus sign. */
    static List<String> sections(String page) {
        return Pattern.compile("<section id=\"([^\"]+)\">(<details class=\"more\">)?")
                .matcher(page)
                .results()
                .map(section -> section.group(1) + (section.group(2) == null ? "" : "+"))
                .toList();
    }

    @Test
    void theFirstScreenHasTheAnswerAChartTheConditionsAndWhatToDo() {
        ConditionOutcomes outcomes = new ConditionOutcomes(
                1,
                true,
                "",
                List.of(
                        new Outcome("p99 > 1s", Map.of("x", Answer.DOES_NOT_HOLD), Map.of()),
                        new Outcome("errors > 0", Map.of("x", Answer.HOLDS), Map.of())));
        RunResult run = saying("x", Caveat.suspect("BACKLOG", "7 requests"));

        String page = new RunPage(history("pay"), outcomes, List.of()).report(run);

        assertThat(page)
                .containsSubsequence(
                        "<strong>SUSPECT</strong>",
                        "<div class=\"answer\"><span>operations per second</span><b>500.0</b>"
                                + "<small>± 10.0, 95 % confidence within this run</small>",
                        "<span>response p99, ms</span>",
                        "<b>Throughput</b>",
                        "<li class=\"failed\"><b>failed</b> <span>errors &gt; 0: holds</span>",
                        "<li class=\"passed\"><b>passed</b> <span>p99 &gt; 1s: does not hold</span>",
                        "<li class=\"suspect\"><b>SUSPECT</b> <span>BACKLOG: 7 requests; lower --rate, or raise --connections",
                        "<section id=\"response-times\">");
    }

    @Test
    void whatExplainsIsFoldedBelowWhatAnswers() {
        assertThat(sections(new RunPage(history("pay"), ConditionOutcomes.NONE, List.of()).report(saying("x"))))
                .containsExactly(
                        "outcome",
                        "response-times",
                        "over-time",
                        "requests-and-checks+",
                        "scores-and-shares-of-the-mix+",
                        "server+",
                        "load-generator+",
                        "setting+",
                        "glossary+");
    }

    @Test
    void everyTableHasACaptionAndScopedHeads() {
        String page = new RunPage(history("pay"), ConditionOutcomes.NONE, List.of()).report(saying("x"));

        assertThat(page.split("<table", -1)).hasSameSizeAs(page.split("<table[^>]*><caption>[^<]", -1));
        assertThat(page).doesNotContainPattern("<th(?! scope=)[ >]");
    }

    @Test
    void chartsOverTimeShadeTheWarmUpAndHaveTheirNumbersBelow() {
        String page = new RunPage(history("pay"), ConditionOutcomes.NONE, List.of()).report(saying("x"));

        assertThat(page)
                .contains("<b>Throughput</b>", "<b>Response time</b>", "<b>Distribution of response times</b>")
                .contains("<span class=\"s\" style=\"left:0%\">warm-up</span>")
                .contains(
                        "<th scope=\"col\">all<th scope=\"col\">pay<th scope=\"col\">pay2<th scope=\"col\">failed<tbody><tr><th scope=row>-1.5 s<td>500.0<td>500.0<td>500.0<td>1.000");
    }

    @Test
    void aSuddenChangeOfLevelIsMarkedExplainedAndSaid() {
        assertThat(new RunPage(history("pay"), ConditionOutcomes.NONE, List.of()).report(saying("x")))
                .contains("<path class=\"mark\" data-s=\"4\" d=\"M1333 0v1000\"/>")
                .contains(">-33.3 %</span>")
                .contains("</svg>sudden change of level</li>")
                .contains("<li>throughput changed after 2.000 s: from 600.0 to 400.0 a second (-33.3 %)</li>");
    }

    @Test
    void aRunWithoutIntervalFilesHasAPageWithoutChartsOverTime() {
        assertThat(new RunPage(IntervalHistory.NONE, ConditionOutcomes.NONE, List.of()).report(saying("x")))
                .doesNotContain("<b>Throughput</b>")
                .contains("<b>Response and service time</b>");
    }

    @Test
    void filesBesideThePageAreLinked() {
        assertThat(new RunPage(IntervalHistory.NONE, ConditionOutcomes.NONE, List.of("result.json"))
                        .report(saying("x")))
                .contains("<a href=\"result.json\">result.json</a>");
    }

    @Test
    void theSameResultGivesTheSamePage() {
        RunPage page = new RunPage(history("pay"), ConditionOutcomes.NONE, List.of());

        assertThat(page.report(saying("x"))).isEqualTo(page.report(saying("x")));
    }
}
