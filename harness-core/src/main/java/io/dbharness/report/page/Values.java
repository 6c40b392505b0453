package io.dbharness.report.page;

import io.dbharness.report.chart.Line;
import java.util.List;
import java.util.stream.DoubleStream;

/** What an axis must have room for. */
final class Values {

    private Values() {}

    /** All that are known. */
    static DoubleStream of(List<Line> lines) {
        return lines.stream()
                .flatMapToDouble(line -> line.points().stream().mapToDouble(Line.Point::y))
                .filter(Double::isFinite);
    }
}
