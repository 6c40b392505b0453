package io.dbharness.report.chart;

import io.dbharness.report.Numbers;
import io.dbharness.report.chart.Chart.Line;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.chart.Chart.Line.Point;
import io.dbharness.report.chart.ChartAxis.Scale;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Thins long lines over time: of each stretch of the axis only the least and the greatest value remain, in their order. The drawing looks
 * the same, because a stretch is about a pixel wide, no peak is lost, and a day of seconds takes as little room as ten minutes.
 */
final class Thinning {

    private static final int STRETCHES = 400;

    /** The forms that connect points. */
    private static final Set<Form> CONNECTED = EnumSet.of(Form.SOLID, Form.DASHED, Form.DOTTED);

    private Thinning() {}

    /** Returns the chart itself if none of its lines is long, or its horizontal axis is not time. */
    static Chart of(Chart chart) {
        if (chart.x().scale() != Scale.TIME || chart.lines().stream().noneMatch(Thinning::isLong)) {
            return chart;
        }
        double seconds = (chart.x().high() - chart.x().low()) / STRETCHES;
        String what = "least and greatest value of each " + Numbers.seconds(seconds) + " s";
        return new Chart(
                chart.title(),
                chart.note().isEmpty() ? what : chart.note() + "; " + what,
                chart.axes(),
                chart.lines().stream()
                        .map(line -> isLong(line) ? thinned(line, chart.x().low(), seconds) : line)
                        .toList(),
                chart.shades(),
                chart.marks(),
                chart.heat());
    }

    private static boolean isLong(Line line) {
        return CONNECTED.contains(line.form()) && line.points().size() > 2 * STRETCHES;
    }

    private static Line thinned(Line line, double low, double seconds) {
        Map<Long, List<Point>> stretches = line.points().stream()
                .collect(Collectors.groupingBy(
                        point -> (long) Math.floor((point.x() - low) / seconds), TreeMap::new, Collectors.toList()));
        List<Point> thin = new ArrayList<>();
        stretches.forEach((stretch, points) -> {
            double start = low + stretch * seconds;
            List<Double> ends = ends(points);
            for (int i = 0; i < ends.size(); i++) {
                // Equal places in all lines, so that their values are in one row of the table.
                thin.add(new Point(start + (i + 0.5) * seconds / 2, ends.get(i)));
            }
        });
        return new Line(line.name(), line.colour(), line.form(), thin);
    }

    /** The least and the greatest value in the order of their places; one that is not a number if there is none. */
    private static List<Double> ends(List<Point> points) {
        List<Point> known =
                points.stream().filter(point -> Double.isFinite(point.y())).toList();
        if (known.isEmpty()) {
            return List.of(Double.NaN);
        }
        Comparator<Point> byValue = Comparator.comparingDouble(Point::y);
        Point least = known.stream().min(byValue).orElseThrow();
        Point greatest = known.stream().max(byValue).orElseThrow();
        return least.y() == greatest.y()
                ? List.of(least.y())
                : least.x() < greatest.x() ? List.of(least.y(), greatest.y()) : List.of(greatest.y(), least.y());
    }
}
