package io.dbharness.result.study;

import io.dbharness.measure.Quantiles;
import io.dbharness.result.analysis.PercentileTable;
import io.dbharness.result.study.StudyChart.Axis;
import io.dbharness.result.study.StudyChart.Kind;
import io.dbharness.result.study.StudyChart.Line;
import io.dbharness.result.study.StudyChart.Panel;
import io.dbharness.result.study.StudyChart.Point;
import io.dbharness.result.study.StudyChart.Scale;
import io.dbharness.result.study.StudyChart.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Draws one chart, as numbers.
 *
 * @param design    of the study
 * @param origins   with data
 * @param spec      what is asked for
 * @param timelines of runs
 */
record ChartBuilder(StudyDesign design, List<Origin> origins, ChartSpec spec, Timelines timelines) {

    private static final double SECONDS_A_MINUTE = 60;

    /** The charts that have a point at all, one for each combination of the levels that the request distinguishes. */
    List<StudyChart> charts() {
        List<StudyChart> charts = new ArrayList<>();
        for (Map<String, String> combination : Combinations.of(design, spec.per(), observations())) {
            Map<String, String> where = new TreeMap<>(spec.where());
            where.putAll(combination);
            StudyChart chart = chart(where, design.words(combination));
            if (chart.panels().stream()
                    .flatMap(p -> p.series().stream())
                    .anyMatch(s -> !s.points().isEmpty())) {
                charts.add(chart);
            }
        }
        return charts;
    }

    private List<Observation> observations() {
        return origins.stream().flatMap(o -> o.observations().stream()).toList();
    }

    private StudyChart chart(Map<String, String> where, String levels) {
        String id = Combinations.id(spec.id(), levels);
        String title = levels.isEmpty() ? spec.title() : spec.title() + ": " + levels;
        List<Observation> here =
                observations().stream().filter(o -> o.matches(where)).toList();
        return switch (spec.kind()) {
            case BAR -> {
                List<Map<String, String>> bars = Combinations.of(design, spec.by(), here);
                yield new StudyChart(
                        id,
                        spec.kind(),
                        title,
                        new Axis("", "", Scale.LINEAR),
                        bars.stream().map(design::words).toList(),
                        panels(where, (scope, formula) -> List.of(bars(scope, formula, bars))));
            }
            case SWEEP ->
                new StudyChart(
                        id,
                        spec.kind(),
                        title,
                        new Axis(swept(here), "", swept(here).equals("rate") ? Scale.LINEAR : Scale.LOGARITHMIC),
                        List.of(),
                        panels(where, (scope, formula) -> series(scope, here, one -> sweep(one, formula))));
            case PERCENTILE ->
                new StudyChart(
                        id, spec.kind(), title, new Axis("percentile", "", Scale.NINES), List.of(), percentiles(where));
            case TIMELINE, PROFILE ->
                new StudyChart(
                        id,
                        spec.kind(),
                        title,
                        new Axis("time", spec.kind() == Kind.PROFILE ? "min" : "s", Scale.LINEAR),
                        List.of(),
                        panels(where, (scope, formula) -> series(scope, here, one -> course(one, formula))));
        };
    }

    private String swept(List<Observation> here) {
        return StudyDesign.SWEPT.stream()
                .filter(factor -> here.stream().anyMatch(o -> o.labels().containsKey(factor)))
                .findFirst()
                .orElse("");
    }

    /** One for each formula, with the series of every origin. */
    private List<Panel> panels(Map<String, String> where, BiFunction<Scope, Formula, List<Series>> draw) {
        List<Panel> panels = new ArrayList<>();
        List<Line> findings = spec.kind() == Kind.SWEEP ? findings(where) : List.of();
        for (Formula formula : spec.formulas()) {
            List<Series> series = new ArrayList<>();
            for (Origin origin : origins) {
                Scope scope = origin.scope(design, where, true);
                draw.apply(scope, formula).stream()
                        .filter(s -> !s.points().isEmpty())
                        .map(s -> new Series(origin.suffix(s.label()), s.points()))
                        .forEach(series::add);
            }
            Axis axis = new Axis(
                    formula.label(), formula.unit().word(), latencies(formula) ? Scale.LOGARITHMIC : Scale.LINEAR);
            boolean lined = panels.isEmpty() || formula.expression().isTime();
            List<Line> marks = new ArrayList<>();
            if (lined && latencies(formula) == anyLatency()) {
                marks.addAll(lines());
            }
            marks.addAll(LimitLines.of(design, where, formula));
            marks.addAll(findings);
            panels.add(new Panel(axis, series, marks));
        }
        return panels;
    }

    /** Of the first origin: those of several would be told apart by nobody. */
    private List<Line> findings(Map<String, String> where) {
        return origins.stream()
                .limit(1)
                .map(origin -> origin.scope(design, where, true))
                .flatMap(scope -> SweepFindings.of(design, spec.by(), scope).stream())
                .toList();
    }

    private boolean latencies(Formula formula) {
        return spec.kind() == Kind.SWEEP && formula.expression().isTime();
    }

    private boolean anyLatency() {
        return spec.formulas().stream().anyMatch(this::latencies);
    }

    private List<Line> lines() {
        return spec.lines().entrySet().stream()
                .map(line -> new Line(line.getKey(), line.getValue()))
                .toList();
    }

    /** Draws the series of a scope for each combination of levels of {@code by}. */
    private List<Series> series(
            Scope scope, List<Observation> here, java.util.function.Function<Scope, List<Point>> points) {
        return Combinations.of(design, spec.by(), here).stream()
                .map(levels -> new Series(design.words(levels), points.apply(scope.with(levels))))
                .toList();
    }

    private Series bars(Scope scope, Formula formula, List<Map<String, String>> bars) {
        List<Point> points = new ArrayList<>();
        for (int bar = 0; bar < bars.size(); bar++) {
            Scope one = scope.with(bars.get(bar));
            Value value = formula.expression().in(one);
            if (value.isNumber()) {
                points.add(point(bar, value.number(), formula, one));
            }
        }
        return new Series("", points);
    }

    private List<Point> sweep(Scope scope, Formula formula) {
        List<Point> points = new ArrayList<>();
        scope.levels().forEach((level, one) -> {
            Value value = formula.expression().in(one);
            if (value.isNumber()) {
                points.add(point(Double.parseDouble(level), value.number(), formula, one));
            }
        });
        return points;
    }

    /** With the range over runs, if there are several. */
    private static Point point(double x, double value, Formula formula, Scope scope) {
        double factor = formula.unit().factor();
        double[] runs = Function.runs(formula.expression(), scope);
        if (runs.length < 2) {
            return Point.of(x, value / factor);
        }
        return new Point(
                x,
                value / factor,
                OptionalDouble.of(Arrays.stream(runs).min().orElseThrow() / factor),
                OptionalDouble.of(Arrays.stream(runs).max().orElseThrow() / factor));
    }

    /** Of the first run: the courses of several runs laid upon each other would have to be averaged. */
    private List<Point> course(Scope scope, Formula formula) {
        double factor = formula.unit().factor();
        double time = spec.kind() == Kind.PROFILE ? SECONDS_A_MINUTE : 1;
        String metric = formula.expression() instanceof Expression.Reference reference ? reference.name() : "";
        return scope.observations().stream()
                .findFirst()
                .map(run -> timelines.of(run, metric).stream()
                        .map(p -> Point.of(p.x() / time, p.y() / factor))
                        .toList())
                .orElse(List.of());
    }

    private List<Panel> percentiles(Map<String, String> where) {
        List<Series> series = new ArrayList<>();
        for (Origin origin : origins) {
            Scope scope = origin.scope(design, where, true);
            for (Map<String, String> levels : Combinations.of(design, spec.by(), origin.observations())) {
                for (String operation : spec.operations()) {
                    Tails.table(scope.with(levels), operation)
                            .map(table ->
                                    new Series(origin.suffix(design.words(levels) + " " + operation), curve(table)))
                            .ifPresent(series::add);
                }
            }
        }
        return List.of(new Panel(new Axis("latency", Unit.MILLIS.word(), Scale.LOGARITHMIC), series, lines()));
    }

    private static List<Point> curve(PercentileTable table) {
        List<Point> points = new ArrayList<>();
        points.add(Point.of(0, table.min() / Unit.MILLIS.factor()));
        table.rows().forEach(row -> {
            Double quantile = Quantiles.BY_NAME.get(row.name());
            if (quantile != null) {
                points.add(Point.of(-Math.log10(1 - quantile), row.value() / Unit.MILLIS.factor()));
            }
        });
        return points;
    }
}
