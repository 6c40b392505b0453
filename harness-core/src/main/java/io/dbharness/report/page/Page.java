package io.dbharness.report.page;

import io.dbharness.report.LatencyCell;
import io.dbharness.report.OperationTable;
import io.dbharness.report.Table;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Figure;
import io.dbharness.report.chart.Html;
import io.dbharness.result.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A page as it is written, from top to bottom. Everything it is given as text is escaped. One thread. */
final class Page {

    private final String title;
    private final StringBuilder header = new StringBuilder();
    private final StringBuilder sections = new StringBuilder();
    private final StringBuilder contents = new StringBuilder();
    private boolean open;

    Page(String title) {
        this.title = title;
    }

    /** The first thing a reader sees: whether to believe the rest. */
    void verdict(Verdict verdict, String what, String when) {
        String word = verdict.name();
        header.append("<header class=\"verdict ")
                .append(word.toLowerCase(Locale.ROOT))
                .append("\"><strong>")
                .append(word)
                .append("</strong><div>")
                .append(Html.element("h1", what))
                .append(Html.element("p", when))
                .append("</div></header>\n");
    }

    /** Of figures that somebody published: there is no run to judge. */
    void published(String what, String when) {
        header.append("<header class=\"verdict\"><strong>PUBLISHED</strong><div>")
                .append(Html.element("h1", what))
                .append(Html.element("p", when))
                .append("</div></header>\n");
    }

    /** What is escaped already. */
    void html(String html) {
        sections.append(html);
    }

    /** Begins a section; an empty explanation is left out. */
    void section(String heading, String explanation) {
        end();
        String id = heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        contents.append("<a href=\"#")
                .append(id)
                .append("\">")
                .append(Html.escape(heading))
                .append("</a>");
        sections.append("<section id=\"").append(id).append("\">").append(Html.element("h2", heading));
        open = true;
        paragraph(explanation);
    }

    private void end() {
        sections.append(open ? "</section>\n" : "");
        open = false;
    }

    /** Nothing if it is empty. */
    void paragraph(String text) {
        if (!text.isEmpty()) {
            sections.append(Html.element("p", text));
        }
    }

    /** Nothing if there are none. */
    void list(List<String> items) {
        if (!items.isEmpty()) {
            sections.append("<ul>");
            items.forEach(item -> sections.append(Html.element("li", item)));
            sections.append("</ul>");
        }
    }

    /** Something to type. */
    void code(String text) {
        sections.append("<pre>").append(Html.escape(text)).append("</pre>");
    }

    /** Links to files beside the page or below it: path to what is said of it. */
    void files(Map<String, String> files) {
        sections.append("<p class=\"files\">");
        files.forEach((path, text) -> sections.append("<a href=\"")
                .append(Html.escape(path))
                .append("\">")
                .append(Html.escape(text))
                .append("</a> "));
        sections.append("</p>");
    }

    /** Large numbers with what they are. */
    void headlines(List<Headline> headlines) {
        sections.append("<div class=\"headlines\">");
        headlines.forEach(h -> sections.append("<div>")
                .append(Html.element("b", h.value()))
                .append(Html.element("span", h.name()))
                .append(Html.element("small", h.detail()))
                .append("</div>"));
        sections.append("</div>");
    }

    /**
     * A number that stands for the whole.
     *
     * @param name   what it is
     * @param value  with its unit
     * @param detail how sure it is
     */
    record Headline(String name, String value, String detail) {}

    /** A table with what its marks mean. */
    void table(Table table) {
        sections.append(TableHtml.of(table));
        if (table.any(LatencyCell::marked)) {
            note(LatencyCell.LEGEND);
        }
        if (table.any(cell -> cell.endsWith(OperationTable.INTERVAL))) {
            note(OperationTable.INTERVAL_LEGEND);
        }
    }

    private void note(String text) {
        sections.append("<p class=\"note\">").append(Html.escape(text)).append("</p>");
    }

    /** A table that is folded until someone asks for it. */
    void folded(String summary, Table table) {
        sections.append("<details class=\"fold\">").append(Html.element("summary", summary));
        table(table);
        sections.append("</details>");
    }

    /** Names and values. */
    void facts(Map<String, String> facts) {
        sections.append("<dl class=\"facts\">");
        facts.forEach((name, value) -> sections.append(Html.element("dt", name)).append(Html.element("dd", value)));
        sections.append("</dl>");
    }

    /** One below the other, as wide as the page. */
    void charts(List<Chart> charts) {
        charts.forEach(chart -> sections.append(new Figure(chart).html()));
    }

    /** Several beside each other, where there is room. */
    void small(List<Chart> charts) {
        sections.append("<div class=\"multiples\">");
        charts(charts);
        sections.append("</div>");
    }

    /** The whole document. */
    String html() {
        end();
        return Shell.document(title, header + "<nav>" + contents + "</nav>\n<main>\n" + sections + "</main>\n");
    }
}
