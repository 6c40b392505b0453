package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.experiment.SearchOutcome;
import io.dbharness.experiment.SearchOutcome.End;
import io.dbharness.experiment.SearchOutcome.Probe;
import io.dbharness.experiment.SearchOutcome.Stage;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.Problems;
import io.dbharness.result.Condition;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SeriesReportTest {

    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    static Stream<Locale> locales() {
        return Stream.of(Locale.ROOT, Locale.US, Locale.GERMANY);
    }

    private static SeriesReport within(String condition, List<RunResult> results) {
        return new SeriesReport(
                List.of(Condition.parse(condition, new Problems()).orElseThrow()), Optional.empty(), results);
    }

    @ParameterizedTest
    @MethodSource("locales")
    void aRepeatedComparisonIsTheSameInEveryLocale(Locale one) {
        Locale.setDefault(one);

        GoldenFile.assertMatches(
                "series.txt",
                SeriesReport.plain(SampleSeries.repeatedComparison()).text());
        GoldenFile.assertMatches(
                "series.md",
                SeriesReport.plain(SampleSeries.repeatedComparison()).markdown());
    }

    @ParameterizedTest
    @MethodSource("locales")
    void numbersForMachinesHaveNoUnitsAndAreTheSameInEveryLocale(Locale one) {
        Locale.setDefault(one);

        assertThat(SeriesReport.plain(SampleSeries.repeatedComparison())
                        .csv()
                        .lines()
                        .limit(2))
                .containsExactly(
                        "run,id,connections,repeat,verdict,throughput_per_second,ci95_low,ci95_high,response_mean_ms,"
                                + "response_p50_ms,response_p95_ms,response_p99_ms,response_max_ms,errors_percent,"
                                + "skipped_percent,tpmC,caveats",
                        "1,20261121T083900.123Z-sample,4,1,VALID,400.0,396.0,404.0,10.01,9.998,19.00,19.80,20.00,"
                                + "0.4975,0,24000,");
        assertThat(SeriesReport.plain(SampleSeries.repeatedComparison()).csv())
                .contains("INVALID,80.00,")
                .endsWith(",CLIENT_CPU NOT_STEADY\r\n");
    }

    @Test
    void cellsWithCommasAndQuotesAreQuoted() {
        RunResult odd = SampleSeries.run(Map.of("disk", "P30, \"burst\""), 100, 10);

        assertThat(SeriesReport.plain(List.of(odd)).csv()).contains(",\"P30, \"\"burst\"\"\",VALID,");
    }

    @Test
    void noCellIsAFormula() {
        RunResult odd = SampleSeries.run(Map.of("disk", "=HYPERLINK(1)", "offset", "-5"), 100, 10);

        assertThat(SeriesReport.plain(List.of(odd)).csv()).contains(",'=HYPERLINK(1),-5,VALID,");
    }

    @Test
    void aCappedSweepNamesTheLevelTheCapAndTheKnee() {
        assertThat(within("mean <= 20ms", SampleSeries.cappedSweep()).text())
                .contains(
                        "guard mean <= 20ms does not hold in run 5, 6, 7",
                        "guard mean <= 20ms: kept up to outstanding 8; reached at about 9.99")
                .contains(
                        "highest throughput: 500.0 per second at outstanding 1; within 2 % of it: 1, 2, 4, 8, 16, 32, 64")
                .contains("knee: at or below outstanding 1, whose throughput is on the plateau already")
                .contains("model: capped at 500.0 per second, which every level has reached")
                .contains("no replication");
    }

    @Test
    void aSweepThatTurnsDownHasAPeak() {
        assertThat(SeriesReport.plain(SampleSeries.retrogradeSweep()).text())
                .contains("highest throughput: 15120 per second at users 32; within 2 % of it: 32, 64")
                .contains("model: universal scalability law, 1000 per second alone, contention 2 %,"
                        + " coherency 0.05 %, peak at 44.27");
    }

    @Test
    void steppedRatesSayWhatTheTargetKeepsUpWith() {
        List<RunResult> rates = new ArrayList<>();
        for (int rate = 20; rate <= 100; rate += 20) {
            rates.add(SampleSeries.run(Map.of("rate", Integer.toString(rate)), Math.min(rate, 67), rate <= 60 ? 2 : 9));
        }

        assertThat(within("p99 <= 5ms", rates).text())
                .contains("keeps up to rate 60 (99 % of it completed)")
                .contains("guard p99 <= 5ms: kept up to rate 60")
                .doesNotContain("model:");
    }

    @Test
    void aServiceLevelThatNoLevelKeepsIsSaidSo() {
        assertThat(within("p50 < 1us", SampleSeries.cappedSweep()).text()).contains("p50 < 1us: kept at no level");
    }

    @Test
    void twoLevelsWithoutRepeatsAreARatioAndNothingElse() {
        List<RunResult> two = List.of(
                SampleSeries.run(Map.of("disk", "premium"), 100, 10),
                SampleSeries.run(Map.of("disk", "premium-v2"), 150, 8));

        assertThat(SeriesReport.plain(two).text())
                .contains("disk premium-v2 against disk premium  +50.0 %, no replication  -20.0 %, no replication")
                .doesNotContain("Sweep");
    }

    @Test
    void repeatsShowBothFormsOfAPercentile() {
        LatencyHistogram ones = new LatencyHistogram();
        LatencyHistogram some = new LatencyHistogram();
        for (int i = 0; i < 1_000; i++) {
            ones.record(1_000_000);
            some.record(i < 900 ? 1_000_000 : 100_000_000);
        }
        List<RunResult> runs = List.of(
                SampleSeries.run(Map.of("repeat", "1"), 50, LatencyResult.of(ones), List.of()),
                SampleSeries.run(Map.of("repeat", "2"), 50, LatencyResult.of(some), List.of()));

        String text = SeriesReport.plain(runs).text();

        // The 95th percentile of all 2000 requests is 1 ms; the mean of the two runs' own is 50.5 ms.
        assertThat(text).containsPattern("\n95 +1\\.000 +50\\.4[0-9] +1\\.000 +99\\.9[0-9]\n");
        assertThat(text).contains("merged: of all requests of these runs together");
        assertThat(text).doesNotContain("Comparison");
    }

    @Test
    void aSearchSaysFirstWhatItFoundAndIsAsGoodAsTheRunsThatConfirmIt() {
        List<RunResult> runs = new ArrayList<>();
        List<Probe> probes = new ArrayList<>();
        for (int level : List.of(4, 8, 16, 8, 8)) {
            boolean holds = level < 16;
            Stage stage = runs.size() < 3 ? Stage.BRACKET : Stage.CONFIRM;
            Caveat[] caveats = holds ? new Caveat[0] : new Caveat[] {Caveat.invalid("ERRORS", "many")};
            probes.add(new Probe(level, stage, holds, -1, "mean = 1 ms"));
            runs.add(SampleSeries.run(
                    Map.of(
                            "outstanding",
                            Integer.toString(level),
                            "stage",
                            stage.name(),
                            "repeat",
                            Integer.toString(runs.size() + 1)),
                    500,
                    2.0 * level,
                    caveats));
        }
        SearchOutcome found =
                new SearchOutcome("outstanding with mean <= 20ms", End.FOUND, OptionalDouble.of(8), probes);

        String text = new SeriesReport(List.of(), Optional.of(found), runs).text();

        assertThat(text)
                .startsWith("VALID: sample on PostgreSQL 18.6, 5 runs")
                .contains("\nSearch\n  outstanding with mean <= 20ms: 8 (5 runs)")
                .contains("INVALID ERRORS in run 3", "Repeats: outstanding 8, 3 runs")
                .doesNotContain("Comparison", "Repeats: outstanding 4");
    }

    @Test
    void aSearchThatFoundNothingIsAsGoodAsItsLastRun() {
        List<RunResult> runs = List.of(
                SampleSeries.run(Map.of("outstanding", "4"), 500, 8, Caveat.invalid("ERRORS", "many")),
                SampleSeries.run(Map.of("outstanding", "4"), 500, 8));
        Probe failed = new Probe(4, Stage.BRACKET, false, 1, "mean = 8 ms");
        SearchOutcome none = new SearchOutcome(
                "outstanding with mean <= 2ms", End.NOT_ATTAINABLE, OptionalDouble.empty(), List.of(failed, failed));

        assertThat(new SeriesReport(List.of(), Optional.of(none), runs).text())
                .startsWith("VALID: sample on PostgreSQL 18.6, 2 runs")
                .contains("target not attainable (4: mean = 8 ms)", "INVALID ERRORS in run 1");
    }

    @Test
    void noDecimalHasMoreThanFourSignificantDigits() {
        String text = SeriesReport.plain(SampleSeries.retrogradeSweep()).text()
                + SeriesReport.plain(SampleSeries.repeatedComparison()).text();

        List<String> decimals = Pattern.compile("\\d+\\.\\d+")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();

        assertThat(decimals)
                .hasSizeGreaterThan(100)
                .allSatisfy(decimal -> assertThat(decimal.replace(".", "").replaceFirst("^0+", ""))
                        .hasSizeLessThanOrEqualTo(4));
    }

    @Test
    void anEmptyExperimentIsSaidToBeEmpty() {
        assertThat(SeriesReport.plain(List.of()).text()).isEqualTo("no runs\n");
        assertThat(SeriesReport.plain(List.of()).markdown()).isEqualTo("# no runs\n");
    }
}
