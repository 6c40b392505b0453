package io.dbharness.report.page;

import io.dbharness.measure.ClientDelays;
import io.dbharness.report.ClientTables;
import io.dbharness.report.Command;
import io.dbharness.report.LatencyCell;
import io.dbharness.report.Numbers;
import io.dbharness.report.ReportSentences;
import io.dbharness.report.RunTables;
import io.dbharness.report.SeriesLevel;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.page.Page.Headline;
import io.dbharness.result.IntervalHistory;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.sut.ServerProbe.BusyStatements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run as a page. The same files give the same page. Immutable.
 *
 * @param history the run over time; the page does without if there is none
 * @param files   that lie beside the page
 */
public record RunPage(IntervalHistory history, List<String> files) {

    public RunPage {
        files = List.copyOf(files);
    }

    /** Stretches that charts over time have pixels for. */
    public static final int STRETCHES = 600;

    public String report(RunResult result) {
        String title = ReportSentences.title(result);
        String when = result.createdAt() + ", measured for " + Numbers.seconds(result.measuredSeconds()) + " s, seed "
                + result.plan().seed() + ", " + ReportSentences.tool(result);
        Page page = new Page(
                result.verdict() + ": " + title,
                Optional.of(result.verdict()),
                result.verdict() + ReportSentences.accepted(result),
                title,
                when);
        outcome(page, result);
        operations(page, result);
        IntervalHistory measured = history.until(result.measuredSeconds());
        if (!measured.stretches().isEmpty()) {
            page.section("Over time", "");
            page.list(ReportSentences.shifts(result));
            page.list(ReportSentences.faults(result));
            TimeCharts charts = new TimeCharts(measured, result.throughputPerSecond());
            page.charts(charts.charts());
            List<ClientDelays.Pause> pauses = result.health().delays().pauses();
            if (!pauses.isEmpty()) {
                page.charts(List.of(charts.pauses(pauses)));
            }
        }
        percentiles(page, result);
        resources(page, result);
        page.section(
                "Load generator",
                "Health of the machine and the process that sent the load, and their possible effect on the numbers.");
        page.facts(ReportSentences.health(result.health()));
        ClientTables.agents(result).ifAny(page::table);
        ClientTables.shares(result).ifAny(page::table);
        ClientTables.pauses(result).ifAny(pauses -> page.folded("when the client stood still", pauses));
        setting(page, result);
        return page.html();
    }

    private void outcome(Page page, RunResult result) {
        page.section("Outcome", "");
        page.list(result.caveats().stream()
                .map(c -> c.severity() + " " + ReportSentences.caveat(c))
                .toList());
        page.headlines(headlines(result));
        page.paragraph("One run: nothing here says how much another would differ. Intervals are within this run.");
        List<String> accounts = new ArrayList<>(List.of("requests: " + ReportSentences.accounts(result)));
        accounts.add(RunTables.intended(result));
        ReportSentences.checks(result).forEach(check -> accounts.add("checks: " + check));
        page.list(accounts.stream().filter(line -> !line.isEmpty()).toList());
        Map<String, String> shares = new LinkedHashMap<>();
        result.scores().forEach((name, value) -> {
            if (isShare(name)) {
                shares.put(ResourceCharts.words(name), Numbers.of(value));
            }
        });
        page.facts(shares);
        Map<String, String> links = new LinkedHashMap<>();
        files.forEach(file -> links.put(file, file));
        page.files(links);
    }

    private static List<Headline> headlines(RunResult result) {
        List<Headline> headlines = new ArrayList<>();
        String ci = ReportSentences.interval(result);
        String sure = ci.isEmpty() ? "too short a run for an interval" : "95 % CI " + ci;
        String perSecond = Numbers.of(result.throughputPerSecond().value());
        headlines.add(new Headline("operations per second", perSecond, sure));
        LatencyResult response = SeriesLevel.response(result);
        for (String name : List.of("p50", "p99")) {
            String interval = LatencyCell.interval(response, name);
            String detail = interval.equals(LatencyCell.NONE) ? "all operations" : "95 % CI " + interval;
            headlines.add(new Headline("response " + name + ", ms", LatencyCell.of(response, name), detail));
        }
        result.scores().forEach((name, value) -> {
            if (!isShare(name)) {
                headlines.add(new Headline(name, Numbers.of(value), ""));
            }
        });
        String started = "of " + result.totals().started() + " started";
        headlines.add(new Headline("failed", Long.toString(result.totals().failed()), started));
        return headlines;
    }

    /** Shares explain a score; they are listed and not shown large. */
    private static boolean isShare(String score) {
        return score.endsWith("Percent");
    }

    private static void operations(Page page, RunResult result) {
        page.section("Operations", "");
        page.table(RunTables.summary(result.operations()));
        RunTables.failures(result.operations()).ifAny(page::table);
        if (!result.steps().isEmpty()) {
            page.section("Steps", "Each statement of an invocation by itself.");
            page.table(RunTables.steps(result.steps()));
        }
    }

    private static void percentiles(Page page, RunResult result) {
        page.section("Percentiles", "");
        PercentileChart chart = new PercentileChart();
        List<OperationResult> operations = result.operations();
        for (int i = 0; i < operations.size(); i++) {
            OperationResult operation = operations.get(i);
            chart.add(operation.name(), i, Form.SOLID, operation.response());
            chart.add(operation.name() + ", service", i, Form.DASHED, operation.service());
        }
        page.charts(chart.charts("Response and service time", "what is dotted rests on too few samples"));
        page.list(RunTables.tails(result).stream()
                .map(tail -> "slow end of " + tail)
                .toList());
        page.folded("response time percentiles", RunTables.percentiles(operations, OperationResult::response));
        page.folded("service time percentiles", RunTables.percentiles(operations, OperationResult::service));
        if (RunTables.tell(result)) {
            page.folded("reads, writes, everything", RunTables.combined(result));
        }
    }

    private static void resources(Page page, RunResult result) {
        if (result.server().silent()) {
            return;
        }
        page.small(
                "Resources",
                "What the server and its machine told about themselves, each interval.",
                new ResourceCharts(result.server()).charts());
        RunTables.nodes(result.server()).ifAny(page::table);
        RunTables.levels(result.server()).ifAny(levels -> page.folded("mean, max and last", levels));
        page.paragraph(RunTables.untold(result.server()));
        page.paragraph(RunTables.growth(result.server()));
        BusyStatements busy = result.server().statements();
        if (busy != null && busy.note().isEmpty()) {
            page.folded(
                    "statements that took most of the server's time, by " + busy.source(),
                    RunTables.statements(result.server()));
        } else if (busy != null) {
            page.paragraph("no statistics of statements: " + busy.note());
        }
    }

    private static void setting(Page page, RunResult result) {
        page.section("Setting", "");
        page.facts(ReportSentences.setting(result));
        Command command = Command.of(result);
        page.code(command.shell());
        page.list(command.unknown());
        page.section("Target settings", "");
        page.facts(result.target().settings());
        page.section("Environment", "Where the load came from.");
        page.facts(result.environment());
    }
}
