package io.dbharness.report;

import io.dbharness.model.Caveat;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import java.util.List;
import java.util.function.Function;

/** The whole result as GitHub Markdown: what {@link TextReport} says and everything a reader needs to check or repeat it. Immutable. */
public final class MarkdownReport implements Reporter {

    @Override
    public String report(RunResult result) {
        Page page = new Page();
        page.line("# " + result.verdict() + ": " + Markdown.escape(Facts.title(result)));
        page.paragraph("Run `" + result.id() + "` of " + result.createdAt() + ", " + Markdown.escape(Facts.tool(result))
                + ".");
        for (Caveat caveat : result.caveats()) {
            page.item("**" + caveat.severity() + "** " + Markdown.escape(Facts.caveat(caveat)));
        }
        outcome(page, result);
        operations(page, result);
        steps(page, result);
        page.section("Response time percentiles");
        percentiles(page, result, OperationResult::response);
        page.section("Service time percentiles");
        percentiles(page, result, OperationResult::service);
        combined(page, result);
        page.section("Checks");
        Facts.checks(result).forEach(check -> page.item(Markdown.escape(check)));
        page.section("Plan");
        page.item("workload: " + Markdown.escape(Facts.workload(result)));
        page.item("load: " + Markdown.escape(Facts.load(result)));
        page.item("windows: " + Markdown.escape(Facts.windows(result)));
        page.section("Target");
        page.paragraph(Markdown.escape(Facts.target(result)));
        page.table(Facts.table("setting", result.target().settings()));
        server(page, result);
        page.section("Load generator");
        page.table(Facts.table("health", Facts.health(result.health())));
        page.table(Facts.table("environment", result.environment()));
        page.section("How to repeat it");
        page.line("```");
        page.line(Command.of(result));
        page.line("```");
        if (result.caveats().stream().anyMatch(caveat -> caveat.code().equals("INTERRUPTED"))) {
            page.paragraph("The run was stopped early; the times are those it had, not those it was meant to have.");
        }
        page.paragraph("Add `--target`, `--user` and `--password` for a server of your own, "
                + "`--data-dir` to keep the data of an embedded one.");
        return page.text();
    }

    private static void outcome(Page page, RunResult result) {
        page.section("Outcome");
        if (!result.scores().isEmpty()) {
            page.item("scores: " + Markdown.escape(Facts.scores(result)));
        }
        page.item("throughput: " + Markdown.escape(Facts.throughput(result)));
        Facts.shifts(result).forEach(page::item);
        page.item("requests: " + Markdown.escape(Facts.accounts(result)));
    }

    private static void operations(Page page, RunResult result) {
        page.section("Operations");
        Table table = OperationTable.summary(result.operations());
        page.table(table);
        legend(page, table);
        Table failures = OperationTable.failures(result.operations());
        if (!failures.rows().isEmpty()) {
            page.table(failures);
        }
    }

    private static void steps(Page page, RunResult result) {
        if (!result.steps().isEmpty()) {
            page.section("Steps");
            Table table = OperationTable.steps(result.steps());
            page.table(table);
            legend(page, table);
        }
    }

    private static void combined(Page page, RunResult result) {
        List<String> tails = CombinedTables.tails(result);
        if (CombinedTables.tell(result) || !tails.isEmpty()) {
            page.section("Reads, writes, everything");
        }
        if (CombinedTables.tell(result)) {
            Table table = CombinedTables.percentiles(result);
            page.table(table);
            legend(page, table);
        }
        tails.forEach(tail -> page.item("slow end of " + Markdown.escape(tail)));
    }

    private static void percentiles(Page page, RunResult result, Function<OperationResult, LatencyResult> latency) {
        Table table = OperationTable.percentiles(result.operations(), latency);
        page.table(table);
        legend(page, table);
    }

    private static void legend(Page page, Table table) {
        if (table.any(LatencyCell::marked)) {
            page.paragraph(Markdown.escape(LatencyCell.LEGEND));
        }
        if (table.any(cell -> cell.endsWith(OperationTable.INTERVAL))) {
            page.paragraph(OperationTable.INTERVAL_LEGEND);
        }
    }

    private static void server(Page page, RunResult result) {
        Table levels = ServerTables.levels(result.server());
        if (!levels.rows().isEmpty()) {
            page.table(levels);
        }
        for (String line : List.of(ServerTables.untold(result.server()), ServerTables.growth(result.server()))) {
            if (!line.isEmpty()) {
                page.paragraph(Markdown.escape(line));
            }
        }
    }

    /** Blocks with a blank line between them. */
    private static final class Page {

        private final StringBuilder text = new StringBuilder();
        private boolean listing;

        void line(String line) {
            text.append(line).append('\n');
        }

        void paragraph(String paragraph) {
            end();
            line(paragraph);
        }

        void item(String item) {
            if (!listing) {
                end();
            }
            listing = true;
            line("- " + item);
        }

        void section(String title) {
            end();
            line("## " + title);
            line("");
        }

        void table(Table table) {
            end();
            text.append(table.markdown());
        }

        String text() {
            return text.toString();
        }

        private void end() {
            listing = false;
            if (!text.toString().endsWith("\n\n")) {
                line("");
            }
        }
    }
}
