package io.dbharness.report.chart;

import java.util.List;

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
        /** From the lower end of the vertical axis; bars at equal places would hide each other. */
        BARS("b");

        private final String css;

        Form(String css) {
            this.css = css;
        }

        String css() {
            return css;
        }
    }
}
