package io.dbharness.study;

import io.dbharness.study.StudyTable.Cell;
import io.dbharness.study.StudyTable.Column;
import io.dbharness.study.StudyTable.Kind;
import io.dbharness.study.StudyTable.Row;
import io.dbharness.study.StudyTable.Tone;
import io.dbharness.study.TableHeads.Head;
import io.dbharness.study.TableHeads.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Fills one table. A cell lies where a row and a column meet: each narrows the scope, one of them has the formula.
 *
 * @param design  of the study
 * @param origins with data
 * @param spec    what is asked for
 */
record TableBuilder(StudyDesign design, List<Source> origins, TableSpec spec) {

    /**
     * A column with what is in it.
     *
     * @param scopes one; of a ratio two, measured and published
     */
    private record Place(Column column, Head head, List<Scope> scopes) {}

    /** The tables, one for each combination of the levels that the request distinguishes. */
    List<StudyTable> tables() {
        if (spec.kind() == Kind.FACTS) {
            return List.of(new FactTable(design, origins, spec).table());
        }
        List<Source> asked = summarizesMeans()
                ? origins.stream().filter(this::hasRunsToMerge).toList()
                : origins;
        if (asked.isEmpty() && !origins.isEmpty()) {
            return List.of();
        }
        return new TableBuilder(design, asked, spec).each();
    }

    private List<StudyTable> each() {
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

    /** Returns true if another table has means of the same runs, so that this one adds something only where runs can be merged. */
    private boolean summarizesMeans() {
        return spec.kind() == Kind.PERCENTILES
                && spec.merged()
                && design.tables().stream()
                        .anyMatch(other -> other.kind() == Kind.PERCENTILES
                                && !other.merged()
                                && other.where().equals(spec.where()));
    }

    private boolean hasRunsToMerge(Source origin) {
        return origin.observations().stream()
                        .filter(o -> o.matches(spec.where()) && o.result().isPresent())
                        .count()
                > 1;
    }

    private StudyTable table(Map<String, String> where, Map<String, String> combination, List<Observation> all) {
        List<Observation> here = all.stream().filter(o -> o.matches(where)).toList();
        List<Scope> used = origins.stream()
                .filter(o -> o.observations().stream().anyMatch(one -> one.matches(where)))
                .map(origin -> new Scope(design, origin, where, spec.merged()))
                .toList();
        List<Scope> scopes = used.isEmpty() ? List.of(new Scope(design, measured(), where, spec.merged())) : used;
        TableHeads heads = new TableHeads(design, spec, here);
        List<Place> places =
                heads.slots().stream().flatMap(slot -> places(slot, scopes)).toList();
        List<Row> rows = heads.rows().stream()
                .map(row -> new Row(
                        row.label(),
                        row.unit(),
                        places.stream().map(place -> cell(place, row)).toList()))
                .toList();
        List<Column> columns = places.stream().map(Place::column).toList();
        String levels = design.words(combination);
        String id = StudyDesign.id(spec.id(), levels);
        String title = levels.isEmpty() ? spec.title() : spec.title() + ": " + levels;
        List<String> notes = new TableNotes(spec, scopes, rows).notes();
        return new StudyTable(id, spec.kind(), title, heads.word(), columns, rows, notes);
    }

    /** Returns the origin with what this study measured, which may be nothing. */
    private Source measured() {
        return origins.stream().filter(Source::isOurs).findFirst().orElseGet(() -> new Source("", List.of()));
    }

    /** Returns the columns of a slot: those of each origin and, behind them, the ratio of the first to the published one. */
    private Stream<Place> places(Slot slot, List<Scope> scopes) {
        if (scopes.size() == 1) {
            Source only = scopes.get(0).origin();
            return slot.heads().stream().map(head -> new Place(head.of(only), head, scopes));
        }
        Scope first = scopes.get(0);
        Scope last = scopes.get(scopes.size() - 1);
        Stream<Place> each = scopes.stream()
                .flatMap(scope -> slot.heads().stream()
                        .filter(head -> slot.heads().size() == 1
                                || scope.with(head.where()).observations().size() > 0)
                        .map(head -> new Place(slot.column(head, scope.origin()), head, List.of(scope))));
        Column ratio = new Column(slot.name(), StudyTable.Basis.RATIO.word(), "");
        return last.origin().isPublished() && spec.kind() != Kind.COMPARE
                ? Stream.concat(each, Stream.of(new Place(ratio, slot.whole(), List.of(first, last))))
                : each;
    }

    private Cell cell(Place place, Head row) {
        Scope scope = place.scopes().get(0);
        boolean empty = scope.excludes(row.where())
                || scope.with(row.where()).excludes(place.head().where());
        if (empty) {
            return Cell.notApplicable();
        }
        if (place.scopes().size() > 1) {
            return ratio(value(scope, row, place.head()), value(place.scopes().get(1), row, place.head()));
        }
        if (spec.kind() == Kind.COMPARE) {
            Scope here = scope.with(row.where());
            Cell change = change(
                    row.formula().orElseThrow(), here, here.with(place.head().where()));
            return change.from(scope.origin().basis(false));
        }
        Value value = value(scope, row, place.head());
        Cell cell = switch (value.state()) {
            case NUMBER -> number(value, formula(row, place.head()));
            case TEXT -> Cell.text(value.text());
            case MISSING ->
                design.plans(scope.with(row.where()).with(place.head().where()).where())
                        ? Cell.tbd(why(scope, value))
                        : Cell.notApplicable();
            case MEANINGLESS -> Cell.notApplicable();
        };
        return cell.from(scope.origin().basis(value.printed().isPresent()));
    }

    /** Why nothing was measured; a publication need not say. */
    private static String why(Scope scope, Value missing) {
        boolean ours = scope.origin().isOurs() && !scope.origin().observations().isEmpty();
        return ours ? missing.text() : "";
    }

    private static Formula formula(Head row, Head column) {
        return column.formula().or(row::formula).orElseThrow();
    }

    private Value value(Scope scope, Head row, Head column) {
        Formula formula = formula(row, column);
        Expression expression = spec.kind() == Kind.PERCENTILES
                ? new Expression.Reference(row.formula().orElseThrow().label() + "(" + formula.label() + ")")
                : formula.expression();
        return expression.in(scope.with(row.where()).with(column.where()));
    }

    private static Cell number(Value value, Formula formula) {
        String text = Digits.in(formula.unit(), value, formula.decimals());
        return Cell.number(text, value.number() / formula.unit().factor(), value.mark());
    }

    private static Cell ratio(Value measured, Value published) {
        Value ratio = measured.with(published, (a, b) -> b == 0 ? Double.NaN : a / b);
        return ratio.isNumber()
                ? Cell.number(Digits.three(ratio.number()), ratio.number(), ratio.mark())
                        .from(StudyTable.Basis.RATIO)
                : Cell.notApplicable();
    }

    private Cell change(Formula formula, Scope scope, Scope candidate) {
        Scope baseline = scope.with(design.subjectFactor(), design.baseline().orElse(""));
        Value ratio = Function.ratio(formula.expression(), candidate, baseline);
        if (!ratio.isNumber()) {
            return Cell.tbd(why(scope, ratio));
        }
        boolean lower = formula.expression().lowerIsBetter();
        Tone tone = ratio.number() == 1 ? Tone.NEUTRAL : ratio.number() < 1 == lower ? Tone.BETTER : Tone.WORSE;
        String mark = ratio.runs()
                .map(Value.RatioRuns::comparison)
                .filter(c -> !c.ratio95().contains(1))
                .map(c -> TableNotes.SIGNIFICANT)
                .orElse(ratio.mark());
        return Cell.number(Digits.change(ratio.number()), 100 * (ratio.number() - 1), mark)
                .toned(tone);
    }
}
