package io.dbharness.report;

import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.result.RunResult;
import java.util.Locale;
import java.util.regex.Pattern;

/** The summary a terminal shows at the end of a run: verdict first. Plain text without escape sequences. Immutable. */
@Internal
public final class TextReport {

    private static final int LABEL_WIDTH = 12;
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f&&[^\n\t]]");

    public String report(RunResult result) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                result.verdict() + ReportSentences.verdicts(result) + "  " + ReportSentences.title(result) + ", "
                        + result.createdAt());
        for (Caveat caveat : result.caveats()) {
            line(text, "  " + caveat.severity() + " " + ReportSentences.caveat(caveat));
        }
        line(text, "");
        optional(text, "scores", ReportSentences.scores(result));
        labelled(text, "throughput", ReportSentences.throughput(result));
        labelled(text, "requests", ReportSentences.accounts(result));
        ReportSentences.faults(result).forEach(fault -> labelled(text, "fault", fault));
        optional(text, "intended", RunTables.intended(result));
        String label = "checks";
        for (String check : ReportSentences.checks(result)) {
            labelled(text, label, check);
            label = "";
        }
        table(text, RunTables.summary(result.operations()));
        RunTables.steps(result.steps()).ifAny(steps -> table(text, steps));
        line(text, "");
        optional(text, "client", ClientTables.line(result));
        optional(text, "slow end", RunTables.tail(result));
        ClientTables.agents(result).ifAny(agents -> line(text, agents.text()));
        RunTables.nodes(result.server()).ifAny(nodes -> line(text, nodes.text()));
        RunTables.levels(result.server()).ifAny(levels -> line(text, levels.text()));
        optional(text, "limits", RunTables.untold(result.server()));
        optional(text, "server", RunTables.growth(result.server()));
        labelled(text, "target", ReportSentences.target(result));
        optional(text, "settings", ReportSentences.headlineSettings(result));
        labelled(text, "workload", ReportSentences.workload(result));
        labelled(text, "load", ReportSentences.load(result));
        labelled(text, "windows", ReportSentences.windows(result));
        return visible(text.toString());
    }

    /** A text for a terminal, in which control characters but line breaks and tabs are spelled out: a server must not steer it. */
    public static String visible(String text) {
        return CONTROL.matcher(text)
                .replaceAll(c ->
                        String.format(Locale.ROOT, "\\\\x%02x", (int) c.group().charAt(0)));
    }

    /** A visible text within one line. */
    static String oneLine(String text) {
        return visible(SPACES.matcher(text).replaceAll(" "));
    }

    private static void table(StringBuilder text, CellTable table) {
        line(text, "");
        text.append(table.text());
        LatencyCell.legend(table).forEach(line -> line(text, line));
    }

    private static void optional(StringBuilder text, String label, String value) {
        if (!value.isEmpty()) {
            labelled(text, label, value);
        }
    }

    private static void labelled(StringBuilder text, String label, String value) {
        line(text, (label + " ".repeat(LABEL_WIDTH)).substring(0, LABEL_WIDTH) + value);
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append('\n');
    }
}
