package io.dbharness.report.page;

import io.dbharness.report.Numbers;
import io.dbharness.report.SeriesLevel;
import io.dbharness.report.SeriesSweep;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Line;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.chart.Chart.Line.Point;
import io.dbharness.report.chart.Chart.Mark;
import io.dbharness.report.chart.ChartAxis;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Comparison;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.analysis.Sweep;
import io.dbharness.result.history.IntervalHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Levels and their runs beside each other. */
final class SeriesCharts {

    /** As many curves as there are colours. */
    private static final int MOST_CURVES = 8;

    /** Runs of a level are drawn beside each other within this share of its room. */
    private static final double SPREAD = 0.4;

    private SeriesCharts() {}

    private static double throughput(RunResult run) {
        return run.throughputPerSecond().value();
    }

    /** Returns a figure in milliseconds; infinite ones are not drawn. */
    private static ToDoubleFunction<RunResult> millis(String figure) {
        return run -> {
            double nanos = SeriesLevel.response(run).figureNanos(figure);
            return Double.isFinite(nanos) ? nanos / Numbers.NANOS_PER_MILLI : Double.NaN;
        };
    }

    /**
     * A dot for every run: what differs by chance, and what does not.
     *
     * @param where they were made; may be empty
     */
    static List<Chart> dots(String where, List<SeriesLevel> levels) {
        String end = where.isEmpty() ? ", each run" : ", each run: " + where;
        return List.of(
                dots("Throughput" + end, "operations per second", levels, SeriesCharts::throughput),
                dots("Response p99" + end, "ms", levels, millis("p99")));
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
        ChartAxis names =
                ChartAxis.names("", levels.stream().map(SeriesLevel::name).toList());
        return Chart.fromZero(
                title, "in the order in which they ran, within each level", names, unit, lines, List.of());
    }

    /** Response times of each level, all its runs together. With many levels, some evenly among them. */
    static List<Chart> percentiles(List<SeriesLevel> levels) {
        PercentileChart chart = new PercentileChart();
        int shown = Math.min(MOST_CURVES, levels.size());
        for (int i = 0; i < shown; i++) {
            int at = shown == 1 ? 0 : (int) Math.round((double) i * (levels.size() - 1) / (shown - 1));
            SeriesLevel level = levels.get(at);
            chart.add(level.name(), i, Form.SOLID, SeriesLevel.response(level.outline()));
        }
        return chart.charts(
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
            if (run == null) {
                return;
            }
            IntervalHistory measured = history.until(run.measuredSeconds());
            // A run that is shorter than a stretch of its drain has none.
            if (!measured.stretches().isEmpty()) {
                StringBuilder title = new StringBuilder(name);
                run.plan().factors().forEach((factor, level) -> title.append(", " + factor + " " + level));
                charts.add(new TimeCharts(measured, new Throughput(0, List.of())).small(title.toString(), most));
            }
        });
        return charts;
    }

    /**
     * Throughput and response time against load, below each other with the same horizontal axis.
     *
     * @param sweep  the levels by their load
     * @param levels the same with their runs
     * @param guards what must hold
     */
    static List<Chart> sweep(SeriesSweep sweep, List<SeriesLevel> levels, List<Condition> guards) {
        List<Double> loads = List.copyOf(sweep.levels().keySet());
        List<Line> throughput = new ArrayList<>();
        throughput.add(line(sweep, "throughput", 0, SeriesCharts::throughput));
        if (levels.stream().anyMatch(SeriesLevel::repeated)) {
            List<Point> runs = new ArrayList<>();
            for (int i = 0; i < Math.min(loads.size(), levels.size()); i++) {
                double load = loads.get(i);
                levels.get(i).runs().forEach(run -> runs.add(new Point(load, throughput(run))));
            }
            throughput.add(new Line("each run", 0, Form.DOTS, runs));
        }
        List<Line> response = List.of(
                line(sweep, "mean", 0, millis("mean")),
                line(sweep, "p50", 1, millis("p50")),
                line(sweep, "p95", 2, millis("p95")),
                line(sweep, "p99", 3, millis("p99")));
        String by = " by " + sweep.factor();
        String note = "of all requests; those that were never sent are infinitely slow and not drawn";
        ChartAxis axis = ChartAxis.levels(sweep.factor(), loads);
        return List.of(
                Chart.fromZero("Throughput" + by, "", axis, "operations per second", throughput, findings(sweep)),
                Chart.fromZero("Response time" + by, note, axis, "ms", response, limits(sweep, guards)));
    }

    private static Line line(SeriesSweep sweep, String name, int colour, ToDoubleFunction<RunResult> value) {
        List<Point> points = new ArrayList<>();
        sweep.levels().forEach((load, level) -> points.add(new Point(load, value.applyAsDouble(level.outline()))));
        return new Line(name, colour, Form.SOLID, points);
    }

    private static List<Mark> findings(SeriesSweep sweep) {
        Sweep shape = sweep.sweep();
        List<Mark> marks =
                new ArrayList<>(List.of(new Mark(true, shape.maximum().load(), "highest")));
        sweep.knee()
                .filter(knee -> !knee.atOrBelowFirst()
                        && knee.power() != shape.maximum().load())
                .ifPresent(knee -> marks.add(new Mark(true, knee.power(), "knee")));
        return marks;
    }

    /** How far each guard is kept, and a line across where one is a single limit of a response time. */
    private static List<Mark> limits(SeriesSweep sweep, List<Condition> guards) {
        List<Mark> marks = new ArrayList<>();
        for (Condition guard : guards) {
            List<Comparison> all = guard.alternatives().get(0);
            Comparison first = all.get(0);
            boolean single = guard.alternatives().size() == 1 && all.size() == 1;
            if (single && first.metric().isLatency() && !first.ofBaseline()) {
                marks.add(new Mark(false, first.threshold() / Numbers.NANOS_PER_MILLI, guard.text()));
            }
            sweep.keptUpTo(guard).ifPresent(load -> marks.add(new Mark(true, load, "last within " + guard.text())));
        }
        return marks;
    }
}
