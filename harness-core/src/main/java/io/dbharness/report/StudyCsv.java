package io.dbharness.report;

import io.dbharness.result.Csv;
import io.dbharness.result.study.ClaimOutcome;
import io.dbharness.result.study.Study;
import io.dbharness.result.study.StudyTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables of a study as files of comma-separated values. */
public final class StudyCsv {

    /** File name to content: a file for each table, one for all numbers ({@code long.csv}), one for the claims. */
    public Map<String, String> files(Study study) {
        Map<String, String> files = new LinkedHashMap<>();
        study.tables().forEach(table -> files.put(table.id() + ".csv", table(table)));
        files.put("long.csv", numbers(study));
        if (!study.claims().isEmpty()) {
            files.put("claims.csv", claims(study.claims()));
        }
        return files;
    }

    private static String table(StudyTable table) {
        List<String> head = new ArrayList<>(List.of(table.head()));
        table.columns().forEach(c -> head.add(StudyReport.head(c.group(), c.label(), c.unit())));
        StringBuilder text = new StringBuilder(Csv.line(head));
        for (StudyTable.Row row : table.rows()) {
            List<String> line = new ArrayList<>(List.of(StudyReport.head("", row.label(), row.unit())));
            row.cells().forEach(cell -> line.add(cell.marked()));
            text.append(Csv.line(line));
        }
        return text.toString();
    }

    /** Every number with all its digits. */
    private static String numbers(Study study) {
        StringBuilder text = new StringBuilder(
                Csv.line(List.of("experiment", "table", "row", "column", "unit", "value", "printed", "mark")));
        for (StudyTable table : study.tables()) {
            for (StudyTable.Row row : table.rows()) {
                for (int i = 0; i < row.cells().size(); i++) {
                    StudyTable.Cell cell = row.cells().get(i);
                    StudyTable.Column column = table.columns().get(i);
                    text.append(Csv.line(List.of(
                            study.name(),
                            table.id(),
                            row.label(),
                            StudyReport.head(column.group(), column.label(), ""),
                            row.unit() + column.unit(),
                            cell.value().isPresent() ? plain(cell.value().getAsDouble()) : "",
                            cell.text(),
                            cell.mark())));
                }
            }
        }
        return text.toString();
    }

    private static String plain(double value) {
        return Double.isInfinite(value) || Double.isNaN(value)
                ? Double.toString(value)
                : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static String claims(List<ClaimOutcome> claims) {
        StringBuilder text = new StringBuilder(Csv.line(List.of("verdict", "claim", "formula", "because")));
        claims.forEach(c -> text.append(Csv.line(List.of(c.verdict().word(), c.text(), c.expression(), c.because()))));
        return text.toString();
    }
}
