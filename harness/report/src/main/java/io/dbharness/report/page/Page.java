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
        String id = heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        end();
        contents.append(Html.link("#" + id, heading));
        html("<section id=\"" + id + "\">" + Html.element("h2", heading));
        paragraph(explanation);
    }

    private void end() {
        html(sections.isEmpty() ? "" : "</section>\n");
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

    /** Large numbers with what they are. */
    void headlines(List<Headline> headlines) {
        html(headlines.stream()
                .map(h -> Html.element("b", h.value())
                        + Html.element("span", h.name())
                        + Html.element("small", h.detail()))
                .collect(Collectors.joining("</div><div>", "<div class=\"headlines\"><div>", "</div></div>")));
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
    void table(CellTable table) {
        table("", table);
    }

    /** A table with a caption; none if it is empty. */
    void table(String caption, CellTable table) {
        html(TableHtml.of(table, caption));
        LatencyCell.legend(table).forEach(line -> html(Html.element("p", "note", Html.escape(line))));
    }

    /** A table that is folded until someone asks for it. */
    void folded(String summary, CellTable table) {
        html("<details class=\"fold\">" + Html.element("summary", summary));
        table(table);
        html("</details>");
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

    /** A section of charts beside each other, where there is room; nothing if there are none. */
    void small(String heading, String explanation, List<Chart> charts) {
        if (!charts.isEmpty()) {
            section(heading, explanation);
            html("<div class=\"multiples\">");
            charts(charts);
            html("</div>");
        }
    }

    /** Returns the content between the head of the document and its script. */
    String body() {
        end();
        return header + "<nav>" + contents + "</nav>\n<main>\n" + sections + "</main>\n";
    }

    /** The whole document. */
    String html() {
        section("Glossary", "");
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
