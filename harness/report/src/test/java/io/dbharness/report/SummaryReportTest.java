package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Caveat;
import io.dbharness.model.Problems;
import io.dbharness.model.Resources;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.testkit.SourceTree;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SummaryReportTest {

    private static final String PAGE = "results/first/report.html";

    private static String summary(RunResult result) {
        return new SummaryReport(ConditionOutcomes.NONE, PAGE).report(result);
    }

    private static String summary(List<RunResult> results) {
        return new SummaryReport(ConditionOutcomes.NONE, PAGE).report(SeriesReport.plain(results), List.of());
    }

    private static void assertOneScreen(String text) {
        assertThat(text.lines().count()).as(text).isLessThanOrEqualTo(30);
        assertThat(text.lines()).allMatch(line -> line.length() <= 100);
        assertThat(text).endsWith("\nreport      " + PAGE + "\n");
    }

    @Test
    void aRunHasItsVerdictFirstItsPageLastAndItsNotesCounted() {
        String text = summary(SampleResult.suspect());

        GoldenFile.assertMatches("summary.txt", text);
        assertOneScreen(text);
    }

    @Test
    void repeatsHaveTheirMeanAndTheIntervalBetweenThemFirst() {
        List<RunResult> repeats = IntStream.of(396, 400, 404)
                .mapToObj(perSecond -> SampleSeries.run(Map.of("repeat", "" + perSecond), perSecond, 10))
                .toList();

        String text = summary(repeats);

        // 4 / sqrt(3), times 4.303 for two degrees of freedom.
        assertThat(text).startsWith("""
                VALID: sample on PostgreSQL 18.6, 3 runs

                throughput  400.0 ± 9.9 per second between runs (n = 3)

                """);
        assertThat(text).containsPattern("Read +6000 ");
        assertOneScreen(text);
    }

    @Test
    void levelsHaveALineEachAndFindingsFirst() {
        String text = summary(SampleSeries.repeatedComparison());

        GoldenFile.assertMatches("summary-series.txt", text);
        assertOneScreen(text);
    }

    @Test
    void runsThatWerePlannedAndNotMadeAreNamed() {
        SummaryReport report = new SummaryReport(ConditionOutcomes.NONE, PAGE);

        assertThat(report.report(SeriesReport.plain(SampleSeries.cappedSweep()), List.of("8: users 1", "9: users 2")))
                .contains("not run     8: users 1; 9: users 2\n");
        assertThat(report.report(SeriesReport.plain(List.of()), List.of("1: users 1")))
                .startsWith("no runs\n")
                .contains("not run     1: users 1\n");
    }

    /** As a sweep with every level wrong, a profile with many operations and a server with long messages make them. */
    @ParameterizedTest
    @CsvSource({"1, 40, 300", "40, 0, 0", "3, 3, 4000", "12, 1, 30", "40, 40, 400"})
    void nothingIsMoreThanOneScreen(int operations, int caveats, int length) {
        RunResult sample = SampleResult.suspect();
        List<OperationResult> many = IntStream.range(0, operations)
                .mapToObj(i -> named(sample.operations().get(1), "operation-" + "x".repeat(2 * i) + i))
                .toList();
        List<Caveat> reasons = IntStream.range(0, caveats)
                .mapToObj(i -> Caveat.suspect("CODE_" + (char) ('A' + i % 26), "because ".repeat(length / 8)))
                .toList();
        ConditionOutcomes conditions = ConditionOutcomes.of(
                IntStream.range(0, caveats)
                        .mapToObj(i -> condition("p99(operation-0) > " + (i + 1) + "ms"))
                        .toList(),
                Map.of("tpcc", sample),
                Optional.empty(),
                true);

        String text = new SummaryReport(conditions, PAGE).report(SampleResult.with(sample, many, reasons));

        assertOneScreen(text);
        assertThat(text).contains("operation-");
        if (caveats > 0) {
            assertThat(text).contains("SUSPECT CODE_A: because");
        }
    }

    @Test
    void theOnlyLevelWithoutInvalidRunsIsNamed() {
        RunResult sound = SampleSeries.run(Map.of("users", "4"), 400, 10);
        RunResult broken =
                SampleSeries.run(Map.of("users", "8"), 800, 10, Caveat.invalid("DATA_MISMATCH", "a row is missing"));

        assertThat(summary(List.of(sound, broken)))
                .startsWith("INVALID: sample")
                .contains("level       users 4\nthroughput  400.0 ± 4.0 per second")
                .contains("INVALID DATA_MISMATCH in run 2; load the data again", "1 run is INVALID and left out");
        assertOneScreen(summary(List.of(broken)));
    }

    @Test
    void manyLevelsAreCounted() {
        List<RunResult> runs = IntStream.rangeClosed(1, 60)
                .mapToObj(users -> SampleSeries.run(Map.of("users", "" + users), 100 * users, 10))
                .toList();

        assertOneScreen(summary(runs));
        assertThat(summary(runs)).containsPattern("\n\\d\\d more: --verbose or the page\n");
    }

    @Test
    void conditionsThatFailComeBeforeThoseThatPass() {
        ConditionOutcomes outcomes = ConditionOutcomes.of(
                List.of(condition("p50(NewOrder) > 100s"), condition("throughput > 1")),
                Map.of("tpcc", SampleResult.suspect()),
                Optional.empty(),
                true);

        assertThat(outcomes.outcomes().get(0).answers()).containsValue(Answer.DOES_NOT_HOLD);
        assertThat(new SummaryReport(outcomes, PAGE).report(SampleResult.suspect()))
                .contains("fail-if     throughput > 1: holds\nfail-if     p50(NewOrder) > 100s: does not hold\n");
    }

    @Test
    void escapeSequencesDoNotReachTheTerminal() {
        RunResult sample = SampleResult.suspect();
        RunResult hostile = SampleResult.with(
                sample,
                List.of(named(sample.operations().get(0), "red\u001b[31m")),
                List.of(Caveat.suspect("ERRORS", "server said \u009b2J\nor so")));

        assertThat(summary(hostile))
                .contains("red\\x1b[31m", "server said \\x9b2J or so; find the cause in the server's log")
                .doesNotContain("\u001b", "\u009b");
    }

    /** Caveats whose details say it themselves need no advice. */
    @Test
    void everyReasonToDoubtComesWithWhatToDo() throws Exception {
        Set<String> inDetail = Set.of(
                "CLIENT_CPU",
                "CLIENT_DELAY",
                "CLIENT_GC",
                "CLIENT_STOPPED",
                "DISPATCH_LAG",
                "NOT_SETTLED",
                "NOT_STEADY",
                "REDUCED_ROWS",
                "RESPONSE_TREND");
        Pattern row = Pattern.compile("\\| `([A-Z_]+)` \\| [^|]*(?:suspect|invalid)[^|]* \\|.*");
        Set<String> documented;
        try (Stream<String> lines = Files.lines(SourceTree.path("docs", "reference.md"))) {
            documented = lines.map(row::matcher)
                    .filter(Matcher::matches)
                    .map(found -> found.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        assertThat(documented).hasSizeGreaterThan(20);

        Set<String> advised =
                Resources.properties(ReportSentences.class, "advice.properties").stringPropertyNames();

        List<String> without = new ArrayList<>(documented);
        without.removeAll(advised);
        assertThat(without).containsExactlyInAnyOrderElementsOf(inDetail);
        assertThat(advised).doesNotContainAnyElementsOf(inDetail);
    }

    private static Condition condition(String text) {
        return Condition.parse(text, new Problems()).orElseThrow();
    }

    private static OperationResult named(OperationResult operation, String name) {
        return OperationResult.of(
                name,
                operation.kind(),
                operation.counts(),
                operation.throughputPerSecond(),
                new OperationResult.Latencies(
                        operation.response(),
                        operation.service(),
                        operation.connectionWait(),
                        operation.failedResponse()));
    }
}
