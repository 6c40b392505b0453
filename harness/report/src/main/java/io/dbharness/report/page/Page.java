package io.dbharness.report.page;

import io.dbharness.model.Resources;
import io.dbharness.report.CellTable;
import io.dbharness.report.LatencyCell;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Figure;
import io.dbharness.report.chart.Html;
import io.dbharness.result.Verdict;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes a page from top to bottom. Texts are escaped. One thread. */
final class Page {

    /** One line on each word that a page uses, in the order of reading. */
    static final Map<String, String> GLOSSARY = Collections.unmodifiableMap(Resources.text(Page.class, "glossary.txt")
            .lines()
            .map(line -> line.split(": ", 2))
            .collect(Collectors.toMap(line -> line[0], line -> line[1], (a, b) -> a, LinkedHashMap::new)));

    private final String title;
    private final String header;
    private final StringBuilder sections = new StringBuilder();
    private final StringBuilder contents = new StringBuilder();
    /** Ends the section that is open; empty before the first. */
    private String end = "";

    /**
     * Starts the page with its verdict, the first thing that a reader sees.
     *
     * @param title   of the document
     * @param verdict empty for published figures: there is no run to judge
     * @param what    was run
     * @param when    and how
     */
    Page(String title, Optional<Verdict> verdict, String what, String when) {
        this(title, verdict, verdict.map(Verdict::name).orElse("PUBLISHED"), what, when);
    }

    /** Starts the page with another word in the colour of the verdict. */
    Page(String title, Optional<Verdict> verdict, String word, String what, String when) {
        this.title = title;
        String css =
                verdict.map(v -> "verdict " + v.name().toLowerCase(Locale.ROOT)).orElse("verdict");
        String words = Html.element("div", "", Html.element("h1", what) + Html.element("p", when));
        this.header = Html.element("header", css, Html.element("strong", word) + words) + "\n";
    }

    /** Appends escaped HTML. */
    void html(String html) {
        sections.append(html);
    }

    /** Begins a section; an empty explanation is left out. */
    void section(String heading, String explanation) {
        begin(heading, Html.element("h2", heading), "</section>\n");
        paragraph(explanation);
    }

    /** Begins a section that is folded until a reader opens it, by its heading or by its link at the top. */
    void foldedSection(String heading, String explanation) {
        String summary = Html.element("summary", "", Html.element("h2", heading));
        begin(heading, "<details class=\"more\">" + summary, "</details></section>\n");
        paragraph(explanation);
    }

    private void begin(String heading, String html, String newEnd) {
        String id = heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        contents.append(Html.link("#" + id, heading));
        html(end + "<section id=\"" + id + "\">" + html);
        end = newEnd;
    }

    /** Nothing if it is empty. */
    void paragraph(String text) {
        html(text.isEmpty() ? "" : Html.element("p", text));
    }

    /** Nothing if there are none. */
    void list(List<String> items) {
        String html = items.stream().map(item -> Html.element("li", item)).collect(Collectors.joining());
        html(items.isEmpty() ? "" : Html.element("ul", "", html));
    }

    /** Remarks with a word in front, in the colour of that word; nothing if there are none. */
    void remarks(List<Remark> remarks) {
        html(
                remarks.isEmpty()
                        ? ""
                        : remarks.stream()
                                .map(r -> Html.element(
                                        "li",
                                        r.css(),
                                        Html.element("b", r.word()) + " " + Html.element("span", r.text())))
                                .collect(Collectors.joining("", "<ul class=\"remarks\">", "</ul>")));
    }

    /**
     * A remark on the outcome.
     *
     * @param word for example {@code SUSPECT}, {@code passed} or {@code contradicted}: it selects the colour
     * @param text what it is about
     */
    record Remark(String word, String text) {

        private String css() {
            return word.toLowerCase(Locale.ROOT).replace(' ', '_');
        }
    }

    /** Something to type. */
    void code(String text) {
        html(Html.element("pre", text));
    }

    /** Links to files beside the page or below it: path to what is said of it. */
    void files(Map<String, String> files) {
        StringBuilder links = new StringBuilder();
        files.forEach((path, text) -> links.append(Html.link(path, text)).append(' '));
        html(Html.element("p", "files", links.toString()));
    }

    /**
     * The first screen: the answer in large type and further figures, and beside them a chart where there is room.
     *
     * @param chart empty if there is nothing to draw
     */
    void front(Headline answer, List<Headline> figures, Optional<Chart> chart) {
        html("<div class=\"front" + (chart.isEmpty() ? " alone" : "") + "\"><div><div class=\"answer\">"
                + Html.element("span", answer.name()) + Html.element("b", answer.value())
                + Html.element("small", answer.detail()) + "</div>");
        headlines(figures);
        html("</div>");
        charts(chart.stream().toList());
        html("</div>");
    }

    /** Large numbers with what they are. */
    void headlines(List<Headline> headlines) {
        html(
                headlines.isEmpty()
                        ? ""
                        : headlines.stream()
                                .map(h -> Html.element("span", h.name())
                                        + Html.element("b", h.value())
                                        + Html.element("small", h.detail()))
                                .collect(Collectors.joining(
                                        "</div><div>", "<div class=\"headlines\"><div>", "</div></div>")));
    }

    /**
     * A headline number.
     *
     * @param name   label
     * @param value  with its unit
     * @param detail its uncertainty
     */
    record Headline(String name, String value, String detail) {}

    /** A table with what its marks mean. */
    void table(String caption, CellTable table) {
        html(TableHtml.of(table, caption));
        LatencyCell.legend(table).forEach(line -> html(Html.element("p", "note", Html.escape(line))));
    }

    /** A table that is folded until someone asks for it. */
    void folded(String summary, CellTable table) {
        html("<details class=\"fold\">" + Html.element("summary", summary));
        table(summary, table);
        html("</details>");
    }

    /** A list that is folded until someone asks for it; nothing if there are no items. */
    void folded(String summary, List<String> items) {
        if (!items.isEmpty()) {
            html("<details class=\"fold\">" + Html.element("summary", summary));
            list(items);
            html("</details>");
        }
    }

    /** Names and values. */
    void facts(Map<String, String> facts) {
        StringBuilder html = new StringBuilder();
        facts.forEach((name, value) -> html.append(Html.element("dt", name) + Html.element("dd", value)));
        html(Html.element("dl", "facts", html.toString()));
    }

    /** One below the other, as wide as the page. */
    void charts(List<Chart> charts) {
        charts.forEach(chart -> html(new Figure(chart).html()));
    }

    /** A section of charts, one below the other; nothing if there are none. */
    void charts(String heading, String explanation, List<Chart> charts) {
        if (!charts.isEmpty()) {
            section(heading, explanation);
            charts(charts);
        }
    }

    /** A folded section of charts, one below the other; nothing if there are none. */
    void foldedCharts(String heading, String explanation, List<Chart> charts) {
        if (!charts.isEmpty()) {
            foldedSection(heading, explanation);
            charts(charts);
        }
    }

    /** Charts beside each other, where there is room. */
    void small(List<Chart> charts) {
        html("<div class=\"multiples\">");
        charts(charts);
        html("</div>");
    }

    /** A folded section of charts beside each other; nothing if there are none. */
    void small(String heading, String explanation, List<Chart> charts) {
        if (!charts.isEmpty()) {
            foldedSection(heading, explanation);
            small(charts);
        }
    }

    /** Returns the content between the head of the document and its script. */
    String body() {
        html(end);
        end = "";
        return header + "<nav>" + contents + "</nav>\n<main>\n" + sections + "</main>\n";
    }

    /** The whole document. */
    String html() {
        foldedSection("Glossary", "");
        facts(GLOSSARY);
        String body = body();
        String script = Resources.text(Page.class, "page.js");
        return Resources.text(Page.class, "page.html")
                .formatted(
                        hash(script),
                        Html.element("title", title),
                        Resources.text(Page.class, "page.css"),
                        body,
                        script);
    }

    /** Returns the hash of a script in the form of a content security policy. */
    static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
