package io.dbharness.report;

import io.dbharness.model.Caveat.Severity;
import io.dbharness.model.Resources;
import io.dbharness.report.CellTable.Columns;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.Scorecard;
import io.dbharness.result.analysis.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Renders the answer of a run or an experiment for one screen of a terminal: at most {@value #LINES} lines of at most {@value #COLUMNS}
 * columns. Plain text without escape sequences, the verdict first. What does not fit is counted. Immutable.
 *
 * @param outcomes of the conditions
 * @param page     path of the page, on the last line, which may be longer than the others; empty if there is none
 */
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

    private static final Pattern CODE = Pattern.compile("[A-Z]+ ([A-Z_]+)");

    /** Advice on caveats whose detail has none, by code. */
    private static final Properties ADVICE = Resources.properties(SummaryReport.class, "advice.properties");

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
                .map(caveat -> advised(caveat.severity() + " " + ReportSentences.caveat(caveat)))
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
    public String report(SeriesReport series, List<RunResult> results, List<String> notRun) {
        List<SeriesLevel> levels = SeriesLevel.of(results);
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
            table = levels(levels);
        }
        series.findings(results).forEach(finding -> facts.add(wrapped(finding, "", INDENT)));
        if (!notRun.isEmpty()) {
            facts.add(opening(labelled("not run", String.join("; ", notRun)), MOST_NOT_RUN));
        }
        List<String> caveats =
                series.reasons(results).stream().map(SummaryReport::advised).toList();
        return text(wrapped(series.title(results), "", INDENT), facts, table, List.of(), caveats, 0);
    }

    /** Score and throughput of runs that differ only by chance; throughput is left out if the score repeats it. */
    private static List<List<String>> figures(List<RunResult> runs, String between) {
        RunResult first = runs.get(0);
        Optional<String> score = Scorecard.of(first)
                .flatMap(Scorecard::mainScore)
                .filter(name -> runs.stream().allMatch(run -> run.scores().containsKey(name)));
        List<List<String>> lines = new ArrayList<>();
        score.ifPresent(name -> {
            String mode = first.workload().parameters().get("mode");
            String value = figure(runs, run -> run.scores().getOrDefault(name, 0.0), intervalOf(first, name), between);
            lines.add(labelled("score", name + " " + value + (mode == null ? "" : ", mode " + mode)));
        });
        boolean repeated = score.map(name -> runs.stream()
                        .allMatch(run -> run.scores().getOrDefault(name, Double.NaN)
                                == run.throughputPerSecond().value()))
                .orElse(false);
        if (!repeated) {
            List<Double> interval = first.throughputPerSecond().ci95();
            String value = figure(runs, run -> run.throughputPerSecond().value(), interval, between);
            lines.add(labelled("throughput", value.replaceFirst("^(\\S+( ± \\S+)?)", "$1 per second")));
        }
        return lines;
    }

    private static List<Double> intervalOf(RunResult result, String score) {
        return result.intervals95().getOrDefault(score, List.of());
    }

    /** A figure of one run with its interval within the run, or the mean of several with the interval between them. */
    private static String figure(
            List<RunResult> runs, ToDoubleFunction<RunResult> of, List<Double> within, String between) {
        double[] values = runs.stream().mapToDouble(of).toArray();
        if (values.length > 1) {
            Interval interval = Interval.ofMean(values);
            double mean = (interval.low() + interval.high()) / 2;
            return Numbers.plusMinus(mean, interval.ends()) + between;
        }
        return Numbers.plusMinus(values[0], within)
                + (within.isEmpty()
                        ? " (too short a run for a confidence interval)"
                        : " (95 % confidence within this run)");
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

    /** A level and its runs as one. */
    private record Line(SeriesLevel level, RunResult merged) {

        String perSecond() {
            double[] values = level.runs().stream()
                    .mapToDouble(run -> run.throughputPerSecond().value())
                    .toArray();
            return level.repeated()
                    ? Numbers.plusMinus(
                            merged.throughputPerSecond().value(),
                            Interval.ofMean(values).ends())
                    : Numbers.of(values[0]);
        }
    }

    private static CellTable levels(List<SeriesLevel> levels) {
        List<Line> lines =
                levels.stream().map(level -> new Line(level, level.merged())).toList();
        Columns<Line> columns = new Columns<Line>()
                .words("level", line -> line.level.name())
                .numbers("runs", line -> Integer.toString(line.level.runs().size()));
        Scorecard.of(lines.get(0).merged)
                .flatMap(Scorecard::mainScore)
                .ifPresent(name -> columns.numbers(
                        name,
                        line -> Optional.ofNullable(line.merged.scores().get(name))
                                .map(Numbers::of)
                                .orElse(LatencyCell.NONE)));
        return columns.numbers("per second", Line::perSecond)
                .millis("response", line -> SeriesLevel.response(line.merged), "p50", "p95", "p99", "max")
                .numbers("failed", line -> Long.toString(line.merged.totals().failed()))
                .of(lines);
    }

    /**
     * Adds what to do about a caveat.
     *
     * @param caveat severity, code and detail
     */
    private static String advised(String caveat) {
        Matcher code = CODE.matcher(caveat);
        String advice = code.lookingAt() ? ADVICE.getProperty(code.group(1)) : null;
        return advice == null ? caveat : caveat + "; " + advice;
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
        for (int rows = table.rows().size(); rows > 0; rows--) {
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
        return TextReport.visible(text.replaceAll("\\s+", " "));
    }
}
