package io.dbharness.report.page;

import io.dbharness.report.SeriesLevel;
import io.dbharness.report.chart.Axis;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Decor;
import io.dbharness.report.chart.Chart.Shade;
import io.dbharness.report.chart.Line;
import io.dbharness.report.chart.Line.Form;
import io.dbharness.report.chart.Line.Point;
import io.dbharness.result.IntervalHistory;
import io.dbharness.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Levels and their runs beside each other. */
final class SeriesCharts {

    private static final double NANOS_PER_MILLI = 1e6;

    /** As many curves as there are colours. */
    private static final int MOST_CURVES = 8;

    /** Runs of a level are drawn beside each other within this share of its room. */
    private static final double SPREAD = 0.4;

    private SeriesCharts() {}

    /**
     * A dot for every run: what differs by chance, and what does not.
     *
     * @param where they were made; may be empty
     */
    static List<Chart> dots(String where, List<SeriesLevel> levels) {
        String end = where.isEmpty() ? ", each run" : ", each run: " + where;
        return List.of(
                dots(
                        "Throughput" + end,
                        "operations per second",
                        levels,
                        r -> r.throughputPerSecond().value()),
                dots("Response p99" + end, "ms", levels, r -> {
                    double nanos = SeriesLevel.nanos(SeriesLevel.response(r), "p99");
                    return Double.isFinite(nanos) ? nanos / NANOS_PER_MILLI : Double.NaN;
                }));
    }

    private static Chart dots(String title, String unit, List<SeriesLevel> levels, ToDoubleFunction<RunResult> value) {
        List<Point> runs = new ArrayList<>();
        List<Point> means = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            List<RunResult> of = levels.get(i).runs();
            for (int k = 0; k < of.size(); k++) {
                double beside = of.size() == 1 ? 0 : SPREAD * k / (of.size() - 1) - SPREAD / 2;
                runs.add(new Point(i + beside, value.applyAsDouble(of.get(k))));
            }
            double mean = of.stream().mapToDouble(value).average().orElse(Double.NaN);
            means.add(new Point(i - SPREAD, mean));
            means.add(new Point(i + SPREAD, mean));
            means.add(new Point(i + 0.5, Double.NaN));
        }
        List<Line> lines = List.of(new Line("mean", 1, Form.SOLID, means), new Line("run", 0, Form.DOTS, runs));
        return new Chart(
                title,
                "in the order in which they ran, within each level",
                Axis.names("", levels.stream().map(SeriesLevel::name).toList()),
                Axis.fromZero(unit, Values.of(lines).max().orElse(1)),
                lines,
                Decor.NONE);
    }

    /** Response times of each level, all its runs together. With many levels, some evenly among them. */
    static Optional<Chart> percentiles(List<SeriesLevel> levels) {
        PercentileChart chart = new PercentileChart();
        int shown = Math.min(MOST_CURVES, levels.size());
        for (int i = 0; i < shown; i++) {
            int at = shown == 1 ? 0 : (int) Math.round((double) i * (levels.size() - 1) / (shown - 1));
            chart.add(
                    levels.get(at).name(),
                    i,
                    Form.SOLID,
                    SeriesLevel.response(levels.get(at).merged()));
        }
        return chart.chart(
                "Response time by level",
                shown < levels.size() ? shown + " of " + levels.size() + " levels" : "all operations together");
    }

    /**
     * Throughput over time, a small chart for each run, all of the same height.
     *
     * @param histories by the name of the run
     */
    static List<Chart> overTime(Map<String, RunResult> runs, Map<String, IntervalHistory> histories) {
        double most = histories.values().stream()
                .flatMap(h -> h.stretches().stream().map(s -> s.all().completed() / h.stretchSeconds()))
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        List<Chart> charts = new ArrayList<>();
        histories.forEach((name, history) -> {
            RunResult run = runs.get(name);
            if (run != null && !history.stretches().isEmpty()) {
                charts.add(overTime(title(name, run), history.until(run.measuredSeconds()), most));
            }
        });
        return charts;
    }

    private static String title(String name, RunResult run) {
        StringBuilder title = new StringBuilder(name);
        run.plan()
                .factors()
                .forEach((factor, level) ->
                        title.append(", ").append(factor).append(' ').append(level));
        return title.toString();
    }

    private static Chart overTime(String title, IntervalHistory history, double most) {
        double length = history.stretchSeconds();
        double start = history.stretches().get(0).startSeconds();
        List<Point> points = history.stretches().stream()
                .map(s -> new Point(s.startSeconds() + length / 2, s.all().completed() / length))
                .toList();
        return new Chart(
                title,
                "",
                Axis.time("time from the start of the measurement", start, start + length * points.size()),
                Axis.fromZero("operations per second", most),
                List.of(new Line("operations per second", 0, Form.SOLID, points)),
                Decor.shaded(start < 0 ? List.of(new Shade(start, 0, "")) : List.of()));
    }
}
