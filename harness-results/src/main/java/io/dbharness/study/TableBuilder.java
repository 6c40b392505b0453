package io.dbharness.study;

import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.analysis.PercentileSupport;
import io.dbharness.result.analysis.PercentileTable;
import io.dbharness.study.StudyDesign.Level;
import io.dbharness.study.StudyTable.Cell;
import io.dbharness.study.StudyTable.Column;
import io.dbharness.study.StudyTable.Kind;
import io.dbharness.study.StudyTable.Row;
import io.dbharness.study.StudyTable.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Fills one table. A cell lies where a row and a column meet: each narrows the scope, one of them has the formula.
 *
 * @param design  of the study
 * @param origins with data
 * @param spec    what is asked for
 */
record TableBuilder(StudyDesign design, List<Origin> origins, TableSpec spec) {

    /** Marks a change that differs from none at 95 %. */
    private static final String SIGNIFICANT = "*";

    private static final List<String> PARTS = List.of("read", "write");
    private static final String TOTAL = "total";

    /**
     * A row or a column.
     *
     * @param where   what it is about
     * @param formula what it shows, if it is this one that decides
     */
    private record Head(String group, String label, Map<String, String> where, Optional<Formula> formula) {

        Head(String label, Map<String, String> where) {
            this("", label, where, Optional.empty());
        }

        /** With the name of the origin behind what it has in common with its neighbours, or behind its own. */
        Column of(Origin origin) {
            return group.isEmpty()
                    ? new Column("", origin.suffix(label), unit())
                    : new Column(origin.suffix(group), label, unit());
        }

        String unit() {
            return formula.map(f -> f.unit().word()).orElse("");
        }
    }

    /** The tables, one for each combination of the levels that the request distinguishes. */
    List<StudyTable> tables() {
        if (spec.kind() == Kind.FACTS) {
            return List.of(facts());
        }
        List<Observation> all =
                origins.stream().flatMap(o -> o.observations().stream()).toList();
        List<StudyTable> tables = new ArrayList<>();
        for (Map<String, String> combination : design.combinations(spec.per(), all)) {
            Map<String, String> where = StudyDesign.joined(spec.where(), combination);
            if (design.plans(where) || all.stream().anyMatch(o -> o.matches(where))) {
                tables.add(table(where, combination, all));
            }
        }
        return tables;
    }

    private StudyTable table(Map<String, String> where, Map<String, String> combination, List<Observation> all) {
        List<Observation> here = all.stream().filter(o -> o.matches(where)).toList();
        List<Head> rows = rows(here);
        List<Head> columns = columns(here);
        List<Origin> used = origins.stream()
                .filter(o -> o.observations().stream().anyMatch(one -> one.matches(where)))
                .toList();
        List<Column> heads = new ArrayList<>();
        Map<String, Scope> scopes = new LinkedHashMap<>();
        for (Origin origin : used.isEmpty() ? List.of(new Origin("", List.of())) : used) {
            scopes.put(origin.name(), new Scope(design, origin, where, spec.merged()));
            columns.forEach(column -> heads.add(column.of(origin)));
        }
        List<Row> finished = rows.stream()
                .map(row -> new Row(
                        row.label(),
                        row.unit(),
                        scopes.values().stream()
                                .flatMap(scope -> columns.stream().map(column -> cell(scope, row, column)))
                                .toList()))
                .toList();
        String levels = design.words(combination);
        String id = StudyDesign.id(spec.id(), levels);
        String title = levels.isEmpty() ? spec.title() : spec.title() + ": " + levels;
        return new StudyTable(id, spec.kind(), title, head(), heads, finished, notes(scopes, finished));
    }

    private String head() {
        return switch (spec.kind()) {
            case PERCENTILES -> "Percentile";
            case COMPARE -> "Workload";
            case GRID -> "Configuration";
            case SWEEP -> "Level";
            default -> "Metric";
        };
    }

    private List<Head> rows(List<Observation> here) {
        return switch (spec.kind()) {
            case PERCENTILES ->
                spec.percentiles().stream()
                        .map(name -> {
                            Formula metric = metric(name, Unit.NONE, OptionalInt.empty());
                            return new Head("", percentileLabel(name), Map.of(), Optional.of(metric));
                        })
                        .toList();
            case GRID -> subjects().map(s -> head("", s)).toList();
            case SWEEP ->
                sweptFactor(here).stream()
                        .flatMap(factor -> design.levelsOf(factor, here).stream()
                                .map(level -> Map.of(factor, level))
                                .filter(level -> design.plans(StudyDesign.joined(spec.where(), level))
                                        || here.stream().anyMatch(o -> o.matches(level)))
                                .map(level -> new Head(factor + " " + level.get(factor), level)))
                        .toList();
            default ->
                spec.formulas().stream()
                        .map(f -> new Head("", f.label(), f.where(), Optional.of(f)))
                        .toList();
        };
    }

    private Optional<String> sweptFactor(List<Observation> here) {
        return StudyDesign.SWEPT.stream()
                .filter(factor -> here.stream().anyMatch(o -> o.labels().containsKey(factor))
                        || design.planned().stream()
                                .anyMatch(run -> run.containsKey(factor)
                                        && run.entrySet()
                                                .containsAll(spec.where().entrySet())))
                .findFirst();
    }

    private List<Head> columns(List<Observation> here) {
        return switch (spec.kind()) {
            case PERCENTILES ->
                spec.operations().entrySet().stream()
                        .map(o -> new Head("", o.getValue(), Map.of(), Optional.of(ofOperation(o.getKey()))))
                        .toList();
            case GRID -> {
                List<Head> repeats = design.levelsOf(Observation.REPEAT, here).stream()
                        .map(repeat -> new Head("run " + repeat, Map.of(Observation.REPEAT, repeat)))
                        .toList();
                yield ofEachFormula(repeats.isEmpty() ? List.of(new Head("run 1", Map.of())) : repeats);
            }
            case SWEEP -> ofEachFormula(subjects().map(s -> head("", s)).toList());
            case COMPARE -> {
                String baseline = design.baseline().orElse("");
                String against = " vs " + design.label(design.subjectFactor(), baseline);
                yield subjects()
                        .filter(s -> !s.name().equals(baseline))
                        .map(s -> head(against, s))
                        .toList();
            }
            default -> subjects().map(s -> head("", s)).toList();
        };
    }

    private List<Head> ofEachFormula(List<Head> heads) {
        return spec.formulas().stream()
                .flatMap(f -> heads.stream().map(h -> new Head(f.label(), h.label(), h.where(), Optional.of(f))))
                .toList();
    }

    /** The formula of a column of a percentile table lacks the percentile, which the row has. */
    private Formula ofOperation(String operation) {
        Formula first = spec.formulas().get(0);
        return metric(operation, first.unit(), first.decimals());
    }

    private static Formula metric(String name, Unit unit, OptionalInt decimals) {
        return new Formula(name, new Expression.Reference(name), unit, decimals, Map.of());
    }

    private Head head(String after, Level subject) {
        return new Head(subject.label() + after, Map.of(design.subjectFactor(), subject.name()));
    }

    private Stream<Level> subjects() {
        return design.subjects().stream()
                .filter(s -> spec.subjects().isEmpty() || spec.subjects().contains(s.name()));
    }

    private Cell cell(Scope scope, Head row, Head column) {
        Scope narrowed = scope.with(row.where()).with(column.where());
        if (spec.kind() == Kind.COMPARE) {
            return change(row.formula().orElseThrow(), scope.with(row.where()), narrowed);
        }
        Formula formula = column.formula().or(row::formula).orElseThrow();
        Expression expression = spec.kind() == Kind.PERCENTILES
                ? new Expression.Reference(row.formula().orElseThrow().label() + "(" + formula.label() + ")")
                : formula.expression();
        Value value = expression.in(narrowed);
        return switch (value.state()) {
            case NUMBER ->
                Cell.number(
                        Digits.in(formula.unit(), value, formula.decimals()),
                        value.number() / formula.unit().factor(),
                        value.mark());
            case TEXT -> Cell.text(value.text());
            case MISSING -> design.plans(narrowed.where()) ? Cell.tbd() : Cell.notApplicable();
            case MEANINGLESS -> Cell.notApplicable();
        };
    }

    private Cell change(Formula formula, Scope scope, Scope candidate) {
        Scope baseline = scope.with(design.subjectFactor(), design.baseline().orElse(""));
        Value ratio = Function.ratio(formula.expression(), candidate, baseline);
        if (!ratio.isNumber()) {
            return Cell.tbd();
        }
        boolean lower = formula.expression().lowerIsBetter();
        Tone tone = ratio.number() == 1 ? Tone.NEUTRAL : ratio.number() < 1 == lower ? Tone.BETTER : Tone.WORSE;
        String mark = ratio.runs()
                .map(Value.RatioRuns::comparison)
                .filter(c -> !c.ratio95().contains(1))
                .map(c -> SIGNIFICANT)
                .orElse(ratio.mark());
        return Cell.number(Digits.change(ratio.number()), 100 * (ratio.number() - 1), mark)
                .toned(tone);
    }

    private StudyTable facts() {
        boolean bySubject = spec.facts().values().stream().anyMatch(values -> values.size() > 1);
        List<Column> columns = bySubject
                ? subjects().map(s -> new Column("", s.label(), "")).toList()
                : List.of(new Column("", "Value", ""));
        List<Row> rows = new ArrayList<>();
        spec.facts()
                .forEach((name, values) -> rows.add(new Row(
                        name, "", values.stream().map(TableBuilder::cell).toList())));
        return new StudyTable(spec.id(), spec.kind(), spec.title(), "Parameter", columns, rows, List.of());
    }

    private static Cell cell(String value) {
        if (value.equals(StudyTable.TBD)) {
            return Cell.tbd();
        }
        return value.isEmpty() ? Cell.notApplicable() : Cell.text(value);
    }

    /** A row of a percentile table as people read it: {@code 75th}, {@code 3-nines}. */
    private static String percentileLabel(String name) {
        if (name.matches("p\\d+")) {
            return name.substring(1) + "th";
        }
        return name.matches("n\\d") ? name.substring(1) + "-nines" : name;
    }

    /**
     * What is to be said beneath a table.
     *
     * @param scopes by the name of their origin
     */
    private List<String> notes(Map<String, Scope> scopes, List<Row> rows) {
        List<String> notes = new ArrayList<>();
        if (has(rows, Scope.INVALID)) {
            notes.add(Scope.INVALID + " a run behind this value is INVALID");
        }
        boolean marked = Stream.of(PercentileSupport.INDICATIVE, PercentileSupport.UNSUPPORTED)
                .anyMatch(support -> has(rows, support.mark()));
        if (spec.kind() != Kind.COMPARE && marked) {
            notes.add(PercentileSupport.LEGEND);
        }
        scopes.forEach((origin, scope) -> {
            if (spec.kind() == Kind.COMPARE) {
                notes.add(replication(scope, rows) + (origin.isEmpty() ? "" : " (" + origin + ")"));
            }
            if (spec.kind() == Kind.PERCENTILES) {
                notPooled(scope).ifPresent(notes::add);
                if (scope.observations().size() > 1) {
                    notes.add(
                            spec.merged()
                                    ? "percentiles of all runs together"
                                    : "means of each run's percentiles, which are not percentiles of all runs together");
                }
            }
        });
        return notes.stream().distinct().toList();
    }

    private static boolean has(List<Row> rows, String mark) {
        return rows.stream()
                .flatMap(r -> r.cells().stream())
                .anyMatch(c -> c.mark().equals(mark));
    }

    private static String replication(Scope scope, List<Row> rows) {
        long repeats = scope.observations().stream()
                .map(o -> o.labels().getOrDefault(Observation.REPEAT, "1"))
                .distinct()
                .count();
        if (repeats < Comparison.MIN_RUNS) {
            return "no replication: what lies between two columns may be chance";
        }
        return has(rows, SIGNIFICANT)
                ? SIGNIFICANT + " the 95 % interval over " + repeats + " runs each does not hold 0"
                : "no difference is larger than chance explains, over " + repeats + " runs each";
    }

    /** A column of all operations that lies outside those of its parts is no distribution. */
    private Optional<String> notPooled(Scope scope) {
        Optional<PercentileTable> total = Tails.table(scope, TOTAL);
        List<PercentileTable> parts = PARTS.stream()
                .flatMap(part -> Tails.table(scope, part).stream())
                .toList();
        Set<String> shown = spec.operations().keySet();
        if (!shown.contains(TOTAL)
                || !shown.containsAll(PARTS)
                || total.isEmpty()
                || parts.size() < PARTS.size()
                || !scope.results().isEmpty()) {
            return Optional.empty();
        }
        List<String> outside = total.get().notPooledFrom(parts).stream()
                .map(TableBuilder::percentileLabel)
                .toList();
        return outside.isEmpty()
                ? Optional.empty()
                : Optional.of("the total is not a pooled distribution: it lies outside read and write at "
                        + String.join(", ", outside) + "; consistent with averaging percentiles over runs");
    }
}
