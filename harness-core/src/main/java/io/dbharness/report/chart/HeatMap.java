package io.dbharness.report.chart;

import java.util.List;
import java.util.Locale;

/**
 * How often something lay in a cell of both axes.
 *
 * @param cells in any order; empty ones left out
 */
public record HeatMap(List<Cell> cells) {

    /** Steps of darkness: a reader cannot tell more of them apart. */
    static final int STEPS = 8;

    public HeatMap {
        cells = List.copyOf(cells);
    }

    /**
     * A rectangle.
     *
     * @param left   on the horizontal axis
     * @param right  on the horizontal axis
     * @param bottom on the vertical axis
     * @param top    on the vertical axis
     * @param count  at least one
     */
    public record Cell(double left, double right, double bottom, double top, long count) {}

    /** One path for each step of darkness, by the logarithm of the count: a single slow request is to be seen beside thousands. */
    String paths(Axis x, Axis y) {
        long most = cells.stream().mapToLong(Cell::count).max().orElse(1);
        StringBuilder[] steps = new StringBuilder[STEPS];
        for (int i = 0; i < STEPS; i++) {
            steps[i] = new StringBuilder();
        }
        for (Cell cell : cells) {
            double share = Math.log1p((double) cell.count()) / Math.log1p((double) most);
            int step = (int) Math.max(0, Math.min(STEPS - 1, Math.ceil(share * STEPS) - 1));
            long left = Canvas.x(x, cell.left());
            long top = Canvas.y(y, cell.top());
            long width = Canvas.x(x, cell.right()) - left;
            long height = Canvas.y(y, cell.bottom()) - top;
            steps[step].append(String.format(Locale.ROOT, "M%d %dh%dv%dh%dz", left, top, width, height, -width));
        }
        StringBuilder paths = new StringBuilder();
        for (int i = 0; i < STEPS; i++) {
            if (!steps[i].isEmpty()) {
                paths.append("<path class=\"heat\" style=\"fill-opacity:")
                        .append(Html.percent((i + 1.0) / STEPS))
                        .append("\" d=\"")
                        .append(steps[i])
                        .append("\"/>");
            }
        }
        return paths.toString();
    }
}
