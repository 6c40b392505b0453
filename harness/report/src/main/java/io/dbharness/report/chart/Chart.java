package io.dbharness.report.chart;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A chart to draw. Immutable.
 *
 * @param title  in words
 * @param note   what a reader must know to read it; may be empty
 * @param axes   horizontal and vertical
 * @param lines  curves on both axes
 * @param shades stretches of the horizontal axis that are set apart
 * @param marks  single values of either axis
 * @param heat   cells behind the lines, in any order; empty ones left out
 */
public record Chart(
        String title, String note, Axes axes, List<Line> lines, List<Shade> shades, List<Mark> marks, List<Cell> heat) {

    /**
     * How much of an axis of names each bar takes, in names: bars beside each other share most of the room of a name, and those
     * of few names are not as wide as they could be.
     */
    public static double barRoom(int names, long beside) {
        return Math.min(0.8 / Math.max(1, beside), names / 12.0);
    }

    public Chart {
        lines = List.copyOf(lines);
        shades = List.copyOf(shades);
        marks = List.copyOf(marks);
        heat = List.copyOf(heat);
    }

    /** The horizontal axis and the vertical one. */
    public record Axes(ChartAxis x, ChartAxis y) {}

    public ChartAxis x() {
        return axes.x();
    }

    public ChartAxis y() {
        return axes.y();
    }

    /** Lines alone. */
    public Chart(String title, String note, ChartAxis x, ChartAxis y, List<Line> lines) {
        this(title, note, new Axes(x, y), lines, List.of(), List.of(), List.of());
    }

    /** Lines and marks above a vertical axis that begins at zero and has room for all of them. */
    public static Chart fromZero(
            String title, String note, ChartAxis x, String unit, List<Line> lines, List<Mark> marks) {
        return new Chart(title, note, x, ChartAxis.fromZero(unit, values(lines, marks)), lines).marked(marks);
    }

    public Chart shaded(List<Shade> newShades) {
        return new Chart(title, note, axes, lines, newShades, marks, heat);
    }

    public Chart marked(List<Mark> newMarks) {
        return new Chart(title, note, axes, lines, shades, newMarks, heat);
    }

    /** Every known value of some lines, which a vertical axis must have room for. */
    public static DoubleStream values(List<Line> lines) {
        return values(lines, List.of());
    }

    /** Also the values of marks across. */
    public static DoubleStream values(List<Line> lines, List<Mark> marks) {
        return DoubleStream.concat(
                        lines.stream().flatMap(line -> line.points().stream()).mapToDouble(Line.Point::y),
                        marks.stream().filter(mark -> !mark.upright()).mapToDouble(Mark::value))
                .filter(Double::isFinite);
    }

    /**
     * A stretch that is set apart, for example the warm-up.
     *
     * @param from  on the horizontal axis
     * @param to    on the horizontal axis
     * @param label in a word
     */
    public record Shade(double from, double to, String label) {

        /** Returns the shade of the warm-up; empty without a warm-up. */
        public static List<Shade> warmUp(double start, String label) {
            return start < 0 ? List.of(new Shade(start, 0, label)) : List.of();
        }
    }

    /**
     * A value that matters.
     *
     * @param upright whether it is one of the horizontal axis
     * @param value   on its axis
     * @param label   in a few words
     * @param meaning what marks of its kind say, for the legend; may be empty
     */
    public record Mark(boolean upright, double value, String label, String meaning) {

        /** One whose label says everything. */
        public Mark(boolean upright, double value, String label) {
            this(upright, value, label, "");
        }
    }

    /**
     * How often something lay in a rectangle.
     *
     * @param left   on the horizontal axis
     * @param right  on the horizontal axis
     * @param bottom on the vertical axis
     * @param top    on the vertical axis
     * @param count  at least one
     */
    public record Cell(double left, double right, double bottom, double top, long count) {}

    /**
     * One quantity over the horizontal axis.
     *
     * @param name   as the legend has it
     * @param colour from 0; colours repeat, so that no chart should need more than eight
     * @param form   how it is drawn
     * @param points from left to right
     */
    public record Line(String name, int colour, Form form, List<Point> points) {

        public Line {
            points = List.copyOf(points);
        }

        /**
         * One value.
         *
         * @param x where
         * @param y how much; not a number where there is none, which breaks a line
         */
        public record Point(double x, double y) {}

        /** How it is drawn. */
        public enum Form {
            SOLID("l"),
            DASHED("l da"),
            DOTTED("l do"),
            DOTS("p"),
            /** From the lower end of the vertical axis; bars of different names are drawn beside each other. */
            BARS("b"),
            /** Likewise, with only their outline in full colour. */
            OUTLINED("b ou"),
            /** Two points each: upright from the first to the second. */
            RANGES("ra");

            private final String css;

            Form(String css) {
                this.css = css;
            }

            String css() {
                return css;
            }

            boolean isBar() {
                return this == BARS || this == OUTLINED;
            }
        }
    }
}
