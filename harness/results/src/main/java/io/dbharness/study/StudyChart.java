package io.dbharness.study;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A finished chart: one or several panels with a common horizontal axis.
 *
 * @param id         as in the experiment file, or made from kind and place
 * @param kind       which of the five
 * @param title      one line
 * @param x          the common axis
 * @param categories names of the places on the axis, for bars; empty otherwise
 * @param panels     from top to bottom
 */
public record StudyChart(String id, Kind kind, String title, Axis x, List<String> categories, List<Panel> panels) {

    /** The kinds of chart. */
    public enum Kind {
        /** A bar for each category and series; x counts categories from 0. */
        BAR,
        /** A metric against seconds since the begin of the measurement. */
        TIMELINE,
        /** Metrics against the level of load. */
        SWEEP,
        /** Latency against nines: x = −log10(1 − quantile). */
        PERCENTILE,
        /** Server figures against minutes. */
        PROFILE;

        /** Returns the word for it in files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How values are spread along an axis. */
    public enum Scale {
        LINEAR,
        LOGARITHMIC,
        NINES
    }

    /** A label, a unit (may be empty) and a scale. */
    public record Axis(String label, String unit, Scale scale) {}

    /**
     * One vertical axis.
     *
     * @param y      its axis
     * @param series drawn into it
     * @param lines  marks, such as a service level, a declared limit or a knee
     */
    public record Panel(Axis y, List<Series> series, List<Line> lines) {}

    /**
     * A named series.
     *
     * @param label  what it is of; may be empty
     * @param origin of its values; empty for runs of ours
     * @param points in order of x
     */
    public record Series(String label, String origin, List<Point> points) {}

    /**
     * A point in the units of the axes.
     *
     * @param low  lower end of the range over runs, if there are several
     * @param high upper end
     */
    public record Point(double x, double y, OptionalDouble low, OptionalDouble high) {

        public static Point of(double x, double y) {
            return new Point(x, y, OptionalDouble.empty(), OptionalDouble.empty());
        }
    }

    /**
     * A mark across the panel.
     *
     * @param label   in a few words
     * @param value   of the panel's axis, or of the common one
     * @param upright whether it is one of the common axis
     */
    public record Line(String label, double value, boolean upright) {

        /** At a value of the panel's axis. */
        public Line(String label, double value) {
            this(label, value, false);
        }
    }
}
