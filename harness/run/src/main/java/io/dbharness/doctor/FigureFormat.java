package io.dbharness.doctor;

import io.dbharness.measure.LatencyHistogram;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Formats figures. */
final class FigureFormat {

    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;
    private static final int DIGITS = 3;

    private FigureFormat() {}

    /** Formats a time to three digits with a suitable unit: {@code 27.1 us}, {@code 1.20 ms}. */
    static String time(double nanos) {
        if (nanos < MICRO) {
            return Math.round(nanos) + " ns";
        }
        if (nanos < MILLI) {
            return number(nanos / MICRO) + " us";
        }
        return nanos < SECOND ? number(nanos / MILLI) + " ms" : number(nanos / SECOND) + " s";
    }

    static String time(long nanos) {
        return time((double) nanos);
    }

    /** Formats a number to three digits; without decimals for whole numbers and from 100. */
    static String number(double value) {
        if (value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        int whole = value < 1 ? 1 : (int) Math.floor(Math.log10(value)) + 1;
        return String.format(Locale.ROOT, "%." + Math.max(0, DIGITS - whole) + "f", value);
    }

    /** Formats a limit, rounded down to two digits. */
    static String limit(double value) {
        double step = value < 1 ? 1 : Math.pow(10, Math.floor(Math.log10(value)) - 1);
        return String.format(Locale.ROOT, "%,.0f", Math.floor(value / step) * step);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    static String size(double bytes) {
        return bytes >= 1L << 30 ? number(bytes / (1L << 30)) + " GiB" : number(bytes / (1L << 20)) + " MiB";
    }

    /** Formats the median, the 99th percentile and the maximum of times. */
    static String times(LatencyHistogram times) {
        return "p50 " + time(times.quantileNanos(0.5)) + ", p99 " + time(times.quantileNanos(0.99)) + ", max "
                + time(times.maxNanos());
    }

    /** Returns the quantiles of times as numbers. */
    static Map<String, Double> figures(LatencyHistogram times) {
        Map<String, Double> figures = new TreeMap<>();
        figures.put("count", (double) times.count());
        figures.put("p50Nanos", (double) times.quantileNanos(0.5));
        figures.put("p99Nanos", (double) times.quantileNanos(0.99));
        figures.put("p99.9Nanos", (double) times.quantileNanos(0.999));
        figures.put("maxNanos", (double) times.maxNanos());
        return figures;
    }
}
