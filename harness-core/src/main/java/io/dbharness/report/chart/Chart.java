package io.dbharness.report.chart;

import java.util.List;
import java.util.Optional;

/**
 * What is drawn. Immutable.
 *
 * @param title in words
 * @param note  what a reader must know to read it; may be empty
 * @param x     the horizontal axis
 * @param y     the vertical axis
 * @param lines what lies on both
 * @param decor what explains them
 */
public record Chart(String title, String note, Axis x, Axis y, List<Line> lines, Decor decor) {

    public Chart {
        lines = List.copyOf(lines);
    }

    /**
     * What explains lines.
     *
     * @param shades stretches of the horizontal axis that are set apart
     * @param marks  single values of either axis
     * @param heat   cells behind the lines
     */
    public record Decor(List<Shade> shades, List<Mark> marks, Optional<HeatMap> heat) {

        public static final Decor NONE = new Decor(List.of(), List.of(), Optional.empty());

        public Decor {
            shades = List.copyOf(shades);
            marks = List.copyOf(marks);
        }

        public static Decor shaded(List<Shade> shades) {
            return new Decor(shades, List.of(), Optional.empty());
        }

        public static Decor marked(List<Mark> marks) {
            return new Decor(List.of(), marks, Optional.empty());
        }
    }

    /**
     * A stretch that is set apart, for example the warm-up.
     *
     * @param from  on the horizontal axis
     * @param to    on the horizontal axis
     * @param label in a word
     */
    public record Shade(double from, double to, String label) {}

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
}
