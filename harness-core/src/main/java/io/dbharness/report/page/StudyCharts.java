package io.dbharness.report.page;

import io.dbharness.report.Numbers;
import io.dbharness.report.chart.Axis;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Decor;
import io.dbharness.report.chart.Chart.Mark;
import io.dbharness.report.chart.Line;
import io.dbharness.report.chart.Line.Form;
import io.dbharness.result.study.StudyChart;
import io.dbharness.result.study.StudyChart.Kind;
import io.dbharness.result.study.StudyChart.Panel;
import io.dbharness.result.study.StudyChart.Point;
import io.dbharness.result.study.StudyChart.Scale;
import io.dbharness.result.study.StudyChart.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * A study's chart as charts below each other, one a panel, all with the same horizontal axis.
 *
 * @param study the chart
 */
record StudyCharts(StudyChart study) {

    /** Bars of a category share this part of its room. */
    private static final double ROOM = 0.7;

    private static final double SECONDS_PER_MINUTE = 60;

    /** Panels without a point are left out. */
    List<Chart> charts() {
        return study.panels().stream()
                .filter(panel ->
                        panel.series().stream().anyMatch(s -> !s.points().isEmpty()))
                .map(this::chart)
                .toList();
    }

    private Chart chart(Panel panel) {
        List<Line> lines = new ArrayList<>();
        List<Series> all = panel.series();
        for (int i = 0; i < all.size(); i++) {
            draw(named(all.get(i), panel), i, all.size(), lines);
        }
        List<Mark> marks = panel.lines().stream()
                .map(line -> line.upright()
                        ? new Mark(true, line.value(), "", "knee, or last level within a service level")
                        : new Mark(false, line.value(), line.label()))
                .toList();
        String title = study.panels().size() == 1
                ? study.title()
                : study.title() + ": " + panel.y().label();
        return new Chart(title, findings(panel), horizontal(), vertical(panel, lines), lines, Decor.marked(marks));
    }

    /** What upright marks mean, in words: beside each other they would have no room for it. */
    private static String findings(Panel panel) {
        return panel.lines().stream()
                .filter(StudyChart.Line::upright)
                .map(line -> "at " + Numbers.tick(line.value()) + " " + line.label())
                .collect(Collectors.joining("; "));
    }

    /** Bars of our own runs have no name but what they show. */
    private static Series named(Series series, Panel panel) {
        return series.label().isEmpty() ? new Series(panel.y().label(), series.points()) : series;
    }

    private void draw(Series series, int index, int count, List<Line> lines) {
        boolean bars = study.kind() == Kind.BAR;
        double beside = bars ? ROOM * ((index + 0.5) / count - 0.5) : 0;
        lines.add(new Line(
                series.label(),
                index,
                bars ? Form.BARS : Form.SOLID,
                series.points().stream().map(p -> at(p, beside, p.y())).toList()));
        if (series.points().stream()
                .anyMatch(p -> p.low().isPresent() || p.high().isPresent())) {
            lines.add(ends(series.label() + ", least run", index, beside, series, Point::low));
            lines.add(ends(series.label() + ", greatest run", index, beside, series, Point::high));
        }
    }

    private Line ends(String name, int colour, double beside, Series series, Function<Point, OptionalDouble> end) {
        return new Line(
                name,
                colour,
                Form.DOTS,
                series.points().stream()
                        .filter(p -> end.apply(p).isPresent())
                        .map(p -> at(p, beside, end.apply(p).getAsDouble()))
                        .toList());
    }

    private Line.Point at(Point point, double beside, double y) {
        double x = study.kind() == Kind.PROFILE ? point.x() * SECONDS_PER_MINUTE : point.x();
        return new Line.Point(x + beside, y);
    }

    private Axis horizontal() {
        String title = title(study.x());
        DoubleStream places = study.panels().stream()
                .flatMap(p -> p.series().stream())
                .flatMap(s -> s.points().stream())
                .mapToDouble(p -> at(p, 0, 0).x());
        return switch (study.kind()) {
            case BAR -> Axis.names(title, study.categories());
            case TIMELINE -> Axis.time(title, 0, places.max().orElse(1));
            case PROFILE -> Axis.time(study.x().label(), 0, places.max().orElse(1));
            case SWEEP -> Axis.levels(title, places.distinct().sorted().boxed().toList());
            case PERCENTILE -> Axis.nines(title, places.max().orElse(1));
        };
    }

    private static Axis vertical(Panel panel, List<Line> lines) {
        double most = DoubleStream.concat(
                        Values.of(lines),
                        panel.lines().stream().filter(l -> !l.upright()).mapToDouble(StudyChart.Line::value))
                .max()
                .orElse(1);
        DoubleStream across = panel.lines().stream().filter(l -> !l.upright()).mapToDouble(StudyChart.Line::value);
        OptionalDouble least =
                DoubleStream.concat(Values.of(lines), across).filter(v -> v > 0).min();
        return panel.y().scale() == Scale.LOGARITHMIC && least.isPresent()
                ? Axis.logarithmic(title(panel.y()), least.getAsDouble(), most)
                : Axis.fromZero(title(panel.y()), most);
    }

    private static String title(StudyChart.Axis axis) {
        return axis.unit().isEmpty() ? axis.label() : axis.label() + ", " + axis.unit();
    }
}
