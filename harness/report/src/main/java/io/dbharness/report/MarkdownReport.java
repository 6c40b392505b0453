package io.dbharness.report;

import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import java.util.List;
import java.util.stream.Stream;

/** The whole result as GitHub Markdown: what {@link TextReport} says and everything a reader needs to check or repeat it. Immutable. */
@Internal
public final class MarkdownReport {

    public String report(RunResult result) {
        Markdown page = new Markdown(
                result.verdict() + ReportSentences.accepted(result) + ": " + ReportSentences.title(result));
        page.markup("Run `" + result.id() + "` of " + result.createdAt() + ", "
                + CellTable.escaped(ReportSentences.tool(result)) + ".");
        for (Caveat caveat : result.caveats()) {
            page.item(caveat.severity().name(), ReportSentences.caveat(caveat));
        }
        outcome(page, result);
        latencies(page, result);
        page.section("Checks");
        ReportSentences.checks(result).forEach(page::item);
        page.section("Plan");
        page.item("workload: " + ReportSentences.workload(result));
        page.item("load: " + ReportSentences.load(result));
        page.item("windows: " + ReportSentences.windows(result));
        page.section("Target");
        page.paragraph(ReportSentences.target(result));
        page.table(ReportSentences.table("setting", result.target().settings()));
        RunTables.nodes(result.server()).ifAny(page::table);
        RunTables.levels(result.server()).ifAny(page::table);
        Stream.of(RunTables.untold(result.server()), RunTables.growth(result.server()))
                .filter(line -> !line.isEmpty())
                .forEach(page::paragraph);
        page.section("Load generator");
        page.table(ReportSentences.table("health", ReportSentences.health(result.health())));
        ClientTables.agents(result).ifAny(page::table);
        ClientTables.shares(result).ifAny(page::table);
        page.table(ReportSentences.table("environment", result.environment()));
        page.section("How to repeat it");
        Command command = Command.of(result);
        page.code(command.shell());
        command.unknown().forEach(page::paragraph);
        page.markup("Add `--target`, `--user` and `--password` for a server of your own, "
                + "`--data-dir` to keep the data of an embedded one.");
        return page.text();
    }

    private static void outcome(Markdown page, RunResult result) {
        page.section("Outcome");
        if (!result.scores().isEmpty()) {
            page.item("scores: " + ReportSentences.scores(result));
        }
        page.item("throughput: " + ReportSentences.throughput(result));
        ReportSentences.shifts(result).forEach(page::item);
        ReportSentences.faults(result).forEach(fault -> page.item("fault: " + fault));
        page.item("requests: " + ReportSentences.accounts(result));
    }

    private static void latencies(Markdown page, RunResult result) {
        page.section("Operations");
        page.latencies(RunTables.summary(result.operations()));
        RunTables.failures(result.operations()).ifAny(page::table);
        if (!result.steps().isEmpty()) {
            page.section("Steps");
            page.latencies(RunTables.steps(result.steps()));
        }
        page.section("Response time percentiles");
        page.latencies(RunTables.percentiles(result.operations(), OperationResult::response));
        page.section("Service time percentiles");
        page.latencies(RunTables.percentiles(result.operations(), OperationResult::service));
        List<String> tails = RunTables.tails(result);
        if (RunTables.tell(result) || !tails.isEmpty()) {
            page.section("Reads, writes, everything");
        }
        if (RunTables.tell(result)) {
            page.latencies(RunTables.combined(result));
        }
        tails.forEach(tail -> page.item("slow end of " + tail));
    }
}
