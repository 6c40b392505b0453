package io.dbharness.report;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Internal;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.analysis.PercentileSupport;
import java.util.ArrayList;
import java.util.List;

/** Latencies as table cells, in milliseconds, each with what there is to say against it. */
@Internal
public final class LatencyCell {

    /** Explains the marks; printed beneath a table that has one. */
    private static final String LEGEND =
            PercentileSupport.LEGEND + "; = max: fewer than one; ≥ falls on an invocation that had not ended";

    /** Ends the name of a row that is the interval of the row above. */
    static final String INTERVAL = ", 95 % CI";

    private static final String INTERVAL_LEGEND =
            "95 % CI: of the percentile above within this run, by order statistics of as many"
                    + " independent requests as these are worth";

    public static final String NONE = "-";

    private static final String MAXIMUM = "= max";

    /** Falls on a request that was never sent. */
    public static final String INFINITE = "infinite";

    private LatencyCell() {}

    /** A percentile, {@code mean}, {@code min} or {@code max}. */
    public static String of(LatencyResult latency, String name) {
        if (latency.infinite().contains(name)) {
            return INFINITE;
        }
        boolean lowerBound = latency.atLeast().contains(name);
        if (latency.count() == 0 && !lowerBound) {
            return NONE;
        }
        String value = Numbers.millis(latency.figureNanos(name));
        if (lowerBound) {
            return "≥ " + value;
        }
        Double quantile = Quantiles.BY_NAME.get(name);
        String mark = quantile == null ? "" : mark(latency.count(), quantile);
        return mark.equals(MAXIMUM) ? MAXIMUM : value + mark;
    }

    /** Returns the mark behind a percentile, or in its place, by how well the number of samples supports it. */
    static String mark(long samples, double quantile) {
        return PercentileSupport.isMaximum(samples, quantile)
                ? MAXIMUM
                : PercentileSupport.of(samples, quantile).mark();
    }

    /** The 95 % interval of a percentile. */
    public static String interval(LatencyResult latency, String name) {
        List<Long> ends = latency.ci95Nanos().getOrDefault(name, List.of());
        return ends.isEmpty() ? NONE : Numbers.millis(ends.get(0)) + " to " + Numbers.millis(ends.get(1));
    }

    /** Returns the legend of the marks in a table; empty without marks. */
    public static List<String> legend(CellTable table) {
        List<String> legend = new ArrayList<>();
        if (table.any(cell -> cell.contains("*") || cell.startsWith("=") || cell.startsWith("≥"))) {
            legend.add(LEGEND);
        }
        if (table.any(cell -> cell.endsWith(INTERVAL))) {
            legend.add(INTERVAL_LEGEND);
        }
        return legend;
    }
}
