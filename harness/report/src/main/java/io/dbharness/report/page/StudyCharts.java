package io.dbharness.report.page;

import io.dbharness.report.Numbers;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Line;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.chart.Chart.Mark;
import io.dbharness.report.chart.ChartAxis;
import io.dbharness.study.StudyChart;
import io.dbharness.study.StudyChart.Kind;
import io.dbharness.study.StudyChart.Panel;
import io.dbharness.study.StudyChart.Point;
import io.dbharness.study.StudyChart.Scale;
import io.dbharness.study.StudyChart.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A study's chart as charts below each other, one a panel, all with the same horizontal axis.
 *
 * @param study the chart
 */
record StudyCharts(StudyChart study) {

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
        List<String> labels =
                panel.series().stream().map(Series::label).distinct().toList();
        List<String> names =
                panel.series().stream().map(s -> name(s, panel)).distinct().toList();
        double room = Chart.barRoom(study.categories().size(), names.size());
        for (Series series : panel.series()) {
            String name = name(series, panel);
            double beside = study.kind() == Kind.BAR ? room * (names.indexOf(name) + 0.5 - names.size() / 2.0) : 0;
            draw(name, labels.indexOf(series.label()), beside, series, lines);
        }
        // On top of all bars, and the last thing that a legend explains.
        lines.sort(Comparator.comparing(line -> line.form() == Form.RANGES));
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

    /** Describes the vertical marks in words: labels beside each other would not fit. */
    private static String findings(Panel panel) {
        return panel.lines().stream()
                .filter(StudyChart.Line::upright)
                .map(line -> "at " + Numbers.tick(line.value()) + " " + line.label())
                .collect(Collectors.joining("; "));
    }

    /** Runs of ours have no name but what they show if there is nothing else; those of others are named by where they are from. */
    private static String name(Series series, Panel panel) {
        String own = series.label().isEmpty() && series.origin().isEmpty()
                ? panel.y().label()
                : series.label();
        return Stream.of(own, series.origin()).filter(word -> !word.isEmpty()).collect(Collectors.joining(", "));
    }

    /** Draws a series. Published figures have the colour of the neighbouring runs and another form. */
    private void draw(String name, int colour, double beside, Series series, List<Line> lines) {
        List<Point> points = series.points();
        boolean ours = series.origin().isEmpty();
        boolean bars = study.kind() == Kind.BAR;
        Form form = bars ? ours ? Form.BARS : Form.OUTLINED : ours ? Form.SOLID : Form.DASHED;
        List<Line.Point> values = points.stream().map(p -> at(p, beside, p.y())).toList();
        lines.add(new Line(name, colour, form, values));
        if (!ours && study.kind() == Kind.SWEEP) {
            // A single level would be a dash without length.
            lines.add(new Line(name, colour, Form.DOTS, values));
        }
        List<Point> several = points.stream()
                .filter(p -> p.low().isPresent() && p.high().isPresent())
                .toList();
        if (bars && !several.isEmpty()) {
            List<Line.Point> ends = several.stream()
                    .flatMap(p -> Stream.of(
                            at(p, beside, p.low().getAsDouble()),
                            at(p, beside, p.high().getAsDouble())))
                    .toList();
            lines.add(new Line("least to greatest run", colour, Form.RANGES, ends));
        } else if (!several.isEmpty()) {
            lines.add(new Line(name + ", least run", colour, Form.DOTS, ends(points, beside, Point::low)));
            lines.add(new Line(name + ", greatest run", colour, Form.DOTS, ends(points, beside, Point::high)));
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

    private ChartAxis horizontal() {
        String title = title(study.x());
        DoubleStream places = study.panels().stream()
                .flatMap(p -> p.series().stream())
                .flatMap(s -> s.points().stream())
                .mapToDouble(p -> at(p, 0, 0).x());
        return switch (study.kind()) {
            case BAR -> ChartAxis.names(title, study.categories());
            case TIMELINE -> ChartAxis.time(title, 0, places.max().orElse(1));
            case PROFILE -> ChartAxis.time(study.x().label(), 0, places.max().orElse(1));
            case SWEEP ->
                ChartAxis.levels(title, places.distinct().sorted().boxed().toList());
            case PERCENTILE -> ChartAxis.nines(title, places.max().orElse(1));
        };
    }

    private static ChartAxis vertical(StudyChart.Axis axis, List<Line> lines, List<Mark> marks) {
        boolean logarithmic =
                axis.scale() == Scale.LOGARITHMIC && Chart.values(lines, marks).anyMatch(v -> v > 0);
        return logarithmic
                ? ChartAxis.logarithmic(title(axis), Chart.values(lines, marks).filter(v -> v > 0))
                : ChartAxis.fromZero(title(axis), Chart.values(lines, marks));
    }

    private static String title(StudyChart.Axis axis) {
        return axis.unit().isEmpty() ? axis.label() : axis.label() + ", " + axis.unit();
    }
}
