package io.dbharness.result.study;

import io.dbharness.result.study.StudyDesign.Level;
import io.dbharness.result.study.StudyTable.Cell;
import io.dbharness.result.study.StudyTable.Column;
import io.dbharness.result.study.StudyTable.Kind;
import io.dbharness.result.study.StudyTable.Row;
import io.dbharness.result.study.StudyTable.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Fills one table. A cell lies where a row and a column meet: each narrows the scope, one of them has the formula.
 *
 * @param design  of the study
 * @param origins with data
 * @param spec    what is asked for
 */
record TableBuilder(StudyDesign design, List<Origin> origins, TableSpec spec) {

    /**
     * A row or a column.
     *
     * @param where   what it is about
     * @param formula what it shows, if it is this one that decides
     */
    private record Head(String group, String label, Map<String, String> where, Optional<Formula> formula) {

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
            return List.of(FactsTable.of(design, spec));
        }
        List<Observation> all =
                origins.stream().flatMap(o -> o.observations().stream()).toList();
        List<StudyTable> tables = new ArrayList<>();
        for (Map<String, String> combination : Combinations.of(design, spec.per(), all)) {
            Map<String, String> where = new TreeMap<>(spec.where());
            where.putAll(combination);
            boolean exists = design.plans(where) || all.stream().anyMatch(o -> o.matches(where));
            if (exists) {
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
            scopes.put(origin.name(), origin.scope(design, where, spec.merged()));
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
        return new StudyTable(
                Combinations.id(spec.id(), levels),
                spec.kind(),
                levels.isEmpty() ? spec.title() : spec.title() + ": " + levels,
                head(),
                heads,
                finished,
                TableNotes.of(spec, scopes, finished));
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
                        .map(name -> new Head("", Combinations.percentile(name), Map.of(), Optional.empty()))
                        .toList();
            case GRID -> subjects().map(s -> head("", s)).toList();
            case SWEEP ->
                sweptFactor(here)
                        .map(factor -> design.levelsOf(factor, here).stream()
                                .filter(level -> design.plans(with(factor, level))
                                        || here.stream().anyMatch(o -> o.matches(Map.of(factor, level))))
                                .map(level ->
                                        new Head("", factor + " " + level, Map.of(factor, level), Optional.empty()))
                                .toList())
                        .orElse(List.of());
            default ->
                spec.formulas().stream()
                        .map(f -> new Head("", f.label(), f.where(), Optional.of(f)))
                        .toList();
        };
    }

    private Map<String, String> with(String factor, String level) {
        Map<String, String> where = new TreeMap<>(spec.where());
        where.put(factor, level);
        return where;
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
                        .map(o -> new Head("", o.getValue(), Map.of(), Optional.of(percentile(o.getKey()))))
                        .toList();
            case GRID -> {
                List<String> repeats = design.levelsOf(Observation.REPEAT, here);
                yield spec.formulas().stream()
                        .flatMap(f -> (repeats.isEmpty() ? List.of("1") : repeats)
                                .stream()
                                        .map(repeat -> new Head(
                                                f.label(),
                                                "run " + repeat,
                                                repeats.isEmpty() ? Map.of() : Map.of(Observation.REPEAT, repeat),
                                                Optional.of(f))))
                        .toList();
            }
            case SWEEP ->
                spec.formulas().stream()
                        .flatMap(f -> subjects()
                                .map(s -> new Head(
                                        f.label(),
                                        s.label(),
                                        Map.of(design.subjectFactor(), s.name()),
                                        Optional.of(f))))
                        .toList();
            case COMPARE ->
                subjects()
                        .filter(s -> !design.baseline().equals(Optional.of(s.name())))
                        .map(s -> head(" vs " + baselineLabel(), s))
                        .toList();
            default -> subjects().map(s -> head("", s)).toList();
        };
    }

    /** The formula of a column of a percentile table lacks the percentile, which the row has. */
    private Formula percentile(String operation) {
        Formula first = spec.formulas().get(0);
        return new Formula(operation, new Expression.Reference(operation), first.unit(), first.decimals(), Map.of());
    }

    private String baselineLabel() {
        return design.baseline()
                .map(name -> design.label(design.subjectFactor(), name))
                .orElse("");
    }

    private Head head(String after, Level subject) {
        return new Head("", subject.label() + after, Map.of(design.subjectFactor(), subject.name()), Optional.empty());
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
        Formula formula = row.formula().or(column::formula).orElseThrow();
        Expression expression = spec.kind() == Kind.PERCENTILES
                ? new Expression.Reference(Combinations.rowName(row.label()) + "(" + formula.label() + ")")
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
        Scope baseline =
                scope.with(Map.of(design.subjectFactor(), design.baseline().orElse("")));
        Value ratio = Function.ratio(formula.expression(), candidate, baseline);
        if (!ratio.isNumber()) {
            return Cell.tbd();
        }
        boolean lower = formula.expression().lowerIsBetter();
        Tone tone = ratio.number() == 1 ? Tone.NEUTRAL : ratio.number() < 1 == lower ? Tone.BETTER : Tone.WORSE;
        String mark = ratio.runs()
                .map(RatioRuns::comparison)
                .filter(c -> !c.ratio95().contains(1))
                .map(c -> TableNotes.SIGNIFICANT)
                .orElse(ratio.mark());
        return Cell.number(Digits.change(ratio.number()), 100 * (ratio.number() - 1), mark)
                .toned(tone);
    }
}
