package io.dbharness.report.page;

import io.dbharness.report.CellTable;
import io.dbharness.report.CellTable.Align;
import io.dbharness.report.chart.Html;
import io.dbharness.study.Study.ClaimOutcome;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import io.dbharness.study.StudyTable;
import io.dbharness.study.StudyTable.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Tables as HTML, which scroll by themselves where they are wider than the page. Words are aligned left, numbers right. */
final class TableHtml {

    private static final String WORDS = "w";

    private TableHtml() {}

    /**
     * A report's table, with the words of the glossary explained.
     *
     * @param caption what it shows
     */
    static String of(CellTable table, String caption) {
        List<CellTable.Column> columns = table.columns();
        List<String> css =
                columns.stream().map(c -> c.align() == Align.LEFT ? WORDS : "").toList();
        return table(
                "",
                caption,
                groups("", columns.stream().map(CellTable.Column::group).toList(), TableHtml::explained),
                IntStream.range(0, columns.size())
                        .mapToObj(i -> head(css.get(i), explained(columns.get(i).name())))
                        .toList(),
                table.rows().stream()
                        .map(row -> IntStream.range(0, row.size())
                                .mapToObj(i -> cell(i, css.get(i), Html.escape(row.get(i))))
                                .toList())
                        .toList());
    }

    /** A word of the glossary with its line for those who point at it. */
    private static String explained(String text) {
        String meaning = Page.GLOSSARY.get(text.split(",", 2)[0]);
        return meaning == null
                ? Html.escape(text)
                : "<abbr title=\"" + Html.escape(meaning) + "\">" + Html.escape(text) + "</abbr>";
    }

    /** A study's table with its title and notes: better and worse have a colour besides their sign, what was not measured is pale. */
    static String of(StudyTable table) {
        String words = table.kind() == StudyTable.Kind.FACTS ? WORDS : "";
        List<String> heads = new ArrayList<>(List.of(head(WORDS, Html.escape(table.head()))));
        table.columns().forEach(c -> heads.add(head(words, Html.escape(c.below()))));
        List<List<String>> rows = new ArrayList<>();
        for (StudyTable.Row row : table.rows()) {
            List<String> cells = new ArrayList<>(List.of(cell(0, WORDS, Html.escape(row.full()))));
            row.cells()
                    .forEach(
                            c -> cells.add(Html.element("td", (words + " " + css(c)).strip(), Html.escape(c.shown()))));
            rows.add(cells);
        }
        StringBuilder html = new StringBuilder()
                .append(table("titled", table.title(), groups("<td></td>", table.groups(), Html::escape), heads, rows));
        table.notes().forEach(note -> html.append(Html.element("p", "note", Html.escape(note))));
        return html.append('\n').toString();
    }

    private static String css(StudyTable.Cell cell) {
        boolean off = cell.state() == State.TBD || cell.state() == State.NOT_APPLICABLE;
        return switch (cell.tone()) {
            case BETTER -> "better";
            case WORSE -> "worse";
            case NEUTRAL ->
                off
                        ? "off"
                        : cell.basis() == StudyTable.Basis.MEASURED
                                ? ""
                                : cell.basis().word();
        };
    }

    /**
     * Claims: the verdict first, in words and in colour.
     *
     * @param what they are
     * @param word for a verdict
     */
    static String claims(String what, List<ClaimOutcome> claims, Function<Verdict, String> word) {
        List<List<String>> rows = new ArrayList<>();
        for (ClaimOutcome claim : claims) {
            String verdict = claim.verdict().name().toLowerCase(Locale.ROOT);
            String formula = claim.expression().isEmpty() ? "" : "<br>" + Html.element("code", claim.expression());
            rows.add(List.of(
                    cell(0, WORDS + " " + verdict, Html.escape(word.apply(claim.verdict()))),
                    Html.element("td", WORDS, Html.escape(claim.text()) + formula),
                    Html.element("td", WORDS, Html.escape(claim.because()))));
        }
        List<String> heads = List.of("verdict", what, "because").stream()
                .map(head -> head(WORDS, Html.escape(head)))
                .toList();
        return table("claims", "Each " + what + " with its verdict and the numbers behind it", "", heads, rows);
    }

    /** The first cell of a row is its head. */
    private static String cell(int column, String css, String html) {
        return column == 0 ? scoped("row", css, html) : Html.element("td", css, html);
    }

    /** The head of a column. */
    private static String head(String css, String html) {
        return scoped("col", css, html);
    }

    private static String scoped(String scope, String css, String html) {
        return Html.element("th", css, html).replaceFirst("<th", "<th scope=\"" + scope + "\"");
    }

    private static String table(
            String css, String caption, String groups, List<String> heads, List<List<String>> rows) {
        StringBuilder body = new StringBuilder();
        rows.forEach(row -> body.append(Html.element("tr", "", String.join("", row))));
        String head = Html.element("caption", caption)
                + Html.element("thead", "", groups + Html.element("tr", "", String.join("", heads)));
        String table = Html.element("table", css, head + Html.element("tbody", "", body.toString()));
        return Html.element("div", "wide", table) + "\n";
    }

    /** A line of heads that span neighbours of one group; nothing when there are no groups. */
    private static String groups(String before, List<String> groups, UnaryOperator<String> words) {
        if (groups.stream().allMatch(String::isEmpty)) {
            return "";
        }
        StringBuilder html = new StringBuilder(before);
        for (int i = 0; i < groups.size(); ) {
            int next = i;
            while (next < groups.size() && groups.get(next).equals(groups.get(i))) {
                next++;
            }
            String span = " colspan=\"" + (next - i) + "\">";
            html.append(
                    groups.get(i).isEmpty()
                            ? "<td" + span + "</td>"
                            : "<th scope=\"colgroup\" class=\"group\"" + span + words.apply(groups.get(i)) + "</th>");
            i = next;
        }
        return Html.element("tr", "", html.toString());
    }
}
