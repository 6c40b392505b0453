package io.dbharness.report.page;

import io.dbharness.measure.ClientDelays;
import io.dbharness.model.Caveat;
import io.dbharness.model.Caveat.Severity;
import io.dbharness.report.ClientTables;
import io.dbharness.report.Command;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.LatencyCell;
import io.dbharness.report.MainFigure;
import io.dbharness.report.Numbers;
import io.dbharness.report.ReportSentences;
import io.dbharness.report.RunTables;
import io.dbharness.report.SeriesLevel;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.page.Page.Headline;
import io.dbharness.report.page.Page.Remark;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.history.IntervalHistory;
import io.dbharness.sut.ServerProbe.BusyStatements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A run as a page: on the first screen its verdict, its figures, the throughput over time, the outcomes of the conditions, and what speaks
 * against it; below, response times and the run over time; folded, everything else. The same files give the same page. Immutable.
 *
 * @param history  the run over time; the page does without if there is none
 * @param outcomes of the conditions
 * @param files    that lie beside the page
 */
public record RunPage(IntervalHistory history, ConditionOutcomes outcomes, List<String> files) {

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
        IntervalHistory measured = history.until(result.measuredSeconds());
        Optional<TimeCharts> charts = measured.stretches().isEmpty()
                ? Optional.empty()
                : Optional.of(new TimeCharts(measured, result.throughputPerSecond()));
        outcome(page, result, charts.map(TimeCharts::throughput));
        responseTimes(page, result, charts.map(TimeCharts::latency));
        charts.ifPresent(over -> overTime(page, result, over));
        requests(page, result);
        if (!result.steps().isEmpty()) {
            page.foldedSection("Steps", "");
            page.table("Each statement of an invocation by itself", RunTables.steps(result.steps()));
        }
        shares(page, result);
        resources(page, result);
        loadGenerator(page, result);
        setting(page, result);
        return page.html();
    }

    private void outcome(Page page, RunResult result, Optional<Chart> throughput) {
        page.section("Outcome", "");
        List<MainFigure> figures = MainFigure.of(List.of(result));
        page.front(headline(figures.get(0)), headlines(result, figures.subList(1, figures.size())), throughput);
        List<Remark> remarks = new ArrayList<>(judged(outcomes));
        Map<Boolean, List<Caveat>> caveats =
                result.caveats().stream().collect(Collectors.partitioningBy(c -> c.severity() == Severity.NOTE));
        List<Caveat> notes = caveats.getOrDefault(true, List.of());
        List<Caveat> reasons = caveats.getOrDefault(false, List.of());
        reasons.forEach(c -> remarks.add(new Remark(c.severity().name(), advised(c))));
        page.remarks(remarks);
        page.paragraph((reasons.isEmpty() ? "Nothing was found that speaks against these numbers. " : "")
                + "Intervals are within this run; only repeats show how much runs differ: --repeat 3.");
        page.folded(
                notes.size() == 1 ? "1 note" : notes.size() + " notes",
                notes.stream().map(ReportSentences::caveat).toList());
        Map<String, String> links = new LinkedHashMap<>();
        files.forEach(file -> links.put(file, file));
        page.files(links);
    }

    static Headline headline(MainFigure figure) {
        return new Headline(figure.name(), Numbers.of(figure.value()), figure.uncertainty());
    }

    /** The conditions with what came out, those first that do not pass. */
    static List<Remark> judged(ConditionOutcomes outcomes) {
        return outcomes.outcomes().stream()
                .map(outcome -> new Remark(outcome.judgement(), outcome.sentence()))
                .sorted(Comparator.comparing(remark -> remark.word().equals("passed")))
                .toList();
    }

    /** Without the severity, which has its own place. */
    private static String advised(Caveat caveat) {
        return ReportSentences.advised(caveat.severity() + " " + ReportSentences.caveat(caveat))
                .substring(caveat.severity().name().length() + 1);
    }

    private static List<Headline> headlines(RunResult result, List<MainFigure> figures) {
        List<Headline> headlines = new ArrayList<>();
        figures.forEach(figure -> headlines.add(headline(figure)));
        LatencyResult response = SeriesLevel.response(result);
        for (String name : List.of("p50", "p99")) {
            String interval = LatencyCell.interval(response, name);
            String detail = interval.equals(LatencyCell.NONE) ? "all operations" : "95 % CI " + interval;
            headlines.add(new Headline("response " + name + ", ms", LatencyCell.of(response, name), detail));
        }
        String started = "of " + result.totals().started() + " started";
        headlines.add(new Headline("failed", Long.toString(result.totals().failed()), started));
        return headlines;
    }

    private static void responseTimes(Page page, RunResult result, Optional<Chart> overTime) {
        page.section("Response times", "");
        page.table("Counts and times of each operation", RunTables.summary(result.operations()));
        RunTables.failures(result.operations()).ifAny(failures -> page.table("Failures by operation", failures));
        page.list(RunTables.tails(result).stream()
                .map(tail -> "slow end of " + tail)
                .toList());
        page.charts(overTime.stream().toList());
        PercentileChart chart = new PercentileChart();
        List<OperationResult> operations = result.operations();
        for (int i = 0; i < operations.size(); i++) {
            OperationResult operation = operations.get(i);
            chart.add(operation.name(), i, Form.SOLID, operation.response());
            chart.add(operation.name() + ", service", i, Form.DASHED, operation.service());
        }
        page.charts(chart.charts("Response and service time", "what is dotted rests on too few samples"));
        page.folded("response time percentiles", RunTables.percentiles(operations, OperationResult::response));
        page.folded("service time percentiles", RunTables.percentiles(operations, OperationResult::service));
        if (RunTables.tell(result)) {
            page.folded("reads, writes, everything", RunTables.combined(result));
        }
    }

    private static void overTime(Page page, RunResult result, TimeCharts charts) {
        page.section("Over time", "");
        page.list(ReportSentences.shifts(result));
        page.list(ReportSentences.faults(result));
        page.charts(charts.further());
        List<ClientDelays.Pause> pauses = result.health().delays().pauses();
        if (!pauses.isEmpty()) {
            page.charts(List.of(charts.pauses(pauses)));
        }
    }

    private static void requests(Page page, RunResult result) {
        page.foldedSection("Requests and checks", "");
        List<String> accounts = new ArrayList<>(List.of("requests: " + ReportSentences.accounts(result)));
        accounts.add(RunTables.intended(result));
        ReportSentences.checks(result).forEach(check -> accounts.add("checks: " + check));
        page.list(accounts.stream().filter(line -> !line.isEmpty()).toList());
    }

    /** Scores that are not on the first screen; most explain the one that is, such as the shares of a mix. */
    private static void shares(Page page, RunResult result) {
        Map<String, String> scores = new LinkedHashMap<>();
        List<String> shown =
                MainFigure.of(List.of(result)).stream().map(MainFigure::name).toList();
        result.scores().forEach((name, value) -> {
            if (!shown.contains(name)) {
                scores.put(ResourceCharts.words(name), Numbers.of(value));
            }
        });
        if (!scores.isEmpty()) {
            page.foldedSection("Scores and shares of the mix", "");
            page.facts(scores);
        }
    }

    private static void resources(Page page, RunResult result) {
        ServerStatistics server = result.server();
        if (server.silent()) {
            return;
        }
        page.foldedSection("Server", "What the server and its machine told about themselves, each interval.");
        page.small(new ResourceCharts(server).charts());
        RunTables.nodes(server).ifAny(nodes -> page.table("Nodes of the cluster", nodes));
        RunTables.levels(server).ifAny(levels -> page.table("Mean, maximum and last value of each level", levels));
        page.paragraph(RunTables.untold(server));
        page.paragraph(RunTables.growth(server));
        BusyStatements busy = server.statements();
        if (busy != null && busy.note().isEmpty()) {
            page.table(
                    "Statements that took most of the server's time, by " + busy.source(),
                    RunTables.statements(server));
        } else if (busy != null) {
            page.paragraph("no statistics of statements: " + busy.note());
        }
    }

    private static void loadGenerator(Page page, RunResult result) {
        page.foldedSection(
                "Load generator",
                "Health of the machine and the process that sent the load, and their possible effect on the numbers.");
        page.facts(ReportSentences.health(result.health()));
        ClientTables.agents(result).ifAny(agents -> page.table("Agents", agents));
        ClientTables.shares(result).ifAny(shares -> page.table("The client's part in response times", shares));
        ClientTables.pauses(result).ifAny(pauses -> page.table("When the client stood still", pauses));
    }

    private static void setting(Page page, RunResult result) {
        page.foldedSection("Setting", "");
        page.facts(ReportSentences.setting(result));
        Command command = Command.of(result);
        page.code(command.shell());
        page.list(command.unknown());
        page.folded(
                "target settings",
                ReportSentences.table("setting", result.target().settings()));
        page.folded("environment of the load generator", ReportSentences.table("fact", result.environment()));
    }
}
