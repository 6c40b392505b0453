package io.dbharness.result.study;

import io.dbharness.result.study.StudyDesign.Level;
import io.dbharness.result.study.StudyTable.Cell;
import io.dbharness.result.study.StudyTable.Column;
import io.dbharness.result.study.StudyTable.Row;
import java.util.ArrayList;
import java.util.List;

/** Tables of what a file declares, which nobody measured. */
final class FactsTable {

    private FactsTable() {}

    static StudyTable of(StudyDesign design, TableSpec spec) {
        List<Level> subjects = design.subjects().stream()
                .filter(s -> spec.subjects().isEmpty() || spec.subjects().contains(s.name()))
                .toList();
        boolean bySubject = spec.facts().values().stream().anyMatch(values -> values.size() > 1);
        List<Column> columns = bySubject
                ? subjects.stream().map(s -> new Column("", s.label(), "")).toList()
                : List.of(new Column("", "Value", ""));
        List<Row> rows = new ArrayList<>();
        spec.facts()
                .forEach((name, values) -> rows.add(
                        new Row(name, "", values.stream().map(FactsTable::cell).toList())));
        return new StudyTable(spec.id(), spec.kind(), spec.title(), "Parameter", columns, rows, List.of());
    }

    private static Cell cell(String value) {
        if (value.equals(StudyTable.TBD)) {
            return Cell.tbd();
        }
        return value.isEmpty() ? Cell.notApplicable() : Cell.text(value);
    }
}
