package io.dbharness.report;

import io.dbharness.model.Caveat;
import io.dbharness.result.RunResult;

/** The summary a terminal shows at the end of a run: verdict first. Plain text without escape sequences. Immutable. */
public final class TextReport implements Reporter {

    private static final int LABEL_WIDTH = 12;

    @Override
    public String report(RunResult result) {
        StringBuilder text = new StringBuilder();
        line(text, result.verdict() + "  " + Facts.title(result) + ", " + result.createdAt());
        for (Caveat caveat : result.caveats()) {
            line(text, "  " + caveat.severity() + " " + Facts.caveat(caveat));
        }
        line(text, "");
        if (!result.scores().isEmpty()) {
            labelled(text, "scores", Facts.scores(result));
        }
        labelled(text, "throughput", Facts.throughput(result));
        labelled(text, "requests", Facts.accounts(result));
        optional(text, "intended", CombinedTables.intended(result));
        String label = "checks";
        for (String check : Facts.checks(result)) {
            labelled(text, label, check);
            label = "";
        }
        operations(text, result);
        optional(text, "slow end", CombinedTables.tail(result));
        server(text, result);
        labelled(text, "target", Facts.target(result));
        optional(text, "settings", Facts.headlineSettings(result));
        labelled(text, "workload", Facts.workload(result));
        labelled(text, "load", Facts.load(result));
        labelled(text, "windows", Facts.windows(result));
        return text.toString();
    }

    private static void operations(StringBuilder text, RunResult result) {
        table(text, OperationTable.summary(result.operations()));
        if (!result.steps().isEmpty()) {
            table(text, OperationTable.steps(result.steps()));
        }
        line(text, "");
    }

    private static void table(StringBuilder text, Table table) {
        line(text, "");
        text.append(table.text());
        if (table.any(LatencyCell::marked)) {
            line(text, LatencyCell.LEGEND);
        }
    }

    private static void server(StringBuilder text, RunResult result) {
        Table levels = ServerTables.levels(result.server());
        if (!levels.rows().isEmpty()) {
            text.append(levels.text());
            line(text, "");
        }
        optional(text, "limits", ServerTables.untold(result.server()));
        optional(text, "server", ServerTables.growth(result.server()));
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
