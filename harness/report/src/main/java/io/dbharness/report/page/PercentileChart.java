package io.dbharness.report.page;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.report.Numbers;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Line;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.chart.Chart.Line.Point;
import io.dbharness.report.chart.ChartAxis;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.analysis.PercentileSupport;
import java.util.ArrayList;
import java.util.List;

/** Distributions as curves over the number of nines. What too few samples support is dotted. */
final class PercentileChart {

    /** Shorter times are not distinguished when recorded, and would only stretch the axis. */
    private static final double LEAST_NANOS = 1e3;

    /** Points for each nine: smooth enough to see a bend. */
    private static final int POINTS_PER_NINE = 10;

    private final List<Line> lines = new ArrayList<>();
    private double nines = 1;

    /** Adds a distribution; an empty one is left out. */
    void add(String name, int colour, Form form, LatencyResult latency) {
        LatencyHistogram values = latency.distribution();
        long samples = values.count();
        if (samples == 0) {
            return;
        }
        List<Point> points = new ArrayList<>();
        int supported = 0;
        double end = Math.log10(Math.max(1.0, (double) samples));
        for (int i = 0; i <= Math.ceil(end * POINTS_PER_NINE); i++) {
            double place = Math.min(end, (double) i / POINTS_PER_NINE);
            double quantile = 1 - Math.pow(10, -place);
            double nanos = Math.max(LEAST_NANOS, (double) values.quantileNanos(quantile));
            points.add(new Point(place, nanos / Numbers.NANOS_PER_MILLI));
            supported += PercentileSupport.of(samples, quantile) == PercentileSupport.UNSUPPORTED ? 0 : 1;
        }
        // The lowest quantiles are supported by any number of samples.
        lines.add(new Line(name, colour, form, points.subList(0, supported)));
        if (supported < points.size()) {
            lines.add(new Line(name, colour, Form.DOTTED, points.subList(supported - 1, points.size())));
        }
        nines = Math.max(nines, end);
    }

    /** Nothing to draw, nothing drawn. */
    List<Chart> charts(String title, String note) {
        if (lines.isEmpty()) {
            return List.of();
        }
        ChartAxis x = ChartAxis.nines("requests at least as fast, %", nines);
        return List.of(new Chart(title, note, x, ChartAxis.logarithmic("ms", Chart.values(lines)), lines));
    }
}
