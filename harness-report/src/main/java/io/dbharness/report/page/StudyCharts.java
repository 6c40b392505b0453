package io.dbharness.report.page;

import io.dbharness.report.Numbers;
import io.dbharness.report.chart.Axis;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Line;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.chart.Chart.Mark;
import io.dbharness.study.StudyChart;
import io.dbharness.study.StudyChart.Kind;
import io.dbharness.study.StudyChart.Panel;
import io.dbharness.study.StudyChart.Point;
import io.dbharness.study.StudyChart.Scale;
import io.dbharness.study.StudyChart.Series;
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
            // Bars of our own runs have no name but what they show.
            String label = all.get(i).label();
            draw(label.isEmpty() ? panel.y().label() : label, all.get(i).points(), i, all.size(), lines);
        }
        List<Mark> marks = panel.lines().stream()
                .map(line -> line.upright()
                        ? new Mark(true, line.value(), "", "knee, or last level within a service level")
                        : new Mark(false, line.value(), line.label()))
                .toList();
        String title = study.panels().size() == 1
                ? study.title()
                : study.title() + ": " + panel.y().label();
        return new Chart(title, findings(panel), horizontal(), vertical(panel.y(), lines, marks), lines).marked(marks);
    }

    /** What upright marks mean, in words: beside each other they would have no room for it. */
    private static String findings(Panel panel) {
        return panel.lines().stream()
                .filter(StudyChart.Line::upright)
                .map(line -> "at " + Numbers.tick(line.value()) + " " + line.label())
                .collect(Collectors.joining("; "));
    }

    private void draw(String name, List<Point> points, int index, int count, List<Line> lines) {
        boolean bars = study.kind() == Kind.BAR;
        double beside = bars ? ROOM * ((index + 0.5) / count - 0.5) : 0;
        List<Line.Point> values = points.stream().map(p -> at(p, beside, p.y())).toList();
        lines.add(new Line(name, index, bars ? Form.BARS : Form.SOLID, values));
        if (points.stream().anyMatch(p -> p.low().isPresent() || p.high().isPresent())) {
            lines.add(new Line(name + ", least run", index, Form.DOTS, ends(points, beside, Point::low)));
            lines.add(new Line(name + ", greatest run", index, Form.DOTS, ends(points, beside, Point::high)));
        }
    }

    private List<Line.Point> ends(List<Point> points, double beside, Function<Point, OptionalDouble> end) {
        return points.stream()
                .filter(p -> end.apply(p).isPresent())
                .map(p -> at(p, beside, end.apply(p).getAsDouble()))
                .toList();
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

    private static Axis vertical(StudyChart.Axis axis, List<Line> lines, List<Mark> marks) {
        boolean logarithmic =
                axis.scale() == Scale.LOGARITHMIC && Chart.values(lines, marks).anyMatch(v -> v > 0);
        return logarithmic
                ? Axis.logarithmic(title(axis), Chart.values(lines, marks).filter(v -> v > 0))
                : Axis.fromZero(title(axis), Chart.values(lines, marks));
    }

    private static String title(StudyChart.Axis axis) {
        return axis.unit().isEmpty() ? axis.label() : axis.label() + ", " + axis.unit();
    }
}
