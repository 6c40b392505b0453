package io.dbharness.report.chart;

/** The whole numbers that a drawing is made of. It is stretched to whatever room there is, and lines keep their width. */
final class Canvas {

    static final int WIDTH = 2000;
    static final int HEIGHT = 1000;

    private Canvas() {}

    static long x(Axis axis, double value) {
        return Math.round(axis.place(value) * WIDTH);
    }

    /** Upwards on the axis is downwards on the canvas. */
    static long y(Axis axis, double value) {
        return Math.round((1 - axis.place(value)) * HEIGHT);
    }
}
