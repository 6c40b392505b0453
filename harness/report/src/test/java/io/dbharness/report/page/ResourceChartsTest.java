package io.dbharness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Line.Point;
import io.dbharness.report.chart.Chart.Mark;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.ServerStatistics.Series;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResourceChartsTest {

    private static Chart chart(String name, @Nullable Double... values) {
        ServerStatistics server =
                new ServerStatistics(List.of(new Series(name, 0, 1, Arrays.asList(values))), Map.of(), Gaps.NONE);
        return new ResourceCharts(server).charts().get(0);
    }

    private static List<Point> points(Chart chart) {
        return chart.lines().get(0).points();
    }

    @Test
    void namesAreWords() {
        assertThat(ResourceCharts.words("diskMBPerSecond")).isEqualTo("disk MB per second");
        assertThat(ResourceCharts.words("hostCpuPercent")).isEqualTo("host cpu percent");
    }

    @Test
    void aShareIsShownOfTheWhole() {
        Chart chart = chart("hostCpuPercent", 10.0, 20.0);

        assertThat(chart.y().high()).isEqualTo(100);
        assertThat(chart.marks())
                .singleElement()
                .satisfies(mark -> assertThat(mark.value()).isEqualTo(100));
    }

    @Test
    void aDeclaredLimitIsALineThatTheAxisHasRoomFor() {
        ServerStatistics server = new ServerStatistics(
                        List.of(
                                new Series("diskIops", 0, 1, List.of(100.0)),
                                new Series("diskQueue", 0, 1, List.of(1.0))),
                        Map.of(),
                        Gaps.NONE)
                .with(Map.of("diskIops", 1100.0, "diskBurstIops", 3500.0, "nothing", 1.0));

        Chart chart = new ResourceCharts(server).charts().get(0);

        assertThat(chart.marks())
                .containsExactly(new Mark(false, 3500, "burst limit 3500"), new Mark(false, 1100, "limit 1100"));
        assertThat(chart.y().high()).isGreaterThanOrEqualTo(3500);
        assertThat(new ResourceCharts(server).limited("Slow disk"))
                .extracting(Chart::title)
                .containsExactly("disk iops, Slow disk");
    }

    @Test
    void aGapIsAGap() {
        assertThat(points(chart("diskQueue", 1.0, null, 3.0)))
                .containsExactly(new Point(1, 1), new Point(2, Double.NaN), new Point(3, 3));
    }

    @Test
    void whatIsReadNowAndThenIsALine() {
        assertThat(points(chart("databaseBytes", 1.0, null, null, null, 3.0)))
                .containsExactly(new Point(1, 1), new Point(5, 3));
    }

    @Test
    void aLongSeriesIsMadeOfMeans() {
        Double[] values =
                IntStream.range(0, 600).mapToObj(i -> (double) (i % 2)).toArray(Double[]::new);

        assertThat(points(chart("diskQueue", values))).hasSize(300).allMatch(p -> p.y() == 0.5);
    }
}
