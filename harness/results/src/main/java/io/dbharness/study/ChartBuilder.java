package io.dbharness.study;

import io.dbharness.quantity.Quantities;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.analysis.PercentileTable;
import io.dbharness.study.StudyChart.Axis;
import io.dbharness.study.StudyChart.Kind;
import io.dbharness.study.StudyChart.Line;
import io.dbharness.study.StudyChart.Panel;
import io.dbharness.study.StudyChart.Point;
import io.dbharness.study.StudyChart.Scale;
import io.dbharness.study.StudyChart.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Draws one chart, as numbers.
 *
 * @param design    of the study
 * @param origins   with data
 * @param spec      what is asked for
 * @param timelines of runs
 */
record ChartBuilder(StudyDesign design, List<Source> origins, ChartSpec spec, Timelines timelines) {

    private static final double SECONDS_A_MINUTE = 60;

    /** Points of a run in a profile, at most: a minute each of an hour. */
    private static final int STRETCHES = 60;

    private static final Pattern LEVEL = Pattern.compile("(?:server\\.)?(?:mean\\.|last\\.)?([A-Za-z][A-Za-z0-9]*)");

    /** Fewer levels have no knee. */
    private static final int KNEE_LEVELS = 3;

    /** The charts that have a point at all, one for each combination of the levels that the request distinguishes. */
    List<StudyChart> charts() {
        return design.combinations(spec.per(), observations()).stream()
                .map(levels -> chart(StudyDesign.joined(spec.where(), levels), design.words(levels)))
                .filter(chart -> chart.panels().stream()
                        .flatMap(p -> p.series().stream())
                        .anyMatch(s -> !s.points().isEmpty()))
                .toList();
    }

    private List<Observation> observations() {
        return origins.stream().flatMap(o -> o.observations().stream()).toList();
    }

    private StudyChart chart(Map<String, String> where, String levels) {
        List<Observation> here =
                observations().stream().filter(o -> o.matches(where)).toList();
        Optional<String> words =
                design.swept(here).filter(factor -> spec.kind() == Kind.SWEEP && !numbers(factor, here));
        return words.map(factor -> new ChartBuilder(design, origins, spec.asBars(factor), timelines))
                .orElse(this)
                .chart(where, levels, here);
    }

    private boolean numbers(String factor, List<Observation> here) {
        return design.levelsOf(factor, here).stream()
                .allMatch(level -> Quantities.number(level).isPresent());
    }

    private StudyChart chart(Map<String, String> where, String levels, List<Observation> here) {
        List<Map<String, String>> bars = spec.kind() == Kind.BAR ? combinations(categories(), here) : List.of();
        String swept = design.swept(here).orElse("");
        Axis x = switch (spec.kind()) {
            case BAR -> new Axis("", "", Scale.LINEAR);
            case SWEEP -> new Axis(swept, "", swept.equals("rate") ? Scale.LINEAR : Scale.LOGARITHMIC);
            case PERCENTILE -> new Axis("percentile", "", Scale.NINES);
            case TIMELINE -> new Axis("time", "s", Scale.LINEAR);
            case PROFILE -> new Axis("time", "min", Scale.LINEAR);
        };
        List<Panel> panels = switch (spec.kind()) {
            case BAR -> panels(where, (scope, formula) -> series(scope, here, one -> bars(one, formula, bars)));
            case SWEEP -> panels(where, (scope, formula) -> series(scope, here, one -> sweep(one, formula)));
            case PERCENTILE -> percentiles(where);
            case TIMELINE, PROFILE ->
                panels(where, (scope, formula) -> series(scope, here, one -> course(one, formula)));
        };
        String id = StudyDesign.id(spec.id(), levels);
        String title = levels.isEmpty() ? spec.title() : spec.title() + ": " + levels;
        return new StudyChart(
                id, spec.kind(), title, x, bars.stream().map(design::words).toList(), panels);
    }

    /** Returns the factors on the axis of bars: colours distinguish subjects if there is any other factor. */
    private List<String> categories() {
        List<String> others = spec.by().stream()
                .filter(factor -> !factor.equals(design.subjectFactor()))
                .toList();
        return others.isEmpty() ? spec.by() : others;
    }

    /** Returns the factors that distinguish series. */
    private List<String> drawn() {
        List<String> categories = spec.kind() == Kind.BAR ? categories() : List.of();
        return spec.by().stream().filter(factor -> !categories.contains(factor)).toList();
    }

    /** Those that anything was observed of, of the subjects that are drawn. */
    private List<Map<String, String>> combinations(List<String> factors, List<Observation> here) {
        String subject = design.subjectFactor();
        return design.combinations(factors, here).stream()
                .filter(c -> spec.subjects().isEmpty()
                        || !c.containsKey(subject)
                        || spec.subjects().contains(c.get(subject)))
                .filter(c -> here.stream().anyMatch(o -> o.matches(c)))
                .toList();
    }

    /** One for each formula, with the series of every origin; those of one name beside each other. */
    private List<Panel> panels(Map<String, String> where, BiFunction<Scope, Formula, List<Series>> draw) {
        // Only the first origin has them: a reader could not distinguish those of several.
        List<Line> findings = spec.kind() == Kind.SWEEP && !origins.isEmpty()
                ? findings(origins.get(0).scope(design, where))
                : List.of();
        boolean anyLatency = spec.formulas().stream().anyMatch(this::latencies);
        List<Panel> panels = new ArrayList<>();
        for (Formula formula : spec.formulas()) {
            List<Series> series = new ArrayList<>();
            for (Source origin : origins) {
                draw.apply(origin.scope(design, where), formula).stream()
                        .filter(s -> !s.points().isEmpty())
                        .forEach(series::add);
            }
            List<String> labels = series.stream().map(Series::label).distinct().toList();
            series.sort(Comparator.comparingInt(s -> labels.indexOf(s.label())));
            Scale scale = latencies(formula) ? Scale.LOGARITHMIC : Scale.LINEAR;
            boolean lined = panels.isEmpty() || formula.expression().isTime();
            List<Line> marks = new ArrayList<>(lined && latencies(formula) == anyLatency ? lines() : List.of());
            marks.addAll(limits(design, where, formula));
            marks.addAll(findings);
            panels.add(new Panel(new Axis(formula.label(), formula.unit().word(), scale), series, marks));
        }
        return panels;
    }

    private boolean latencies(Formula formula) {
        return spec.kind() == Kind.SWEEP && formula.expression().isTime();
    }

    private List<Line> lines() {
        return spec.lines().entrySet().stream()
                .map(line -> new Line(line.getKey(), line.getValue()))
                .toList();
    }

    /** Draws the series of a scope for each combination of levels of {@code by}. */
    private List<Series> series(Scope scope, List<Observation> here, Function<Scope, List<Point>> points) {
        return combinations(drawn(), here).stream()
                .flatMap(levels -> each(scope.with(levels))
                        .map(one ->
                                new Series(design.words(levels), scope.origin().name(), points.apply(one))))
                .toList();
    }

    /** A profile shows every run, other charts all runs at once. */
    private Stream<Scope> each(Scope scope) {
        return spec.kind() == Kind.PROFILE ? scope.runs().stream() : Stream.of(scope);
    }

    private static List<Point> bars(Scope scope, Formula formula, List<Map<String, String>> bars) {
        return IntStream.range(0, bars.size())
                .mapToObj(bar -> point(bar, scope.with(bars.get(bar)).within(formula.where()), formula))
                .flatMap(Optional::stream)
                .toList();
    }

    private static List<Point> sweep(Scope scope, Formula formula) {
        return scope.within(formula.where()).levels().entrySet().stream()
                .map(level -> point(Double.parseDouble(level.getKey()), level.getValue(), formula))
                .flatMap(Optional::stream)
                .toList();
    }

    /** With the range over runs, if there are several; none where there is no number. */
    private static Optional<Point> point(double x, Scope scope, Formula formula) {
        Value value = formula.expression().in(scope);
        if (!value.isNumber()) {
            return Optional.empty();
        }
        double factor = formula.unit().factor();
        List<Double> runs = io.dbharness.study.Function.runs(formula.expression(), scope);
        double y = value.number() / factor;
        if (runs.size() < 2) {
            return Optional.of(Point.of(x, y));
        }
        OptionalDouble least = OptionalDouble.of(Collections.min(runs) / factor);
        OptionalDouble most = OptionalDouble.of(Collections.max(runs) / factor);
        return Optional.of(new Point(x, y, least, most));
    }

    /**
     * Returns the course of the first run: to draw several runs as one line, they would have to be averaged. Profiles have as many points
     * as can be distinguished.
     */
    private List<Point> course(Scope scope, Formula formula) {
        double factor = formula.unit().factor();
        double time = spec.kind() == Kind.PROFILE ? SECONDS_A_MINUTE : 1;
        String metric = formula.expression() instanceof Expression.Reference reference ? reference.name() : "";
        return scope.within(formula.where()).observations().stream()
                .findFirst()
                .map(run -> timelines.of(run, metric).stream()
                        .map(p -> Point.of(p.x() / time, p.y() / factor))
                        .toList())
                .map(points -> spec.kind() == Kind.PROFILE ? stretches(points) : points)
                .orElse(List.of());
    }

    /** The means of as many neighbours as belong together. */
    private static List<Point> stretches(List<Point> points) {
        int length = (points.size() + STRETCHES - 1) / STRETCHES;
        return IntStream.iterate(0, from -> from < points.size(), from -> from + length)
                .mapToObj(from -> points.subList(from, Math.min(points.size(), from + length)))
                .map(some -> Point.of(
                        some.get(0).x(),
                        some.stream().mapToDouble(Point::y).average().orElse(Double.NaN)))
                .toList();
    }

    private List<Panel> percentiles(Map<String, String> where) {
        List<Series> series = new ArrayList<>();
        for (Source origin : origins) {
            Scope scope = origin.scope(design, where);
            for (Map<String, String> levels : combinations(spec.by(), scope.observations())) {
                for (String operation : spec.operations()) {
                    String label = design.words(levels) + " " + operation;
                    Tails.table(scope.with(levels), operation)
                            .map(table -> new Series(label, origin.name(), curve(table)))
                            .ifPresent(series::add);
                }
            }
        }
        return List.of(new Panel(new Axis("latency", DisplayUnit.MILLIS.word(), Scale.LOGARITHMIC), series, lines()));
    }

    private static List<Point> curve(PercentileTable table) {
        List<Point> points = new ArrayList<>(List.of(Point.of(0, table.min() / DisplayUnit.MILLIS.factor())));
        table.rows().forEach(row -> points.add(Point.of(row.nines(), row.value() / DisplayUnit.MILLIS.factor())));
        return points;
    }

    /** The limits of what a formula shows; none for a formula that is no level of the server. */
    static List<Line> limits(StudyDesign design, Map<String, String> where, Formula formula) {
        if (!(formula.expression() instanceof Expression.Reference reference)) {
            return List.of();
        }
        Matcher level = LEVEL.matcher(reference.name());
        String subject = where.get(design.subjectFactor());
        List<StudyDesign.Level> subjects = design.subjects().stream()
                .filter(s -> subject == null || s.name().equals(subject))
                .toList();
        List<Line> lines = new ArrayList<>();
        for (String limit : level.matches() ? design.limitNames() : List.<String>of()) {
            if (ServerStatistics.limited(limit).equals(level.group(1))) {
                // One for each value: several subjects may have the same.
                Map<Double, List<String>> owners = new LinkedHashMap<>();
                subjects.forEach(s -> s.declared()
                        .limit(limit)
                        .ifPresent(value -> owners.computeIfAbsent(value, v -> new ArrayList<>())
                                .add(s.label())));
                String word = ServerStatistics.isBurst(limit) ? "burst limit" : "limit";
                owners.forEach((value, own) -> lines.add(new Line(
                        own.size() == subjects.size() ? word : word + " of " + String.join(", ", own),
                        value / formula.unit().factor())));
            }
        }
        return lines;
    }

    /** Returns the findings of a sweep as vertical marks: their knees and the last levels that keep a service level. */
    private List<Line> findings(Scope scope) {
        Map<Double, Map<String, String>> found = new TreeMap<>();
        for (Map<String, String> levels : combinations(spec.by(), scope.observations())) {
            Scope one = scope.with(levels);
            if (one.levels().size() >= KNEE_LEVELS) {
                String series = design.words(levels);
                Value knee = Tails.knee(one);
                if (knee.isNumber()) {
                    note(found, knee.number(), "knee", series);
                }
                design.serviceLevels()
                        .forEach((name, claim) -> ServiceLevels.KeptLevels.of(one, claim)
                                .last()
                                .ifPresent(last ->
                                        Quantities.number(last).ifPresent(level -> note(found, level, name, series))));
            }
        }
        return found.entrySet().stream()
                .map(level -> new Line(String.join(", ", level.getValue().values()), level.getKey(), true))
                .toList();
    }

    /** Notes a finding at a level under the name of its series. */
    private static void note(Map<Double, Map<String, String>> found, double level, String what, String series) {
        found.computeIfAbsent(level, l -> new LinkedHashMap<>())
                .merge(what, what + " of " + series, (before, one) -> before + ", " + series);
    }
}
