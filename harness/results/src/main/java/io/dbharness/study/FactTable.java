package io.dbharness.study;

import io.dbharness.result.RunResult;
import io.dbharness.study.StudyTable.Basis;
import io.dbharness.study.StudyTable.Cell;
import io.dbharness.study.StudyTable.Column;
import io.dbharness.study.StudyTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Fills a table of facts: the published facts and, where runs record them, the measured ones beside them.
 *
 * @param design  of the study
 * @param origins with data
 * @param spec    requested table
 */
record FactTable(StudyDesign design, List<Source> origins, TableSpec spec) {

    private static final String DIFFERS = "≠";
    /** The name of something that runs record. */
    private static final String RECORDED = "(target|workload|client|plan)\\..+";

    private static final String NUMBER = "([\\d,.]+)( .*)?";

    StudyTable table() {
        boolean bySubject =
                spec.facts().stream().anyMatch(fact -> fact.published().size() > 1);
        List<String> heads = bySubject
                ? design.subjects().stream()
                        .filter(s ->
                                spec.subjects().isEmpty() || spec.subjects().contains(s.name()))
                        .map(StudyDesign.Level::name)
                        .toList()
                : List.of("");
        List<Column> columns = new ArrayList<>();
        List<List<Cell>> cells =
                spec.facts().stream().<List<Cell>>map(f -> new ArrayList<>()).toList();
        for (int i = 0; i < heads.size(); i++) {
            String subject = heads.get(i);
            String label = bySubject ? design.label(design.subjectFactor(), subject) : "";
            add(i, measured(i, subject), label, columns, cells);
        }
        List<Row> rows = IntStream.range(0, cells.size())
                .mapToObj(i -> new Row(spec.facts().get(i).name(), "", cells.get(i)))
                .toList();
        boolean differs = rows.stream()
                .flatMap(row -> row.cells().stream())
                .anyMatch(c -> c.mark().equals(DIFFERS));
        List<String> notes = differs ? List.of(DIFFERS + " differs from what was published") : List.of();
        return new StudyTable(spec.id(), spec.kind(), spec.title(), "Parameter", columns, rows, notes);
    }

    /** Adds what was published of one subject or of all; if anything is known of it, what was measured on comes first. */
    private void add(int place, List<String> measured, String label, List<Column> columns, List<List<Cell>> cells) {
        boolean paired = measured.stream().anyMatch(value -> !value.isEmpty());
        if (paired) {
            columns.add(new Column(label, "measured on", ""));
        }
        columns.add(
                paired
                        ? new Column(label, Source.PUBLISHED, "")
                        : new Column("", label.isEmpty() ? "Value" : label, ""));
        for (int i = 0; i < cells.size(); i++) {
            String published = spec.facts().get(i).published().get(place);
            if (paired) {
                Cell own = cell(measured.get(i)).from(Basis.MEASURED);
                cells.get(i)
                        .add(
                                own.state() != StudyTable.State.TEXT || same(own.text(), published)
                                        ? own
                                        : own.marked(DIFFERS));
            }
            cells.get(i).add(cell(published).from(Basis.PRINTED));
        }
    }

    /** Returns the values of a fact in the runs of one subject, or of all; empty if they do not record it. */
    private List<String> measured(int place, String subject) {
        List<RunResult> runs = origins.stream()
                .flatMap(o -> o.observations().stream())
                .filter(o -> o.matches(spec.where()))
                .filter(o -> subject.isEmpty() || o.matches(Map.of(design.subjectFactor(), subject)))
                .flatMap(o -> o.result().stream())
                .toList();
        Map<String, Set<String>> recorded = RunFacts.of(runs);
        return spec.facts().stream()
                .map(fact -> fact.measured().get(place))
                .map(text -> text.matches(RECORDED) ? String.join(" | ", recorded.getOrDefault(text, Set.of())) : text)
                .map(text -> runs.isEmpty() ? "" : text)
                .toList();
    }

    private static Cell cell(String value) {
        if (value.equals(StudyTable.TBD)) {
            return Cell.tbd("");
        }
        return value.isEmpty() ? Cell.notApplicable() : Cell.text(value);
    }

    /** Returns true for equal numbers, whatever the name of their unit, or if the words contain the published ones. */
    private static boolean same(String measured, String published) {
        boolean numbers = measured.matches(NUMBER) && published.matches(NUMBER);
        return numbers
                ? number(measured).equals(number(published))
                : measured.toLowerCase(Locale.ROOT).contains(published.toLowerCase(Locale.ROOT));
    }

    private static String number(String text) {
        return text.replaceFirst(" .*", "").replace(",", "");
    }
}
