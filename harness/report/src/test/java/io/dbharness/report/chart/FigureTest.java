package io.dbharness.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.report.chart.Chart.Cell;
import io.dbharness.report.chart.Chart.Line;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.chart.Chart.Line.Point;
import io.dbharness.report.chart.Chart.Mark;
import io.dbharness.report.chart.Chart.Shade;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FigureTest {

    private static final ChartAxis X = ChartAxis.time("time", 0, 10);
    private static final ChartAxis Y = ChartAxis.fromZero("per second", 100);

    private static String figure(Line line) {
        return new Figure(chart(line)).html();
    }

    private static Chart chart(Line line) {
        return new Chart("Throughput", "", X, Y, List.of(line));
    }

    private static Line line(Form form, double... values) {
        return new Line(
                "all",
                0,
                form,
                IntStream.range(0, values.length)
                        .mapToObj(i -> new Point(i, values[i]))
                        .toList());
    }

    @Test
    void aLineRunsThroughItsPointsUpwardsFromTheBottom() {
        assertThat(figure(line(Form.SOLID, 0, 50, 100)))
                .contains("<path class=\"l c0\" data-s=\"0\" d=\"M0 1000L200 500L400 0\"/>");
    }

    @Test
    void whereThereIsNoValueALineBreaksAndASingleValueIsADot() {
        assertThat(figure(line(Form.SOLID, 100, 50, Double.NaN, 50, Double.NaN)))
                .contains("d=\"M0 0L200 500M600 500h0\"");
    }

    @Test
    void dotsAreNotJoined() {
        assertThat(figure(line(Form.DOTS, 100, 50)))
                .contains("<path class=\"p c0\" data-s=\"0\" d=\"M0 0h0M200 500h0\"/>");
    }

    @Test
    void everyValueIsInTheTableBelowWithItsPlace() {
        assertThat(figure(line(Form.SOLID, 12.5, Double.NaN)))
                .contains("data-at=\"0 100\"")
                .contains(
                        "<tr><th scope=\"col\">time<th scope=\"col\">all<tbody><tr><th scope=row>0 s<td>12.50<tr><th scope=row>1 s<td></table>");
    }

    @Test
    void aDayOfSecondsKeepsItsPeaksInFewPoints() {
        int day = 86_400;
        List<Line> lines = List.of(day("quiet", day, 50), day("peak", day, 99));
        ChartAxis x = ChartAxis.time("time", 0, day);

        Figure figure = new Figure(new Chart("Throughput", "", x, Y, lines));

        assertThat(figure.chart().note()).isEqualTo("least and greatest value of each 216.0 s");
        assertThat(figure.chart().lines())
                .allSatisfy(line -> assertThat(line.points()).hasSizeLessThanOrEqualTo(800));
        assertThat(figure.chart().lines().get(1).points()).extracting(Point::y).contains(99.0, 49.0, 51.0);
        assertThat(figure.html()).as("one row for both lines").hasSizeLessThan(60_000);
    }

    /** Alternates by the second between 49 and 51, with one second in the middle that has another value. */
    private static Line day(String name, int seconds, double middle) {
        return new Line(
                name,
                0,
                Form.SOLID,
                IntStream.range(0, seconds)
                        .mapToObj(i -> new Point(i, i == seconds / 2 ? middle : 49 + 2 * (i % 2)))
                        .toList());
    }

    @Test
    void stretchesAndLimitsAreDrawnAndNamed() {
        Chart chart = chart(line(Form.SOLID, 1))
                .shaded(List.of(new Shade(0, 5, "warm-up")))
                .marked(List.of(new Mark(false, 50, "limit")));

        assertThat(new Figure(chart).html())
                .contains("<rect class=\"shade\" x=\"0\" y=\"0\" width=\"1000\" height=\"1000\"/>")
                .contains("<span class=\"s\" style=\"left:0%\">warm-up</span>")
                .contains("<path class=\"mark\" d=\"M0 500h2000\"/>")
                .contains("<span class=\"h\" style=\"bottom:50%\">limit</span>");
    }

    @Test
    void aRareCellOfAHeatMapIsSeenBesideFrequentOnes() {
        List<Cell> heat = List.of(new Cell(0, 1, 0, 50, 1), new Cell(1, 2, 0, 50, 10_000));
        List<Line> lines = List.of(line(Form.SOLID, 1));

        assertThat(new Figure(new Chart("Throughput", "", new Chart.Axes(X, Y), lines, List.of(), List.of(), heat))
                        .html())
                .contains("style=\"fill-opacity:12.5%\" d=\"M0 500h200v500h-200z\"")
                .contains("style=\"fill-opacity:100%\" d=\"M200 500h200v500h-200z\"");
    }

    @Test
    void namesAreTextWhateverTheyContain() {
        String hostile = "</script><img src=x onerror=\"alert('1')\">";
        Chart chart = new Chart(
                hostile,
                hostile,
                new Chart.Axes(ChartAxis.names(hostile, List.of(hostile)), ChartAxis.fromZero(hostile, 1)),
                List.of(new Line(hostile, 0, Form.SOLID, List.of(new Point(0, 1)))),
                List.of(new Shade(0, 0.2, hostile)),
                List.of(new Mark(true, 0, hostile)),
                List.of());

        String html = new Figure(chart).html();

        assertThat(html).contains("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;");
        assertThat(html).doesNotContain("<img").doesNotContain("</script");
    }
}
