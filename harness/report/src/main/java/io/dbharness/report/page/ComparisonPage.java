package io.dbharness.report.page;

import io.dbharness.model.Caveat;
import io.dbharness.report.CellTable;
import io.dbharness.report.ComparisonAnswer;
import io.dbharness.report.ComparisonReport;
import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.report.ComparisonReport.Row;
import io.dbharness.report.Numbers;
import io.dbharness.report.ReportSentences;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Line;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.chart.Chart.Line.Point;
import io.dbharness.report.chart.ChartAxis;
import io.dbharness.report.page.Page.Headline;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import io.dbharness.result.analysis.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which configuration is better, as a page: the answer, bars with intervals, every metric, what differed, and the verdicts of the runs. The
 * same results give the same page. Immutable.
 *
 * @param report the comparison
 * @param notes  remarks on how the runs were made, for example when they ended; may be empty
 * @param links  addresses of the runs' own pages by the ids of their results; may be empty
 */
public record ComparisonPage(ComparisonReport report, List<String> notes, Map<String, String> links) {

    /** A candidate with its figures, computed once. */
    private record Compared(Configuration candidate, List<Row> rows) {

        List<Row> rows(String metric) {
            return rows.stream().filter(row -> row.metric().equals(metric)).toList();
        }
    }

    private static final String INTERVAL = "95 % interval of the mean between runs";

    /** The main metrics, which have a chart: name to title, a comma and the unit. */
    private static final Map<String, String> CHARTS =
            Map.of("throughput", "Throughput, operations per second", "p99", "Response time p99, ms");

    public ComparisonPage {
        notes = List.copyOf(notes);
        links = Map.copyOf(links);
    }

    public String html() {
        List<Compared> all = report.candidates().stream()
                .map(candidate -> new Compared(candidate, report.rows(candidate)))
                .toList();
        List<ComparisonAnswer> answers = all.stream()
                .flatMap(one -> report.answers(one.candidate(), one.rows()).stream())
                .toList();
        List<RunResult> runs =
                configurations().stream().flatMap(c -> c.results().stream()).toList();
        Verdict worst = runs.stream()
                .map(RunResult::verdict)
                .max(Comparator.naturalOrder())
                .orElse(Verdict.INVALID);
        String word = answers.size() == 1 ? answers.get(0).word() : answers.isEmpty() ? "NO ANSWER" : "COMPARISON";
        String subject = configurations().stream().map(Configuration::name).collect(Collectors.joining(", "));
        String headline = answers.size() == 1 ? answers.get(0).sentence() : subject;
        String what = runs.isEmpty()
                ? ""
                : ReportSentences.title(runs.get(0)) + ", " + runs.size() + " runs, "
                        + (worst == Verdict.VALID ? "all VALID" : "the worst " + worst) + ", "
                        + ReportSentences.tool(runs.get(0));
        Page page = new Page(word + ": " + subject, colour(answers, worst), word, headline, what);
        List<Chart> charts = Stream.of("throughput", "p99")
                .map(metric -> chart(metric, all))
                .filter(chart -> !chart.lines().isEmpty())
                .toList();
        answer(page, all, answers, charts.stream().findFirst());
        page.charts("Side by side", "", charts.subList(Math.min(1, charts.size()), charts.size()));
        metrics(page, all);
        differences(page);
        runs(page);
        return page.html();
    }

    /** Green is for a faster candidate and red for a slower one; runs that are not VALID have the colour of their verdict. */
    private static Optional<Verdict> colour(List<ComparisonAnswer> answers, Verdict worst) {
        if (worst != Verdict.VALID) {
            return Optional.of(worst);
        }
        return answers.size() != 1
                ? Optional.empty()
                : switch (answers.get(0).conclusion()) {
                    case FASTER -> Optional.of(Verdict.VALID);
                    case SLOWER -> Optional.of(Verdict.INVALID);
                    case NO_DIFFERENCE, INCONCLUSIVE -> Optional.empty();
                };
    }

    private List<Configuration> configurations() {
        return Stream.concat(Stream.of(report.baseline()), report.candidates().stream())
                .toList();
    }

    private void answer(Page page, List<Compared> all, List<ComparisonAnswer> answers, Optional<Chart> chart) {
        page.section("Answer", "");
        if (answers.isEmpty()) {
            page.paragraph("The configurations have no level in common that was measured, so nothing can be compared.");
        }
        page.list(
                answers.size() == 1
                        ? List.of()
                        : answers.stream().map(ComparisonAnswer::sentence).toList());
        List<Headline> tiles = tiles(all);
        if (answers.size() == 1) {
            page.front(change(answers.get(0)), tiles, chart);
        } else {
            page.headlines(tiles);
            page.charts(chart.stream().toList());
        }
        page.list(answers.stream()
                .flatMap(answer -> answer.remarks().stream())
                .distinct()
                .toList());
        page.list(notes);
    }

    /** The change in large type. */
    private static Headline change(ComparisonAnswer answer) {
        String metric = answer.metric().equals("throughput") ? "throughput" : "response time " + answer.metric();
        return new Headline(
                metric + " of " + answer.candidate() + ", baseline " + answer.baseline(),
                answer.signedChange(),
                answer.certainty());
    }

    /** The throughput of each configuration that has one level. */
    private List<Headline> tiles(List<Compared> all) {
        Map<String, Headline> tiles = new LinkedHashMap<>();
        for (Compared one : all) {
            List<Row> rows = one.rows("throughput");
            if (rows.size() == 1) {
                tiles.putIfAbsent(
                        report.baseline().name(),
                        tile(report.baseline().name(), rows.get(0).before()));
                tiles.put(
                        one.candidate().name(),
                        tile(one.candidate().name(), rows.get(0).after()));
            }
        }
        return List.copyOf(tiles.values());
    }

    private static Headline tile(String name, List<Double> values) {
        String detail = interval(values).isEmpty()
                ? "one run"
                : "± " + Numbers.of((interval(values).get(1) - interval(values).get(0)) / 2) + " between "
                        + values.size() + " runs";
        return new Headline(name + ", operations per second", Numbers.of(mean(values)), detail);
    }

    private Chart chart(String metric, List<Compared> all) {
        Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();
        for (Compared compared : all) {
            for (Row row : compared.rows(metric)) {
                values.computeIfAbsent(row.level(), l -> new LinkedHashMap<>())
                        .putIfAbsent(report.baseline().name(), row.before());
                values.computeIfAbsent(row.level(), l -> new LinkedHashMap<>())
                        .put(compared.candidate().name(), row.after());
            }
        }
        double unit = metric.equals("throughput") ? 1 : Numbers.NANOS_PER_MILLI;
        List<String> levels = List.copyOf(values.keySet());
        List<String> names = configurations().stream().map(Configuration::name).toList();
        List<Line> lines = new ArrayList<>();
        List<Point> ends = new ArrayList<>();
        double room = Chart.barRoom(levels.size(), names.size());
        for (int n = 0; n < names.size(); n++) {
            List<Point> bars = new ArrayList<>();
            for (int l = 0; l < levels.size(); l++) {
                List<Double> runs = values.getOrDefault(levels.get(l), Map.of()).getOrDefault(names.get(n), List.of());
                double x = l + room * (n + 0.5 - names.size() / 2.0);
                if (!runs.isEmpty()) {
                    bars.add(new Point(x, mean(runs) / unit));
                    interval(runs).forEach(end -> ends.add(new Point(x, Math.max(0, end) / unit)));
                }
            }
            if (!bars.isEmpty()) {
                lines.add(new Line(names.get(n), n, Form.BARS, bars));
            }
        }
        if (!ends.isEmpty()) {
            lines.add(new Line(INTERVAL, 0, Form.RANGES, ends));
        }
        String title = CHARTS.getOrDefault(metric, metric);
        return Chart.fromZero(
                title.replaceFirst(", .*", ""),
                ends.isEmpty() ? "" : "means of the runs",
                ChartAxis.names("", levels.size() == 1 ? List.of("") : levels),
                title.replaceFirst(".*, ", ""),
                lines,
                List.of());
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(v -> v).average().orElse(Double.NaN);
    }

    /** Both ends; empty for a single run. */
    private static List<Double> interval(List<Double> values) {
        return values.size() < 2
                ? List.of()
                : Interval.ofMean(values.stream().mapToDouble(v -> v).toArray()).ends();
    }

    private void metrics(Page page, List<Compared> all) {
        page.section("Metrics", "");
        for (Compared one : all) {
            Configuration candidate = one.candidate();
            String caption = candidate.name() + " against " + report.baseline().name();
            Map<Boolean, List<Row>> rows = one.rows().stream().collect(Collectors.partitioningBy(Row::isScore));
            List<Row> main = rows.getOrDefault(false, List.of());
            List<Row> scores = rows.getOrDefault(true, List.of());
            if (!main.isEmpty()) {
                page.table(caption, report.table(candidate, main));
            }
            if (!scores.isEmpty()) {
                page.folded("Scores of the workload: " + caption, report.table(candidate, scores));
            }
        }
    }

    private void differences(Page page) {
        page.section("What differed", "");
        for (Configuration candidate : report.candidates()) {
            List<String> lines = new ArrayList<>(report.invalid(candidate));
            lines.addAll(report.differences(candidate));
            page.paragraph(candidate.name() + " against " + report.baseline().name() + ":");
            page.list(lines.stream().map(String::strip).toList());
        }
    }

    private void runs(Page page) {
        page.section("Runs", "Every run with its verdict. INVALID runs are not compared.");
        List<List<String>> rows = new ArrayList<>();
        for (Configuration one : configurations()) {
            for (RunResult run : one.results()) {
                rows.add(List.of(
                        one.name(),
                        run.createdAt(),
                        Numbers.of(run.throughputPerSecond().value()),
                        run.verdict() + ReportSentences.accepted(run),
                        run.caveats().stream().map(Caveat::code).distinct().collect(Collectors.joining(", "))));
            }
        }
        List<String> heads = List.of("configuration", "started", "operations per second", "verdict", "caveats");
        page.table("Verdicts of the runs", CellTable.words(heads, rows));
        Map<String, String> files = new LinkedHashMap<>();
        for (Configuration one : configurations()) {
            for (RunResult run : one.results()) {
                String address = links.get(run.id());
                if (address != null) {
                    files.put(address, address.replaceFirst("/.*", "") + ", " + one.name());
                }
            }
        }
        page.files(files);
    }
}
