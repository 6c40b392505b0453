package io.dbharness.report;

import io.dbharness.measure.Quantiles;
import io.dbharness.result.LatencyResult;
import java.util.List;

/** Latencies as table cells, in milliseconds, each with what there is to say against it. */
public final class LatencyCell {

    /** Explains the marks; printed beneath a table that has one. */
    public static final String LEGEND =
            "* fewer than 10 samples are expected beyond this percentile: indicative; ** fewer than 3.7: not"
                    + " supported; = max: fewer than one; ≥ falls on an invocation that had not ended";

    public static final String NONE = "-";

    /** Falls on a request that was never sent. */
    public static final String INFINITE = "infinite";

    private LatencyCell() {}

    /** The named percentile. */
    public static String percentile(LatencyResult latency, String name) {
        if (latency.infinite().contains(name)) {
            return INFINITE;
        }
        boolean lowerBound = latency.atLeast().contains(name);
        if (latency.count() == 0 && !lowerBound) {
            return NONE;
        }
        String value = Numbers.millis(latency.nanos(name));
        if (lowerBound) {
            return "≥ " + value;
        }
        Support support = Support.of(latency.count(), quantile(name));
        return support == Support.MAXIMUM ? "= max" : value + support.mark();
    }

    /** The 95 % interval of a percentile. */
    public static String interval(LatencyResult latency, String name) {
        List<Long> ends = latency.ci95Nanos().getOrDefault(name, List.of());
        return ends.isEmpty() ? NONE : Numbers.millis(ends.get(0)) + " to " + Numbers.millis(ends.get(1));
    }

    public static String minimum(LatencyResult latency) {
        return latency.count() == 0 ? NONE : Numbers.millis(latency.minNanos());
    }

    public static String mean(LatencyResult latency) {
        return latency.count() == 0 ? NONE : Numbers.millis(latency.meanNanos());
    }

    public static String maximum(LatencyResult latency) {
        return latency.count() == 0 ? NONE : Numbers.millis(latency.maxNanos());
    }

    /** Whether a cell needs {@link #LEGEND}. */
    public static boolean marked(String cell) {
        return cell.contains("*") || cell.startsWith("=") || cell.startsWith("≥");
    }

    private static double quantile(String name) {
        Double quantile = Quantiles.BY_NAME.get(name);
        if (quantile == null) {
            throw new IllegalArgumentException("no percentile " + name);
        }
        return quantile;
    }
}
