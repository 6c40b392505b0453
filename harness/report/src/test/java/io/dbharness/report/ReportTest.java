package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.ServerStatistics.Series;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReportTest {

    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    static Stream<Locale> locales() {
        return Stream.of(Locale.ROOT, Locale.US, Locale.GERMANY);
    }

    @ParameterizedTest
    @MethodSource("locales")
    void textIsTheSameInEveryLocale(Locale one) {
        Locale.setDefault(one);

        GoldenFile.assertMatches("suspect.txt", new TextReport().report(SampleResult.suspect()));
    }

    @ParameterizedTest
    @MethodSource("locales")
    void markdownIsTheSameInEveryLocale(Locale one) {
        Locale.setDefault(one);

        GoldenFile.assertMatches("suspect.md", new MarkdownReport().report(SampleResult.suspect()));
    }

    @Test
    void failedChecksAreSpelledOut() {
        GoldenFile.assertMatches("invalid.txt", new TextReport().report(SampleResult.invalid()));
    }

    @Test
    void stepsHaveATableOfTheirOwnWhenThereAreAny() {
        RunResult stepped = SampleResult.stepped();

        GoldenFile.assertMatches("stepped.txt", new TextReport().report(stepped));
        assertThat(new MarkdownReport().report(stepped)).contains("""
                        ## Steps

                        | step | count | per second | service mean, ms | service p50, ms | service p95, ms | service p99, ms | service max, ms |
                        | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                        | point-select | 20000 | 1000 | 0.200 | 0.200 | 0.380 | 0.396 | 0.400 |
                        | commit | 0 | 0 | - | - | - | - | - |

                        """);
        assertThat(new MarkdownReport().report(SampleResult.suspect())).doesNotContain("Steps");
    }

    @Test
    void aResultReadFromItsFileGivesTheSameReports() {
        ResultCodec codec = new ResultCodec();
        RunResult read = codec.decode(codec.encode(SampleResult.suspect()));

        assertThat(new TextReport().report(read)).isEqualTo(new TextReport().report(SampleResult.suspect()));
        assertThat(new MarkdownReport().report(read)).isEqualTo(new MarkdownReport().report(SampleResult.suspect()));
    }

    @Test
    void escapeSequencesDoNotReachTheTerminal() {
        RunResult hostile = SampleResult.configured(Map.of("profile", "\u001b[31mred\u009b2J\u0007"));

        assertThat(new TextReport().report(hostile))
                .contains("profile \\x1b[31mred\\x9b2J\\x07")
                .doesNotContain("\u001b", "\u009b", "\u0007");
        assertThat(new MarkdownReport().report(hostile)).doesNotContain("\u001b", "\u009b", "\u0007");
    }

    @Test
    void theVerdictIsTheFirstWord() {
        assertThat(new TextReport().report(SampleResult.invalid())).startsWith("INVALID ");
        assertThat(new MarkdownReport().report(SampleResult.invalid())).startsWith("# INVALID: ");
    }

    @Test
    void clientsOfDifferentRatesLeaveTheRateToTheUser() {
        assertThat(new MarkdownReport().report(SampleResult.invalid()))
                .contains("java -jar harness.jar tpcc --think-time none --warehouses 1 --users 10 --connections 4"
                        + " --isolation read-committed --warmup 5s --duration 20s --seed 7 --max-attempts 10")
                .contains(
                        "add --rate, --arrival and --late yourself; the result says of its load: open, 100/s, poisson");
    }

    @Test
    void aRunThatWasStoppedSaysSo() {
        assertThat(new TextReport().report(SampleResult.interrupted()))
                .startsWith("SUSPECT ")
                .contains("SUSPECT INTERRUPTED: stopped after 20.0 s")
                .contains("checks      1 before passed, none after");
        assertThat(new MarkdownReport().report(SampleResult.interrupted())).contains("The run was stopped early");
        assertThat(new MarkdownReport().report(SampleResult.suspect())).doesNotContain("The run was stopped early");
    }

    @Test
    void whatTheServerToldStandsBesideWhatTheClientMeasured() {
        RunResult told = SampleResult.withServer(new ServerStatistics(
                List.of(
                        new Series("pending_compactions", -1, 1, List.of(50.0, 0.0, 3.0, 0.0)),
                        new Series("walBytesPerSecond", -1, 1, List.of(9e9, 1e6, 3e6, 2.5e6))),
                Map.of("commits", 12_345.0, "deadlocks", 0.0),
                Gaps.NONE));

        assertThat(new TextReport().report(told)).contains("""
                        server                  mean      max     last
                        pending_compactions    1.000    3.000        0
                        walBytesPerSecond    2167000  3000000  2500000

                        server      over the measurement: commits +12340, deadlocks +0
                        """);
        assertThat(new MarkdownReport().report(told))
                .contains("| pending\\_compactions | 1.000 | 3.000 | 0 |", "commits +12340");
        assertThat(new TextReport().report(SampleResult.suspect())).doesNotContain("server ");
    }
}
