package io.dbharness.result.analysis;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.measure.Quantiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A percentile table, measured or published: minimum, rows of rising quantile, maximum. Any unit of time.
 *
 * @param min  the smallest value
 * @param rows only those that the analysis may rest on
 * @param max  the largest value
 */
public record PercentileTable(double min, List<Row> rows, double max) {

    public PercentileTable {
        rows = List.copyOf(rows);
        for (int i = 1; i < rows.size(); i++) {
            if (rows.get(i).quantile() <= rows.get(i - 1).quantile()) {
                throw new IllegalArgumentException("the rows of a percentile table must rise: " + rows);
            }
        }
    }

    /**
     * A row.
     *
     * @param name     as in {@link Quantiles#BY_NAME}
     * @param quantile between 0 and 1
     * @param value    in the unit of the table
     */
    public record Row(String name, double quantile, double value) {

        /** 1 for 90 %, 2 for 99 %: the scale that separates tails. */
        public double nines() {
            return -Math.log10(1 - quantile);
        }
    }

    /** The solid rows of a distribution, in nanoseconds. */
    public static PercentileTable of(LatencyHistogram distribution) {
        List<Row> rows = PercentileSupport.solidRows(distribution.count()).stream()
                .map(name -> new Row(name, quantile(name), distribution.quantileNanos(quantile(name))))
                .toList();
        return new PercentileTable(distribution.minNanos(), rows, distribution.maxNanos());
    }

    /**
     * A published table whose sample count is unknown.
     *
     * @param min    the smallest value
     * @param values of p25, p50, p75, p90, p95, p99, n3, n4 and so on, as many as there are
     * @param max    the largest value
     */
    public static PercentileTable published(double min, double[] values, double max) {
        List<String> names = List.copyOf(Quantiles.BY_NAME.keySet());
        List<Row> rows = IntStream.range(0, values.length)
                .mapToObj(i -> new Row(names.get(i), quantile(names.get(i)), values[i]))
                .toList();
        return new PercentileTable(min, rows, max);
    }

    /** The value of a row; NaN when there is no such row. */
    public double value(String name) {
        return rows.stream()
                .filter(row -> row.name().equals(name))
                .mapToDouble(Row::value)
                .findFirst()
                .orElse(Double.NaN);
    }

    /**
     * Rows at which a table that claims to pool others lies outside them, {@code min} and {@code max} included. A pooled distribution
     * never does; averaged percentiles may.
     */
    public List<String> notPooledFrom(List<PercentileTable> parts) {
        Map<String, ToDoubleFunction<PercentileTable>> figures = new LinkedHashMap<>();
        figures.put("min", PercentileTable::min);
        rows.forEach(row -> figures.put(row.name(), table -> table.value(row.name())));
        figures.put("max", PercentileTable::max);
        return figures.entrySet().stream()
                .filter(figure -> outside(parts, figure.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private boolean outside(List<PercentileTable> parts, ToDoubleFunction<PercentileTable> figure) {
        double own = figure.applyAsDouble(this);
        return parts.stream().mapToDouble(figure).allMatch(v -> own < v)
                || parts.stream().mapToDouble(figure).allMatch(v -> own > v);
    }

    /** Where another table is faster and where slower, row by row over the rows that both have. */
    public List<Change> changesTo(PercentileTable other) {
        return rows.stream()
                .map(row -> new Change(row.name(), 100 * (other.value(row.name()) / row.value() - 1)))
                .filter(change -> !Double.isNaN(other.value(change.row())))
                .toList();
    }

    /**
     * Pairs of neighbouring rows between which the curves cross: one headline figure would hide that each configuration is faster
     * somewhere.
     */
    public List<Crossing> crossings(PercentileTable other) {
        List<Change> unequal =
                changesTo(other).stream().filter(c -> c.percent() != 0).toList();
        List<Crossing> crossings = new ArrayList<>();
        for (int i = 1; i < unequal.size(); i++) {
            Change before = unequal.get(i - 1);
            Change after = unequal.get(i);
            if (before.percent() > 0 != after.percent() > 0) {
                crossings.add(new Crossing(before.row(), after.row()));
            }
        }
        return List.copyOf(crossings);
    }

    /** The relative change of one row, in percent. */
    public record Change(String row, double percent) {}

    /** The last row before a crossing of two curves and the first after it. */
    public record Crossing(String after, String before) {}

    /** The quantile of a percentile, such as 0.999 of {@code n3}. */
    public static double quantile(String name) {
        Double quantile = Quantiles.BY_NAME.get(name);
        if (quantile == null) {
            throw new IllegalArgumentException("no percentile " + name + " among " + Quantiles.BY_NAME.keySet());
        }
        return quantile;
    }
}
