package io.dbharness.report.chart;

import io.dbharness.report.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * From a value to its place. Immutable.
 *
 * @param title what the values are, with their unit
 * @param scale how places follow from values
 * @param low   the value at the lower or left end
 * @param high  the value at the other end, greater
 * @param ticks where it is labelled
 */
public record ChartAxis(String title, Scale scale, double low, double high, List<Tick> ticks) {

    /** Gridlines that a chart has room for, about. */
    private static final int LINES = 5;

    private static final int[] TIME_STEPS = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 86400
    };
    private static final int TIME_LINES = 8;

    /** How places follow from values. */
    public enum Scale {
        LINEAR,
        /** Seconds: linear, labelled as minutes where they are many. */
        TIME,
        LOGARITHMIC,
        /** -log10(1 - q): as many nines as the quantile q has. */
        NINES,
        /** Names at 0, 1, 2 and so on. */
        NAMES
    }

    /**
     * A labelled place.
     *
     * @param value on the axis
     * @param label as printed
     */
    public record Tick(double value, String label) {}

    public ChartAxis {
        ticks = List.copyOf(ticks);
        if (!(low < high)) {
            throw new IllegalArgumentException("an axis from " + low + " to " + high);
        }
    }

    /** From zero to a round number at or above {@code most}. */
    public static ChartAxis fromZero(String title, double most) {
        double reach = most > 0 && Double.isFinite(most) ? most : 1;
        double raw = reach / LINES;
        double magnitude = Math.pow(10, Math.floor(Math.log10(raw)));
        double step = DoubleStream.of(1, 2, 2.5, 5, 10)
                .map(nice -> nice * magnitude)
                .filter(nice -> nice >= raw * (1 - 1e-9))
                .findFirst()
                .orElseThrow();
        int steps = (int) Math.ceil(reach / step - 1e-9);
        List<Tick> ticks = IntStream.rangeClosed(0, steps)
                .mapToObj(i -> new Tick(i * step, Numbers.tick(i * step)))
                .toList();
        return new ChartAxis(title, Scale.LINEAR, 0, steps * step, ticks);
    }

    /** From zero to a round number that has room for all values. */
    public static ChartAxis fromZero(String title, DoubleStream values) {
        return fromZero(title, values.max().orElse(1));
    }

    /** Seconds; the ends are as given. */
    public static ChartAxis time(String title, double low, double high) {
        double end = Math.max(high, low + 1);
        int step = Arrays.stream(TIME_STEPS)
                .filter(candidate -> candidate * TIME_LINES >= end - low)
                .findFirst()
                .orElse(TIME_STEPS[TIME_STEPS.length - 1]);
        List<Tick> ticks = new ArrayList<>();
        for (double value = Math.ceil(low / step) * step; value <= end; value += step) {
            ticks.add(new Tick(value, clock(value)));
        }
        return new ChartAxis(title, Scale.TIME, low, end, ticks);
    }

    /** {@code 0:30}, {@code -1:05} or {@code 2:00:00}. */
    private static String clock(double seconds) {
        long whole = Math.round(Math.abs(seconds));
        String rest = whole < 3600
                ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole % 3600 / 60, whole % 60);
        return (seconds < 0 ? "-" : "") + rest;
    }

    /**
     * Whole steps of 1, 2 and 5 around the values.
     *
     * @param least above zero
     * @param most  at least as much
     */
    public static ChartAxis logarithmic(String title, double least, double most) {
        double low = Math.pow(10, Math.floor(Math.log10(least)));
        double high = Math.pow(10, Math.ceil(Math.log10(most)));
        List<Double> steps = new ArrayList<>();
        for (double decade = low; decade <= high * 1.01; decade *= 10) {
            steps.addAll(List.of(decade, 2 * decade, 5 * decade));
        }
        double from = steps.stream()
                .filter(s -> s <= least * 1.0001)
                .reduce((a, b) -> b)
                .orElse(low);
        double to = steps.stream()
                .filter(s -> s >= most && s > from * 1.5)
                .findFirst()
                .orElse(high * 10);
        List<Double> shown =
                steps.stream().filter(s -> s >= from * 0.999 && s <= to * 1.001).toList();
        boolean many = shown.size() > 2 * LINES;
        List<Tick> ticks = shown.stream()
                .filter(s -> !many || Math.abs(Math.log10(s) - Math.rint(Math.log10(s))) < 1e-6)
                .map(s -> new Tick(s, Numbers.tick(s)))
                .toList();
        return new ChartAxis(title, Scale.LOGARITHMIC, from, to, ticks);
    }

    /** Whole steps that have room for all values, which are above zero. */
    public static ChartAxis logarithmic(String title, DoubleStream values) {
        DoubleSummaryStatistics range = values.summaryStatistics();
        return range.getCount() == 0 ? logarithmic(title, 1, 1) : logarithmic(title, range.getMin(), range.getMax());
    }

    /**
     * Quantiles by their nines, from the least.
     *
     * @param most the greatest number of nines, for example 3 for 99.9 %
     */
    public static ChartAxis nines(String title, double most) {
        double high = Math.max(1, most);
        List<Tick> ticks = new ArrayList<>(List.of(new Tick(0, "0"), new Tick(nines(0.5), "50")));
        for (int nines = 1; nines <= high + 1e-9; nines++) {
            ticks.add(new Tick(nines, nines == 1 ? "90" : nines == 2 ? "99" : "99." + "9".repeat(nines - 2)));
        }
        return new ChartAxis(title, Scale.NINES, 0, high, ticks);
    }

    /** How many nines a quantile has: 3 for 0.999. */
    public static double nines(double quantile) {
        return -Math.log10(1 - quantile);
    }

    /** One place for each name. */
    public static ChartAxis names(String title, List<String> names) {
        List<Tick> ticks = IntStream.range(0, names.size())
                .mapToObj(i -> new Tick(i, names.get(i)))
                .toList();
        return new ChartAxis(title, Scale.NAMES, -0.5, Math.max(1, names.size()) - 0.5, ticks);
    }

    /** Numbers of load: by factors where they span one of eight or more, evenly otherwise; each is labelled. */
    public static ChartAxis levels(String title, List<Double> levels) {
        List<Tick> ticks = levels.stream()
                .distinct()
                .sorted()
                .map(l -> new Tick(l, Numbers.tick(l)))
                .toList();
        double least = ticks.isEmpty() ? 1 : ticks.get(0).value();
        double most = ticks.isEmpty() ? 1 : ticks.get(ticks.size() - 1).value();
        boolean factors = least > 0 && most / least >= 8;
        double margin = factors ? Math.pow(most / least, 0.04) : Math.max((most - least) * 0.04, most == least ? 1 : 0);
        return factors
                ? new ChartAxis(title, Scale.LOGARITHMIC, least / margin, most * margin, ticks)
                : new ChartAxis(title, Scale.LINEAR, least - margin, most + margin, ticks);
    }

    /** Its place between 0 and 1; beyond the ends, at them. */
    public double place(double value) {
        double share = scale == Scale.LOGARITHMIC
                ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
                : (value - low) / (high - low);
        return Math.max(0, Math.min(1, share));
    }

    /** A value in words, for tables. */
    public String words(double value) {
        return switch (scale) {
            case TIME -> Numbers.tick(value) + " s";
            case NAMES ->
                ticks.get((int) Math.max(0, Math.min(ticks.size() - 1.0, Math.rint(value))))
                        .label();
            case NINES -> Numbers.tick(100 - 100 * Math.pow(10, -value));
            default -> Numbers.of(value);
        };
    }
}
