package io.dbharness.report.page;

import io.dbharness.report.chart.Html;
import io.dbharness.result.study.StudyTable;
import io.dbharness.result.study.StudyTable.Cell;
import io.dbharness.result.study.StudyTable.Column;
import io.dbharness.result.study.StudyTable.Row;
import io.dbharness.result.study.StudyTable.State;
import io.dbharness.result.study.StudyTable.Tone;
import java.util.List;
import java.util.stream.Collectors;

/** A study's table as HTML: what is better or worse has a colour besides its sign, what was not measured stands back. */
final class StudyTableHtml {

    private StudyTableHtml() {}

    static String of(StudyTable table) {
        StringBuilder html = new StringBuilder(Html.element("h3", table.title()));
        html.append("<div class=\"wide\"><table><thead>").append(groups(table.columns()));
        html.append("<tr><th class=\"w\">").append(Html.escape(table.head())).append("</th>");
        boolean words = table.kind() == StudyTable.Kind.FACTS;
        table.columns()
                .forEach(c -> html.append(words ? "<th class=\"w\">" : "<th>")
                        .append(Html.escape(withUnit(c.label(), c.unit())))
                        .append("</th>"));
        html.append("</tr></thead><tbody>");
        for (Row row : table.rows()) {
            html.append("<tr><td class=\"w\">")
                    .append(Html.escape(withUnit(row.label(), row.unit())))
                    .append("</td>");
            row.cells()
                    .forEach(cell -> html.append("<td")
                            .append(css(cell, words))
                            .append('>')
                            .append(Html.escape(cell.marked()))
                            .append("</td>"));
            html.append("</tr>");
        }
        html.append("</tbody></table></div>");
        table.notes()
                .forEach(note -> html.append("<p class=\"note\">")
                        .append(Html.escape(note))
                        .append("</p>"));
        return html.append('\n').toString();
    }

    private static String withUnit(String label, String unit) {
        return unit.isEmpty() ? label : label + ", " + unit;
    }

    /** A line of heads that span their columns; nothing when there are none. */
    private static String groups(List<Column> columns) {
        return columns.stream().allMatch(c -> c.group().isEmpty())
                ? ""
                : Spans.of(columns.stream().map(Column::group).toList()).stream()
                        .map(span -> "<th class=\"group\" colspan=\"" + span.columns() + "\">"
                                + Html.escape(span.text()) + "</th>")
                        .collect(Collectors.joining("", "<tr><th></th>", "</tr>"));
    }

    private static String css(Cell cell, boolean words) {
        boolean off = cell.state() == State.TBD || cell.state() == State.NOT_APPLICABLE;
        String tone = cell.tone() == Tone.BETTER ? "better" : cell.tone() == Tone.WORSE ? "worse" : off ? "off" : "";
        String all = (words ? "w " : "") + tone;
        return all.isEmpty() ? "" : " class=\"" + all.strip() + "\"";
    }
}
