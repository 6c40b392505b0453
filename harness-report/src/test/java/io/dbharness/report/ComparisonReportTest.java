package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.result.RunResult;
import io.dbharness.result.ServerStatistics;
import java.util.List;
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
    void invalidRunsAreLeftOutAndCounted() {
        assertThat(compare(List.of(RUN), List.of(RUN, SampleResult.invalid())))
                .contains("ultra: 1 of 2 runs INVALID and left out");
    }
}
