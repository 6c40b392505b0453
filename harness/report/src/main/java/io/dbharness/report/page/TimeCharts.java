package io.dbharness.report.page;

import io.dbharness.measure.ClientDelays.Pause;
import io.dbharness.report.Numbers;
import io.dbharness.report.ReportSentences;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Cell;
import io.dbharness.report.chart.Chart.Line;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.chart.Chart.Line.Point;
import io.dbharness.report.chart.Chart.Mark;
import io.dbharness.report.chart.Chart.Shade;
import io.dbharness.report.chart.ChartAxis;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.history.IntervalHistory;
import io.dbharness.result.history.IntervalHistory.Ended;
import io.dbharness.result.history.IntervalHistory.Stretch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * A run over time. All charts have the same horizontal axis, so that they can be read below each other.
 *
 * @param history intervals without the drain, which would look as if throughput had fallen; not empty
 * @param told    throughput of the result
 */
record TimeCharts(IntervalHistory history, Throughput told) {

    private static final String PER_SECOND = "operations per second";
    private static final String MILLIS = "response time, ms";

    /** More lines than colours cannot be distinguished. */
    private static final int MOST_LINES = 8;

    /** Columns of the heat map: a cell narrower than some pixels is not seen. */
    private static final int HEAT_COLUMNS = 200;

    /** Returns all charts, in the order of reading. */
    List<Chart> charts() {
        List<Chart> charts = new ArrayList<>(List.of(throughput(), latency()));
        charts.addAll(further());
        return charts;
    }

    /** Returns the charts besides those of throughput and response time of all operations together. */
    List<Chart> further() {
        List<Chart> charts = new ArrayList<>();
        if (history.operations().size() > 1) {
            charts.add(throughputByOperation());
            charts.add(latencyByOperation());
        }
        charts.add(heat());
        if (history.stretches().stream().anyMatch(s -> s.backlog() > 0)) {
            charts.add(queue());
        }
        return charts;
    }

    /** Returns the throughput of all operations together. */
    Chart throughput() {
        return throughput("Throughput", all());
    }

    private Chart throughputByOperation() {
        List<Line> lines = all();
        operations()
                .forEach((name, colour) -> lines.add(
                        perSecond(name, colour, Form.DASHED, s -> of(s, name).completed())));
        return throughput("Throughput by operation", lines);
    }

    private List<Line> all() {
        return new ArrayList<>(
                List.of(perSecond("all", 0, Form.SOLID, s -> s.all().completed())));
    }

    private Chart throughput(String title, List<Line> lines) {
        if (history.stretches().stream().anyMatch(s -> s.all().failed() > 0)) {
            lines.add(perSecond(
                    "failed", MOST_LINES - 1, Form.DOTTED, s -> s.all().failed()));
        }
        List<Mark> changes = new ArrayList<>();
        told.shifts()
                .forEach(shift -> changes.add(
                        new Mark(true, shift.atSeconds(), ReportSentences.change(shift), "sudden change of level")));
        told.faults()
                .forEach(fault -> changes.add(new Mark(true, fault.atSeconds(), fault.fault(), "fault on purpose")));
        return chart(title, "", ChartAxis.fromZero(PER_SECOND, Chart.values(lines)), lines)
                .marked(changes);
    }

    /**
     * A small chart of throughput, of one run among many.
     *
     * @param most that any of them shows
     */
    Chart small(String title, double most) {
        List<Line> lines =
                List.of(perSecond(PER_SECOND, 0, Form.SOLID, s -> s.all().completed()));
        return chart(title, "", ChartAxis.fromZero(PER_SECOND, most), lines).shaded(Shade.warmUp(start(), ""));
    }

    /** Returns the response times of all operations together. */
    Chart latency() {
        List<Line> lines = List.of(
                millis("p50", 0, Form.SOLID, s -> s.all().p50Nanos()),
                millis("p99", 1, Form.SOLID, s -> s.all().p99Nanos()),
                millis("max", 2, Form.DOTTED, s -> s.all().maxNanos()));
        return chart(
                "Response time", "all operations together", ChartAxis.logarithmic(MILLIS, Chart.values(lines)), lines);
    }

    private Chart latencyByOperation() {
        List<Line> lines = new ArrayList<>();
        operations()
                .forEach((name, colour) -> lines.add(
                        millis(name, colour, Form.SOLID, s -> of(s, name).p99Nanos())));
        return chart("Response time p99, by operation", "", ChartAxis.logarithmic(MILLIS, Chart.values(lines)), lines);
    }

    private Chart queue() {
        List<Line> lines = List.of(
                line("in flight", 0, Form.SOLID, Stretch::inFlight),
                line("due and not started", 1, Form.SOLID, Stretch::backlog));
        return chart("Requests under way", "", ChartAxis.fromZero("requests", Chart.values(lines)), lines);
    }

    private Chart heat() {
        List<Cell> cells = new ArrayList<>();
        int together = Math.max(1, (history.stretches().size() + HEAT_COLUMNS - 1) / HEAT_COLUMNS);
        for (int from = 0; from < history.stretches().size(); from += together) {
            List<Stretch> column = history.stretches()
                    .subList(from, Math.min(from + together, history.stretches().size()));
            double left = column.get(0).startSeconds();
            double right = column.get(column.size() - 1).startSeconds() + history.stretchSeconds();
            Map<Integer, Long> counts = new TreeMap<>();
            column.forEach(s -> s.buckets().forEach((bucket, count) -> counts.merge(bucket, count, Long::sum)));
            counts.forEach((bucket, count) -> cells.add(new Cell(
                    left,
                    right,
                    IntervalHistory.lowestNanos(bucket) / Numbers.NANOS_PER_MILLI,
                    IntervalHistory.lowestNanos(bucket + 1) / Numbers.NANOS_PER_MILLI,
                    count)));
        }
        double least = cells.stream().mapToDouble(Cell::bottom).min().orElse(1);
        double most = cells.stream().mapToDouble(Cell::top).max().orElse(2);
        return new Chart(
                "Distribution of response times",
                "the darker, the more requests, on a logarithmic scale",
                new Chart.Axes(time(), ChartAxis.logarithmic(MILLIS, least, most)),
                List.of(),
                Shade.warmUp(start(), "warm-up"),
                List.of(),
                cells);
    }

    /** Draws the pauses of the client. */
    Chart pauses(List<Pause> pauses) {
        Map<String, List<Point>> byCause = new TreeMap<>();
        pauses.forEach(pause -> byCause.computeIfAbsent(pause.cause(), cause -> new ArrayList<>())
                .add(new Point(pause.atSeconds(), pause.nanos() / Numbers.NANOS_PER_MILLI)));
        List<Line> lines = new ArrayList<>();
        byCause.forEach((cause, points) -> lines.add(new Line(cause, lines.size(), Form.DOTS, points)));
        String note = "each is a reason for slow requests that are not the server's";
        return chart("Pauses of the client", note, ChartAxis.fromZero("stood still, ms", Chart.values(lines)), lines);
    }

    private Chart chart(String title, String note, ChartAxis y, List<Line> lines) {
        return new Chart(title, note, time(), y, lines).shaded(Shade.warmUp(start(), "warm-up"));
    }

    private double start() {
        return history.stretches().get(0).startSeconds();
    }

    private ChartAxis time() {
        double end = history.stretches().get(history.stretches().size() - 1).startSeconds() + history.stretchSeconds();
        return ChartAxis.time("time from the start of the measurement", start(), end);
    }

    /** Names with their colours; the first colour is that of all together. */
    private Map<String, Integer> operations() {
        Map<String, Integer> colours = new LinkedHashMap<>();
        history.operations().stream().limit(MOST_LINES - 2L).forEach(name -> colours.put(name, colours.size() + 1));
        return colours;
    }

    private static Ended of(Stretch stretch, String operation) {
        return stretch.operations().getOrDefault(operation, Ended.NOTHING);
    }

    private Line perSecond(String name, int colour, Form form, ToDoubleFunction<Stretch> count) {
        return line(name, colour, form, s -> count.applyAsDouble(s) / history.stretchSeconds());
    }

    /** A stretch in which nothing completed has no response time. */
    private Line millis(String name, int colour, Form form, ToDoubleFunction<Stretch> nanos) {
        return line(name, colour, form, s -> {
            double value = nanos.applyAsDouble(s);
            return value > 0 ? value / Numbers.NANOS_PER_MILLI : Double.NaN;
        });
    }

    private Line line(String name, int colour, Form form, ToDoubleFunction<Stretch> value) {
        List<Point> points = history.stretches().stream()
                .map(s -> new Point(s.startSeconds() + history.stretchSeconds() / 2, value.applyAsDouble(s)))
                .toList();
        return new Line(name, colour, form, points);
    }
}
