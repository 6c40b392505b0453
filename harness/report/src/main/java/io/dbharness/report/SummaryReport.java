package io.dbharness.report;

import io.dbharness.model.Caveat.Severity;
import io.dbharness.model.Internal;
import io.dbharness.report.CellTable.Columns;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders the answer of a run or an experiment for one screen of a terminal: at most {@value #LINES} lines of at most {@value #COLUMNS}
 * columns. Plain text without escape sequences, the verdict first. What does not fit is counted. Immutable.
 *
 * @param outcomes of the conditions
 * @param page     path of the page, on the last line, which may be longer than the others; empty if there is none
 */
@Internal
public record SummaryReport(ConditionOutcomes outcomes, String page) {

    static final int LINES = 30;
    static final int COLUMNS = 100;

    private static final int LABEL_WIDTH = 12;
    private static final String INDENT = "    ";
    private static final int MOST_TITLE = 2;
    private static final int MOST_FACTS = 8;
    private static final int MOST_NOT_RUN = 2;
    private static final int MOST_CONDITIONS = 5;
    /** Lines of the table that caveats never take: its heads, three operations, the legend. */
    private static final int LEAST_TABLE = 8;

    private static final String ELSEWHERE = ": --verbose or the page";

    /** The answer of one run. */
    public String report(RunResult result) {
        List<String> title = wrapped(
                ReportSentences.title(result) + ", " + result.createdAt(),
                result.verdict() + ReportSentences.verdicts(result) + "  ",
                INDENT);
        List<List<String>> facts = new ArrayList<>(figures(List.of(result), ""));
        ReportSentences.faults(result).forEach(fault -> facts.add(labelled("fault", fault)));
        if (!RunTables.intended(result).isEmpty()) {
            facts.add(labelled("intended", RunTables.intended(result)));
        }
        List<String> caveats = result.caveats().stream()
                .filter(caveat -> caveat.severity() != Severity.NOTE)
                .map(caveat -> ReportSentences.advised(caveat.severity() + " " + ReportSentences.caveat(caveat)))
                .toList();
        int notes = result.caveats().size() - caveats.size();
        return text(
                title,
                facts,
                operations(result),
                labelled("checks", ReportSentences.checks(result).get(0)),
                caveats,
                notes);
    }

    /**
     * The answer of an experiment. Repeats have their mean and the interval between them first, levels a line each.
     *
     * @param notRun runs that were planned and not made
     */
    public String report(SeriesReport series, List<String> notRun) {
        List<SeriesLevel> levels = series.levels();
        List<List<String>> facts = new ArrayList<>();
        CellTable table = CellTable.words(List.of(), List.of());
        if (levels.size() == 1) {
            SeriesLevel only = levels.get(0);
            if (!only.factors().isEmpty()) {
                facts.add(labelled("level", only.name()));
            }
            facts.addAll(
                    figures(only.runs(), " between runs (n = " + only.runs().size() + ")"));
            table = operations(only.merged());
        } else if (!levels.isEmpty()) {
            table = SeriesLevel.table(levels);
        }
        series.findings().forEach(finding -> facts.add(wrapped(finding, "", INDENT)));
        if (!notRun.isEmpty()) {
            facts.add(opening(labelled("not run", String.join("; ", notRun)), MOST_NOT_RUN));
        }
        List<String> caveats =
                series.reasons().stream().map(ReportSentences::advised).toList();
        return text(wrapped(series.title(), "", INDENT), facts, table, List.of(), caveats, 0);
    }

    /** Score and throughput of runs that differ only by chance. */
    private static List<List<String>> figures(List<RunResult> runs, String between) {
        String mode = runs.get(0).workload().parameters().get("mode");
        return MainFigure.of(runs).stream()
                .map(figure -> {
                    String certainty = figure.runs() > 1
                            ? between
                            : figure.interval95().isEmpty()
                                    ? " (too short a run for a confidence interval)"
                                    : " (95 % confidence within this run)";
                    return figure.isScore()
                            ? labelled(
                                    "score",
                                    figure.name() + " " + figure.plusMinus() + certainty
                                            + (mode == null ? "" : ", mode " + mode))
                            : labelled("throughput", figure.plusMinus() + " per second" + certainty);
                })
                .toList();
    }

    private static CellTable operations(RunResult result) {
        return new Columns<OperationResult>()
                .words("operation", OperationResult::name)
                .numbers("count", o -> Long.toString(o.counts().completed()))
                .numbers("per second", o -> Numbers.of(o.throughputPerSecond()))
                .millis("response", OperationResult::response, "p50", "p95", "p99", "max")
                .numbers("failed", o -> Long.toString(o.counts().failed()))
                .of(result.operations());
    }

    /** Puts the parts together. Caveats and table share the lines that the others leave. */
    private String text(
            List<String> title,
            List<List<String>> facts,
            CellTable table,
            List<String> checks,
            List<String> caveats,
            int notes) {
        List<String> head = new ArrayList<>(opening(title, MOST_TITLE));
        head.add("");
        head.addAll(fitting(facts, MOST_FACTS));
        List<String> middle = new ArrayList<>(checks);
        middle.addAll(fitting(
                outcomes.lines().stream().map(line -> labelled("fail-if", line)).toList(), MOST_CONDITIONS));
        List<String> tail = new ArrayList<>();
        if (notes > 0) {
            tail.add(notes + (notes == 1 ? " note" : " notes") + ELSEWHERE);
        }
        if (!page.isEmpty()) {
            tail.add("report      " + TextReport.visible(page));
        }
        int gaps = 2;
        int room = LINES - head.size() - middle.size() - tail.size() - gaps;
        int reserved = Math.min(LEAST_TABLE, fitting(table, room).size());
        List<String> reasons = fitting(
                caveats.stream().map(caveat -> wrapped(caveat, "", INDENT)).toList(), room - reserved);
        List<String> rows = fitting(table, room - reasons.size());
        List<String> lines = new ArrayList<>(head);
        if (!rows.isEmpty()) {
            lines.add("");
            lines.addAll(rows);
        }
        lines.add("");
        lines.addAll(middle);
        lines.addAll(reasons);
        lines.addAll(tail);
        return String.join("\n", lines) + "\n";
    }

    /** As many rows as there are lines for, and how many there are besides. */
    private static List<String> fitting(CellTable table, int room) {
        CellTable visible = new CellTable(
                table.columns(),
                table.rows().stream()
                        .map(row -> row.stream().map(SummaryReport::plain).toList())
                        .toList());
        // Each row takes a line at least.
        for (int rows = Math.min(room, table.rows().size()); rows > 0; rows--) {
            CellTable part = new CellTable(table.columns(), visible.rows().subList(0, rows));
            List<String> lines = new ArrayList<>(part.text(COLUMNS).lines().toList());
            int more = table.rows().size() - rows;
            if (more > 0) {
                lines.add(more + " more" + ELSEWHERE);
            }
            LatencyCell.legend(part).forEach(line -> lines.addAll(wrapped(line, "", "")));
            if (lines.size() <= room) {
                return lines;
            }
        }
        return List.of();
    }

    /** Returns the same number of lines of each text, as many as fit; if one each does not fit, those of the first texts. */
    private static List<String> fitting(List<List<String>> texts, int room) {
        for (int each = room; each > 0; each--) {
            int most = each;
            List<String> lines =
                    texts.stream().flatMap(text -> opening(text, most).stream()).toList();
            if (lines.size() <= room) {
                return lines;
            }
        }
        List<String> lines = new ArrayList<>();
        texts.stream().limit(room - 1L).forEach(text -> lines.addAll(opening(text, 1)));
        lines.add(texts.size() - lines.size() + " more" + ELSEWHERE);
        return lines;
    }

    /** The first lines of a text; dots at the end of the last one where there are more. */
    private static List<String> opening(List<String> text, int most) {
        if (text.size() <= most) {
            return text;
        }
        String last = text.get(most - 1);
        String dots = " ...";
        List<String> lines = new ArrayList<>(text.subList(0, most - 1));
        lines.add(last.substring(0, Math.min(last.length(), COLUMNS - dots.length())) + dots);
        return lines;
    }

    private static List<String> labelled(String label, String value) {
        String indent = " ".repeat(LABEL_WIDTH);
        return wrapped(value, (label + indent).substring(0, LABEL_WIDTH), indent);
    }

    /** Wraps a text to the width of the screen; control characters are spelled out. */
    private static List<String> wrapped(String text, String first, String others) {
        List<String> lines = new ArrayList<>();
        for (String line : TextTable.wrapped(plain(text), COLUMNS - Math.max(first.length(), others.length()))) {
            lines.add(((lines.isEmpty() ? first : others) + line).stripTrailing());
        }
        return lines;
    }

    private static String plain(String text) {
        return TextReport.oneLine(text);
    }
}
