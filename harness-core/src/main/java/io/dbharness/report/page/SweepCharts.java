package io.dbharness.report.page;

import io.dbharness.report.SeriesLevel;
import io.dbharness.report.SeriesSweep;
import io.dbharness.report.chart.Axis;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Decor;
import io.dbharness.report.chart.Chart.Mark;
import io.dbharness.report.chart.Line;
import io.dbharness.report.chart.Line.Form;
import io.dbharness.report.chart.Line.Point;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Comparison;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.Knee;
import io.dbharness.result.analysis.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Throughput and response time against load, below each other with the same horizontal axis.
 *
 * @param sweep  the levels, the runs of each merged
 * @param levels the same with their runs
 * @param guards what must hold
 */
record SweepCharts(SeriesSweep sweep, List<SeriesLevel> levels, List<Condition> guards) {

    private static final double NANOS_PER_MILLI = 1e6;

    /** Fewer levels have no bend. */
    private static final int KNEE_LEVELS = 3;

    List<Chart> charts() {
        return List.of(throughput(), response());
    }

    private Axis loads() {
        return Axis.levels(sweep.factor(), List.copyOf(sweep.levels().keySet()));
    }

    private Chart throughput() {
        List<Line> lines = new ArrayList<>();
        lines.add(line("throughput", 0, r -> r.throughputPerSecond().value()));
        if (levels.stream().anyMatch(SeriesLevel::repeated)) {
            lines.add(new Line("each run", 0, Form.DOTS, runs()));
        }
        return new Chart(
                "Throughput by " + sweep.factor(),
                "",
                loads(),
                Axis.fromZero("operations per second", Values.of(lines).max().orElse(1)),
                lines,
                Decor.marked(findings()));
    }

    private List<Point> runs() {
        List<Double> loads = List.copyOf(sweep.levels().keySet());
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < Math.min(loads.size(), levels.size()); i++) {
            for (RunResult run : levels.get(i).runs()) {
                points.add(new Point(loads.get(i), run.throughputPerSecond().value()));
            }
        }
        return points;
    }

    private List<Mark> findings() {
        List<Mark> marks = new ArrayList<>();
        Sweep shape = sweep.sweep();
        marks.add(new Mark(true, shape.maximum().load(), "highest"));
        if (sweep.levels().size() >= KNEE_LEVELS) {
            Knee knee = shape.knee();
            if (!knee.atOrBelowFirst() && knee.power() != shape.maximum().load()) {
                marks.add(new Mark(true, knee.power(), "knee"));
            }
        }
        return marks;
    }

    private Chart response() {
        List<Line> lines = List.of(
                line("mean", 0, r -> SeriesLevel.response(r).meanNanos() / NANOS_PER_MILLI),
                line("p50", 1, percentile("p50")),
                line("p95", 2, percentile("p95")),
                line("p99", 3, percentile("p99")));
        List<Mark> marks = new ArrayList<>();
        for (Condition guard : guards) {
            limit(guard, marks);
            sweep.keptUpTo(guard).ifPresent(load -> marks.add(new Mark(true, load, "last within " + guard.text())));
        }
        double most = Math.max(
                Values.of(lines).max().orElse(1),
                marks.stream()
                        .filter(m -> !m.upright())
                        .mapToDouble(Mark::value)
                        .max()
                        .orElse(0));
        return new Chart(
                "Response time by " + sweep.factor(),
                "of all requests; those that were never sent are infinitely slow and not drawn",
                loads(),
                Axis.fromZero("ms", most),
                lines,
                Decor.marked(marks));
    }

    /** A line across where a guard is a single limit of a response time. */
    private static void limit(Condition guard, List<Mark> marks) {
        if (guard.alternatives().size() > 1 || guard.alternatives().get(0).size() > 1) {
            return;
        }
        Comparison comparison = guard.alternatives().get(0).get(0);
        if (comparison.metric().isLatency() && !comparison.ofBaseline()) {
            marks.add(new Mark(false, comparison.threshold() / NANOS_PER_MILLI, guard.text()));
        }
    }

    private static ToDoubleFunction<RunResult> percentile(String name) {
        return result -> {
            LatencyResult response = SeriesLevel.response(result);
            double nanos = SeriesLevel.nanos(response, name);
            return Double.isFinite(nanos) ? nanos / NANOS_PER_MILLI : Double.NaN;
        };
    }

    private Line line(String name, int colour, ToDoubleFunction<RunResult> value) {
        List<Point> points = new ArrayList<>();
        sweep.levels().forEach((load, result) -> points.add(new Point(load, value.applyAsDouble(result))));
        return new Line(name, colour, Form.SOLID, points);
    }
}
