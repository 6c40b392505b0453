package io.dbharness.study;

import io.dbharness.study.StudyDesign.Level;
import io.dbharness.study.StudyTable.Column;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The heads of a table's rows and columns.
 *
 * @param design of the study
 * @param spec   requested table
 * @param here   observations of the table
 */
record TableHeads(StudyDesign design, TableSpec spec, List<Observation> here) {

    /**
     * A row or a column.
     *
     * @param group   what it has in common with its neighbours; may be empty
     * @param where   what it is about
     * @param formula what it shows, if it is this one that decides
     */
    record Head(String group, String label, Map<String, String> where, Optional<Formula> formula) {

        Head(String label, Map<String, String> where) {
            this("", label, where, Optional.empty());
        }

        /** With the name of the origin behind what it has in common with its neighbours, or behind its own. */
        Column of(Source origin) {
            return group.isEmpty()
                    ? new Column("", origin.suffix(label), unit())
                    : new Column(origin.suffix(group), label, unit());
        }

        String unit() {
            return formula.map(f -> f.unit().word()).orElse("");
        }
    }

    /**
     * Neighbouring columns, repeated for every origin.
     *
     * @param name  of all of it
     * @param heads one, or one for each run
     * @param whole all runs together
     */
    record Slot(String name, List<Head> heads, Head whole) {

        static Slot of(Head head) {
            return new Slot(
                    head.group().isEmpty() ? head.label() : head.group() + ", " + head.label(), List.of(head), head);
        }

        Column column(Head head, Source origin) {
            return new Column(name, heads.size() == 1 ? origin.word() : origin.suffix(head.label()), head.unit());
        }
    }

    /** Returns the head of the first column. */
    String word() {
        return switch (spec.kind()) {
            case PERCENTILES -> "Percentile";
            case COMPARE -> "Workload";
            case GRID -> "Configuration";
            case SWEEP -> "Level";
            default -> "Metric";
        };
    }

    List<Head> rows() {
        return switch (spec.kind()) {
            case PERCENTILES ->
                spec.percentiles().stream()
                        .map(name -> {
                            Formula metric = metric(name, DisplayUnit.NONE, OptionalInt.empty());
                            return new Head("", percentileLabel(name), Map.of(), Optional.of(metric));
                        })
                        .toList();
            case GRID -> subjects().map(s -> head("", s)).toList();
            case SWEEP ->
                sweptFactor().stream()
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

    private Optional<String> sweptFactor() {
        return design.sweptFactors().stream()
                .filter(factor -> here.stream().anyMatch(o -> o.labels().containsKey(factor))
                        || design.planned().stream()
                                .anyMatch(run -> run.containsKey(factor)
                                        && run.entrySet()
                                                .containsAll(spec.where().entrySet())))
                .findFirst();
    }

    /** From left to right. */
    List<Slot> slots() {
        Stream<Head> heads = switch (spec.kind()) {
            case PERCENTILES ->
                spec.operations().entrySet().stream()
                        .map(o -> new Head("", o.getValue(), Map.of(), Optional.of(ofOperation(o.getKey()))));
            case GRID -> {
                List<String> repeats = design.levelsOf(Observation.REPEAT, here);
                yield (repeats.isEmpty()
                        ? Stream.of(new Head("run 1", Map.of()))
                        : repeats.stream().map(TableHeads::run));
            }
            case COMPARE -> {
                String baseline = design.baseline().orElse("");
                String against = " vs " + design.label(design.subjectFactor(), baseline);
                yield subjects().filter(s -> !s.name().equals(baseline)).map(s -> head(against, s));
            }
            default -> subjects().map(s -> head("", s));
        };
        List<Head> all = heads.toList();
        return switch (spec.kind()) {
            case GRID ->
                spec.formulas().stream()
                        .map(f -> new Slot(
                                f.label(), ofFormula(all, f), new Head(f.label(), "", f.where(), Optional.of(f))))
                        .toList();
            case SWEEP ->
                spec.formulas().stream()
                        .flatMap(f -> ofFormula(all, f).stream())
                        .map(Slot::of)
                        .toList();
            default -> all.stream().map(Slot::of).toList();
        };
    }

    private static Head run(String repeat) {
        return new Head("run " + repeat, Map.of(Observation.REPEAT, repeat));
    }

    /** Returns the heads of a formula: it narrows them, and has none at levels that it is not about. */
    private static List<Head> ofFormula(List<Head> heads, Formula formula) {
        return heads.stream()
                .filter(h -> !StudyDesign.exclude(h.where(), formula.where()))
                .map(h -> new Head(
                        formula.label(),
                        h.label(),
                        StudyDesign.joined(formula.where(), h.where()),
                        Optional.of(formula)))
                .toList();
    }

    /** The formula of a column of a percentile table lacks the percentile, which the row has. */
    private Formula ofOperation(String operation) {
        Formula first = spec.formulas().get(0);
        return metric(operation, first.unit(), first.decimals());
    }

    private static Formula metric(String name, DisplayUnit unit, OptionalInt decimals) {
        return new Formula(name, new Expression.Reference(name), unit, decimals, Map.of());
    }

    private Head head(String after, Level subject) {
        return new Head(subject.label() + after, Map.of(design.subjectFactor(), subject.name()));
    }

    private Stream<Level> subjects() {
        return design.subjects().stream()
                .filter(s -> spec.subjects().isEmpty() || spec.subjects().contains(s.name()));
    }

    /** A row of a percentile table as people read it: {@code 75th}, {@code 3-nines}. */
    static String percentileLabel(String name) {
        if (name.matches("p\\d+")) {
            return name.substring(1) + "th";
        }
        return name.matches("n\\d") ? name.substring(1) + "-nines" : name;
    }
}
