package io.dbharness.report.page;

import io.dbharness.report.CombinedTables;
import io.dbharness.report.Command;
import io.dbharness.report.Facts;
import io.dbharness.report.LatencyCell;
import io.dbharness.report.Numbers;
import io.dbharness.report.OperationTable;
import io.dbharness.report.Reporter;
import io.dbharness.report.SeriesLevel;
import io.dbharness.report.ServerTables;
import io.dbharness.report.Table;
import io.dbharness.report.chart.Line.Form;
import io.dbharness.report.page.Page.Headline;
import io.dbharness.result.IntervalHistory;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run as a page. The same files give the same page. Immutable.
 *
 * @param history the run over time; the page does without if there is none
 * @param files   that lie beside the page
 */
public record RunPage(IntervalHistory history, List<String> files) implements Reporter {

    public RunPage {
        files = List.copyOf(files);
    }

    /** Stretches that charts over time have pixels for. */
    public static final int STRETCHES = 600;

    @Override
    public String report(RunResult result) {
        Page page = new Page(result.verdict() + ": " + Facts.title(result));
        page.verdict(
                result.verdict(),
                Facts.title(result),
                result.createdAt() + ", measured for " + Numbers.seconds(result.measuredSeconds()) + " s, seed "
                        + result.plan().seed() + ", " + Facts.tool(result));
        outcome(page, result);
        operations(page, result);
        IntervalHistory measured = history.until(result.measuredSeconds());
        if (!measured.stretches().isEmpty()) {
            page.section("Over time", "");
            page.list(Facts.shifts(result));
            page.charts(new TimeCharts(measured, result.throughputPerSecond().shifts()).charts());
        }
        percentiles(page, result);
        resources(page, result);
        generator(page, result);
        setting(page, result);
        page.section("Glossary", "");
        page.facts(Glossary.WORDS);
        return page.html();
    }

    private void outcome(Page page, RunResult result) {
        page.section("Outcome", "");
        page.list(result.caveats().stream()
                .map(c -> c.severity() + " " + Facts.caveat(c))
                .toList());
        page.headlines(headlines(result));
        page.paragraph("One run: nothing here says how much another would differ. Intervals are within this run.");
        page.list(accounts(result));
        page.facts(shares(result));
        Map<String, String> links = new LinkedHashMap<>();
        files.forEach(file -> links.put(file, file));
        page.files(links);
    }

    private static List<String> accounts(RunResult result) {
        List<String> lines = new ArrayList<>(List.of("requests: " + Facts.accounts(result)));
        String intended = CombinedTables.intended(result);
        if (!intended.isEmpty()) {
            lines.add(intended);
        }
        Facts.checks(result).forEach(check -> lines.add("checks: " + check));
        return lines;
    }

    private static List<Headline> headlines(RunResult result) {
        List<Headline> headlines = new ArrayList<>();
        List<Double> ci = result.throughputPerSecond().ci95();
        headlines.add(new Headline(
                "operations per second",
                Numbers.of(result.throughputPerSecond().value()),
                ci.isEmpty()
                        ? "too short a run for an interval"
                        : "95 % CI " + Numbers.of(ci.get(0)) + " to " + Numbers.of(ci.get(1))));
        LatencyResult response = SeriesLevel.response(result);
        for (String name : List.of("p50", "p99")) {
            String interval = LatencyCell.interval(response, name);
            headlines.add(new Headline(
                    "response " + name + ", ms",
                    LatencyCell.percentile(response, name),
                    interval.equals(LatencyCell.NONE) ? "all operations" : "95 % CI " + interval));
        }
        result.scores().forEach((name, value) -> {
            if (!isShare(name)) {
                headlines.add(new Headline(name, Numbers.of(value), ""));
            }
        });
        headlines.add(new Headline(
                "failed",
                Long.toString(result.totals().failed()),
                "of " + result.totals().started() + " started"));
        return headlines;
    }

    /** Shares explain a score; they are listed and not shown large. */
    private static boolean isShare(String score) {
        return score.endsWith("Percent");
    }

    private static Map<String, String> shares(RunResult result) {
        Map<String, String> shares = new LinkedHashMap<>();
        result.scores().forEach((name, value) -> {
            if (isShare(name)) {
                shares.put(ResourceCharts.words(name), Numbers.of(value));
            }
        });
        return shares;
    }

    private static void operations(Page page, RunResult result) {
        page.section("Operations", "");
        page.table(OperationTable.summary(result.operations()));
        Table failures = OperationTable.failures(result.operations());
        if (!failures.rows().isEmpty()) {
            page.table(failures);
        }
        if (!result.steps().isEmpty()) {
            page.section("Steps", "Each statement of an invocation by itself.");
            page.table(OperationTable.steps(result.steps()));
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
        chart.chart("Response and service time", "what is dotted rests on too few samples")
                .ifPresent(c -> page.charts(List.of(c)));
        page.list(CombinedTables.tails(result).stream()
                .map(tail -> "slow end of " + tail)
                .toList());
        page.folded("response time percentiles", OperationTable.percentiles(operations, OperationResult::response));
        page.folded("service time percentiles", OperationTable.percentiles(operations, OperationResult::service));
        if (CombinedTables.tell(result)) {
            page.folded("reads, writes, everything", CombinedTables.percentiles(result));
        }
    }

    private static void resources(Page page, RunResult result) {
        if (result.server().silent()) {
            return;
        }
        page.section("Resources", "What the server and its machine told about themselves, each interval.");
        page.small(new ResourceCharts(result.server()).charts());
        Table levels = ServerTables.levels(result.server());
        if (!levels.rows().isEmpty()) {
            page.folded("mean, max and last", levels);
        }
        page.paragraph(ServerTables.untold(result.server()));
        page.paragraph(ServerTables.growth(result.server()));
    }

    private static void generator(Page page, RunResult result) {
        page.section(
                "Load generator",
                "Whether the machine and the process that sent the load could have bent the numbers.");
        page.facts(Facts.health(result.health()));
    }

    private static void setting(Page page, RunResult result) {
        page.section("Setting", "");
        page.facts(Facts.setting(result));
        page.code(Command.of(result));
        page.section("Target settings", "");
        page.facts(result.target().settings());
        page.section("Environment", "Where the load came from.");
        page.facts(result.environment());
    }
}
