package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.result.RunResult;
import io.dbharness.result.ServerStatistics;
import java.util.List;
import java.util.Map;
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
}
