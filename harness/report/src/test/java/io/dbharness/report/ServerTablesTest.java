package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.ServerStatistics.Series;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerTablesTest {

    private static final ServerStatistics SERVER = new ServerStatistics(
            List.of(
                    new Series("diskIops", 0, 1, List.of(400.0, 600.0)),
                    new Series("hostCpuPercent", 0, 1, List.of(5.0))),
            Map.of(),
            Gaps.NONE);

    @Test
    void aLevelStandsBesideItsLimits() {
        CellTable table = RunTables.levels(SERVER.with(Map.of("diskIops", 1000.0, "diskBurstIops", 2000.0)));

        assertThat(table.rows())
                .containsExactly(
                        List.of(
                                "diskIops",
                                "500.0",
                                "600.0",
                                "600.0",
                                "2000 in bursts; 1000",
                                "25 %; 50 %",
                                "30 %; 60 %"),
                        List.of("hostCpuPercent", "5.000", "5.000", "5.000", "", "", ""));
    }

    @Test
    void withoutLimitsThereIsNoColumnForThem() {
        assertThat(RunTables.levels(SERVER).columns()).hasSize(4);
        assertThat(RunTables.untold(SERVER)).isEmpty();
    }

    @Test
    void aLimitOfWhatWasNotToldIsNamed() {
        assertThat(RunTables.untold(SERVER.with(Map.of("diskMBPerSecond", 125.0))))
                .isEqualTo("declared limits of levels that were not told: diskMBPerSecond 125");
    }
}
