package io.dbharness.report.page;

import io.dbharness.report.Table;
import io.dbharness.report.Table.Align;
import io.dbharness.report.Table.Column;
import io.dbharness.report.chart.Html;
import java.util.List;

/** A report's table as HTML, which scrolls by itself where it is wider than the page. */
final class TableHtml {

    private TableHtml() {}

    static String of(Table table) {
        StringBuilder html = new StringBuilder("<div class=\"wide\"><table><thead>");
        List<Column> columns = table.columns();
        if (columns.stream().anyMatch(c -> !c.group().isEmpty())) {
            html.append("<tr>");
            for (int i = 0; i < columns.size(); ) {
                int next = i;
                while (next < columns.size()
                        && columns.get(next).group().equals(columns.get(i).group())) {
                    next++;
                }
                html.append("<th class=\"group\" colspan=\"")
                        .append(next - i)
                        .append("\">")
                        .append(Glossary.explained(columns.get(i).group()))
                        .append("</th>");
                i = next;
            }
            html.append("</tr>");
        }
        html.append("<tr>");
        columns.forEach(c ->
                html.append(css("th", c)).append(Glossary.explained(c.name())).append("</th>"));
        html.append("</tr></thead><tbody>");
        for (List<String> row : table.rows()) {
            html.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                html.append(css("td", columns.get(i)))
                        .append(Html.escape(row.get(i)))
                        .append("</td>");
            }
            html.append("</tr>");
        }
        return html.append("</tbody></table></div>\n").toString();
    }

    private static String css(String tag, Column column) {
        return column.align() == Align.LEFT ? "<" + tag + " class=\"w\">" : "<" + tag + ">";
    }
}
