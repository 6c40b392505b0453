package io.dbharness.report.page;

import io.dbharness.report.Numbers;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Line;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.chart.Chart.Line.Point;
import io.dbharness.report.chart.Chart.Mark;
import io.dbharness.report.chart.Chart.Shade;
import io.dbharness.report.chart.ChartAxis;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerStatistics.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Charts of the figures of the server and its machine over time, a small one for each level.
 *
 * @param server recorded figures
 */
record ResourceCharts(ServerStatistics server) {

    /** Points that a small chart has pixels for. */
    private static final int MOST_POINTS = 300;

    /** Where a level that is a share of something can go no further. */
    private static final double WHOLE = 100;

    List<Chart> charts() {
        return server.names().stream().map(name -> chart(name, words(name))).toList();
    }

    /** Only of levels that have a declared limit. */
    List<Chart> limited(String where) {
        return server.names().stream()
                .filter(name -> !server.limitsOf(name).isEmpty())
                .map(name -> chart(name, words(name) + ", " + where))
                .toList();
    }

    private Chart chart(String name, String title) {
        List<Line> lines = new ArrayList<>();
        List<Series> all =
                server.series().stream().filter(s -> s.name().equals(name)).toList();
        for (Series series : all) {
            String label = all.size() == 1 ? name : name + " " + (lines.size() + 1);
            lines.add(new Line(label, lines.size(), Form.SOLID, points(series)));
        }
        double low = all.stream().mapToDouble(Series::startSeconds).min().orElse(0);
        double high = all.stream()
                .mapToDouble(
                        s -> s.startSeconds() + s.intervalSeconds() * s.values().size())
                .max()
                .orElse(1);
        List<Mark> marks = new ArrayList<>();
        if (name.endsWith("Percent")) {
            marks.add(new Mark(false, WHOLE, ""));
        }
        server.limitsOf(name).forEach((limit, value) -> {
            String kind = ServerStatistics.isBurst(limit) ? "burst limit " : "limit ";
            marks.add(new Mark(false, value, kind + Numbers.tick(value)));
        });
        return Chart.fromZero(title, "", ChartAxis.time("", low, high), "", lines, marks)
                .shaded(Shade.warmUp(low, ""));
    }

    /** {@code diskMBPerSecond} as {@code disk MB per second}. */
    static String words(String name) {
        return Arrays.stream(name.split("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", -1))
                .map(word -> word.matches("[A-Z]{2,}") ? word : word.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    /** Means of so many values that few enough points remain. A level that is read now and then is a line all the same. */
    private static List<Point> points(Series series) {
        List<@Nullable Double> values = series.values();
        int together = Math.max(1, (values.size() + MOST_POINTS - 1) / MOST_POINTS);
        List<Point> points = new ArrayList<>();
        for (int from = 0; from < values.size(); from += together) {
            int to = Math.min(from + together, values.size());
            double mean = IntStream.range(from, to)
                    .mapToObj(values::get)
                    .filter(Objects::nonNull)
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(Double.NaN);
            points.add(new Point(series.startSeconds() + series.intervalSeconds() * to, mean));
        }
        long known = points.stream().filter(p -> Double.isFinite(p.y())).count();
        if (2 * known < points.size()) {
            points.removeIf(p -> !Double.isFinite(p.y()));
        }
        return points;
    }
}
