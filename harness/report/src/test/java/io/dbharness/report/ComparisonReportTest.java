package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.report.ComparisonReport.Planned;
import io.dbharness.result.RunResult;
import io.dbharness.result.ServerStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ComparisonReportTest {

    private static final RunResult RUN = SampleResult.withServer(ServerStatistics.NONE);

    private static String compare(List<RunResult> baseline, List<RunResult> candidate) {
        return new ComparisonReport(
                        new Configuration("premium", baseline), List.of(new Configuration("ultra", candidate)))
                .text();
    }

    @Test
    void oneRunEachHasNoInterval() {
        assertThat(compare(List.of(RUN), List.of(RUN)))
                .startsWith("ultra against premium\n")
                .contains("+0.0 %, no replication");
    }

    @Test
    void threeRunsEachAreTested() {
        assertThat(compare(List.of(RUN, RUN, RUN), List.of(RUN, RUN, RUN)))
                .contains("no difference detected (MDD 0.0 %)");
    }

    @Test
    void whatElseDiffersIsCounted() {
        assertThat(compare(List.of(RUN), List.of(RUN))).contains("nothing that was recorded differs");
        assertThat(compare(List.of(RUN), List.of(SampleResult.openly())))
                .contains("one thing changed")
                .contains("plan.load: closed, 10 users, think time none → open, 100/s");
    }

    @Test
    void portAndSizeOfTheDatabaseAreNotCountedAsChanges() {
        RunResult before = SampleResult.against(
                "jdbc:postgresql://127.0.0.1:5001/a",
                Map.of("port", "5001", "database.bytes", "9918143", "synchronous_commit", "on"));
        RunResult after = SampleResult.against(
                "jdbc:postgresql://127.0.0.1:5002/a",
                Map.of("port", "5002", "database.bytes", "9926335", "synchronous_commit", "off"));

        assertThat(compare(List.of(before), List.of(after)))
                .contains("one thing changed", "target.synchronous_commit: on → off")
                .doesNotContain("database.bytes", "5001");
    }

    @Test
    void invalidRunsAreLeftOutAndCounted() {
        assertThat(compare(List.of(RUN), List.of(RUN, SampleResult.invalid())))
                .contains("ultra: 1 of 2 runs INVALID and left out");
    }

    private static List<RunResult> runs(Map<String, String> factors, double perSecond) {
        return DoubleStream.of(1, 1.01, 0.99, 1.004, 0.996)
                .mapToObj(noise -> SampleSeries.run(factors, perSecond * noise, 10))
                .toList();
    }

    private static List<RunResult> noisy(double... perSecond) {
        return DoubleStream.of(perSecond)
                .mapToObj(rate -> SampleSeries.run(Map.of(), rate, 10))
                .toList();
    }

    private static ComparisonReport report(List<RunResult> baseline, List<RunResult> candidate) {
        return new ComparisonReport(new Configuration("A", baseline), List.of(new Configuration("B", candidate)));
    }

    @Test
    void theAnswerIsASentenceWithSizeIntervalAndRuns() {
        assertThat(report(runs(Map.of(), 100), runs(Map.of(), 118)).text())
                .contains("B is 18 % faster than A, 95 % interval 17 to 19 %, 5 runs each.");
        assertThat(report(runs(Map.of(), 100), runs(Map.of(), 82)).text())
                .contains("B is 18 % slower than A, 95 % interval 17 to 19 %, 5 runs each.");
    }

    @Test
    void aDifferenceOfMoreThanTheDoubleIsSaidInTimes() {
        assertThat(report(runs(Map.of(), 100), runs(Map.of(), 300)).text())
                .contains("B is 3.0 times as fast as A, 95 % interval 3.0 to 3.0 times, 5 runs each.");
    }

    @Test
    void equalConfigurationsAreBounded() {
        assertThat(report(runs(Map.of(), 100), runs(Map.of(), 100)).text())
                .contains("no difference found between B and A, smaller than 1.2 %")
                .contains("These runs would have found a difference of 1.8 % or more in 4 of 5 such comparisons.");
    }

    @Test
    void anUndecidedComparisonSaysHowManyMoreRunsDecide() {
        List<RunResult> noisy = DoubleStream.of(100, 112, 92)
                .mapToObj(perSecond -> SampleSeries.run(Map.of(), perSecond, 10))
                .toList();

        assertThat(report(noisy, noisy).text())
                .contains("undecided between B and A")
                .containsPattern("\\d+ more runs of each would find a difference of 10 %");
    }

    @Test
    void aScoreThatRepeatsTheThroughputIsLeftOut() {
        assertThat(report(runs(Map.of(), 100), runs(Map.of(), 118)).text()).doesNotContain("tpmC");
    }

    @Test
    void aFactorThatSeparatesTheConfigurationsIsNoLevel() {
        assertThat(report(runs(Map.of("mode", "a"), 100), runs(Map.of("mode", "b"), 118))
                        .text())
                .contains("B is 18 % faster than A");
    }

    @Test
    void aSettingThatWasVariedOnPurposeIsTheCauseUnderTest() {
        List<RunResult> before = List.of(SampleResult.against("u", Map.of("synchronous_commit", "on", "fsync", "on")));
        List<RunResult> after = List.of(SampleResult.against("u", Map.of("synchronous_commit", "off", "fsync", "on")));
        List<RunResult> besides =
                List.of(SampleResult.against("u", Map.of("synchronous_commit", "off", "fsync", "off")));

        assertThat(varied(before, after))
                .contains("under test: target.synchronous_commit: on → off; nothing else that was recorded differs");
        assertThat(varied(before, besides))
                .contains("under test: target.synchronous_commit: on → off; one thing more changed")
                .contains("  target.fsync: on → off");
    }

    private static String varied(List<RunResult> before, List<RunResult> after) {
        return new ComparisonReport(
                        new Configuration("A", before),
                        List.of(new Configuration("B", after)),
                        Set.of("synchronous_commit"),
                        Planned.NOTHING)
                .text();
    }

    @Test
    void plannedLooksWidenTheInterval() {
        List<RunResult> before = runs(Map.of(), 100);
        List<RunResult> after = runs(Map.of(), 101.6);
        Configuration base = new Configuration("A", before);
        List<Configuration> other = List.of(new Configuration("B", after));

        assertThat(new ComparisonReport(base, other, Set.of(), Planned.NOTHING).text())
                .contains("B is 1.6 % faster than A, 95 % interval");
        assertThat(new ComparisonReport(base, other, Set.of(), new Planned(8, 0)).text())
                .contains("no difference found between B and A, smaller than 3.");
    }

    /** What ends a trial is its answer. */
    @Test
    void aDifferenceThatMattersAndIsExcludedIsNoDifferenceHoweverLargeItIs() {
        Configuration base = new Configuration("A", noisy(100, 110, 90));
        List<Configuration> other = List.of(new Configuration("B", noisy(101, 109, 91)));

        assertThat(new ComparisonReport(base, other, Set.of(), new Planned(1, 0.5)).text())
                .containsPattern("no difference found between B and A, smaller than 2\\d %, 95 % interval −")
                .containsPattern("throughput .* no difference detected");
        assertThat(new ComparisonReport(base, other, Set.of(), new Planned(1, 0.1)).text())
                .contains("undecided between B and A")
                .containsPattern("throughput .* inconclusive");
    }
}
