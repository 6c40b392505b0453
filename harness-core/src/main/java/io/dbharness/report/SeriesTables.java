package io.dbharness.report;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Caveat;
import io.dbharness.report.Table.Column;
import io.dbharness.result.Csv;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The tables of an experiment. Pure functions of its results. */
final class SeriesTables {

    private static final List<String> PERCENTILES = List.of("p50", "p95", "p99");
    private static final String RESPONSE = "response";

    private SeriesTables() {}

    /** A line for each run. */
    static Table runs(List<RunResult> results) {
        List<String> factors = names(results, r -> r.plan().factors());
        List<String> scores = names(results, RunResult::scores);
        List<Column> columns = new ArrayList<>();
        columns.add(Column.numbers("run"));
        factors.forEach(name -> columns.add(Column.numbers(name)));
        columns.add(Column.words("verdict"));
        columns.add(Column.numbers("per second"));
        columns.add(Column.numbers("95 % CI"));
        columns.add(Column.millis(RESPONSE, "mean"));
        PERCENTILES.forEach(name -> columns.add(Column.millis(RESPONSE, name)));
        columns.add(Column.millis(RESPONSE, "max"));
        columns.add(Column.numbers("errors"));
        columns.add(Column.numbers("skipped"));
        scores.forEach(name -> columns.add(Column.numbers(name)));
        List<List<String>> rows = new ArrayList<>();
        for (RunResult result : results) {
            rows.add(row(rows.size() + 1, result, factors, scores));
        }
        return new Table(columns, rows);
    }

    private static List<String> row(int run, RunResult result, List<String> factors, List<String> scores) {
        LatencyResult response = SeriesLevel.response(result);
        Totals totals = result.totals();
        List<String> row = new ArrayList<>();
        row.add(Integer.toString(run));
        factors.forEach(name -> row.add(result.plan().factors().getOrDefault(name, LatencyCell.NONE)));
        row.add(result.verdict().name());
        row.add(Numbers.of(result.throughputPerSecond().value()));
        row.add(interval(result.throughputPerSecond().ci95()));
        row.add(LatencyCell.mean(response));
        PERCENTILES.forEach(name -> row.add(LatencyCell.percentile(response, name)));
        row.add(LatencyCell.maximum(response));
        row.add(Numbers.percent(share(totals.failed(), totals.started())));
        row.add(Numbers.percent(share(totals.skipped(), totals.intended())));
        scores.forEach(name -> row.add(score(result, name, LatencyCell.NONE)));
        return row;
    }

    private static String interval(List<Double> ci95) {
        return ci95.isEmpty() ? LatencyCell.NONE : Numbers.of(ci95.get(0)) + " to " + Numbers.of(ci95.get(1));
    }

    private static String score(RunResult result, String name, String none) {
        Double score = result.scores().get(name);
        return score == null ? none : Numbers.of(score);
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    /** Every name that any result has. */
    private static List<String> names(List<RunResult> results, Function<RunResult, Map<String, ?>> map) {
        return List.copyOf(results.stream()
                .flatMap(r -> map.apply(r).keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** The runs of one level: percentiles of all their requests, and what is often printed instead. */
    static Table repeats(SeriesLevel level) {
        LatencyResult merged = SeriesLevel.response(level.merged());
        List<LatencyResult> runs =
                level.runs().stream().map(SeriesLevel::response).toList();
        List<List<String>> rows = new ArrayList<>();
        rows.add(repeat("mean", LatencyCell.mean(merged), runs, LatencyResult::meanNanos));
        Quantiles.BY_NAME.forEach((name, quantile) -> {
            if (Support.of(merged.count(), quantile) != Support.MAXIMUM) {
                rows.add(repeat(
                        label(name), LatencyCell.percentile(merged, name), runs, l -> SeriesLevel.nanos(l, name)));
            }
        });
        rows.add(repeat("max", LatencyCell.maximum(merged), runs, LatencyResult::maxNanos));
        return new Table(
                List.of(
                        Column.words("percentile"),
                        Column.millis(RESPONSE, "merged"),
                        Column.millis(RESPONSE, "mean of runs"),
                        Column.millis(RESPONSE, "least run"),
                        Column.millis(RESPONSE, "greatest run")),
                rows);
    }

    /** {@code p25} as {@code 25}, {@code n3} as {@code 3 nines}: the labels of the table of a single run. */
    private static String label(String name) {
        return name.startsWith("n") ? name.substring(1) + " nines" : name.substring(1);
    }

    private static List<String> repeat(
            String label, String merged, List<LatencyResult> runs, ToDoubleFunction<LatencyResult> nanos) {
        var figures = runs.stream().mapToDouble(nanos).summaryStatistics();
        return List.of(
                label,
                merged,
                Numbers.millis(figures.getAverage()),
                Numbers.millis(figures.getMin()),
                Numbers.millis(figures.getMax()));
    }

    /** A line for each run, comma-separated as RFC 4180 has it: numbers without units or marks, what is unknown is empty. */
    static String csv(List<RunResult> results) {
        List<String> factors = names(results, r -> r.plan().factors());
        List<String> scores = names(results, RunResult::scores);
        List<String> head = new ArrayList<>(List.of("run", "id"));
        head.addAll(factors);
        head.addAll(List.of("verdict", "throughput_per_second", "ci95_low", "ci95_high", "response_mean_ms"));
        PERCENTILES.forEach(name -> head.add("response_" + name + "_ms"));
        head.addAll(List.of("response_max_ms", "errors_percent", "skipped_percent"));
        head.addAll(scores);
        head.add("caveats");
        StringBuilder csv = new StringBuilder(Csv.line(head));
        for (int i = 0; i < results.size(); i++) {
            csv.append(Csv.line(csvRow(i + 1, results.get(i), factors, scores)));
        }
        return csv.toString();
    }

    private static List<String> csvRow(int run, RunResult result, List<String> factors, List<String> scores) {
        LatencyResult response = SeriesLevel.response(result);
        Totals totals = result.totals();
        List<Double> ci95 = result.throughputPerSecond().ci95();
        List<String> row = new ArrayList<>(List.of(Integer.toString(run), result.id()));
        factors.forEach(name -> row.add(result.plan().factors().getOrDefault(name, "")));
        row.add(result.verdict().name());
        row.add(Numbers.of(result.throughputPerSecond().value()));
        row.add(ci95.isEmpty() ? "" : Numbers.of(ci95.get(0)));
        row.add(ci95.isEmpty() ? "" : Numbers.of(ci95.get(1)));
        boolean none = response.count() == 0;
        row.add(none ? "" : Numbers.millis(response.meanNanos()));
        PERCENTILES.forEach(name -> row.add(none ? "" : Numbers.millis(SeriesLevel.nanos(response, name))));
        row.add(none ? "" : Numbers.millis(response.maxNanos()));
        row.add(Numbers.of(100 * share(totals.failed(), totals.started())));
        row.add(Numbers.of(100 * share(totals.skipped(), totals.intended())));
        scores.forEach(name -> row.add(score(result, name, "")));
        row.add(result.caveats().stream().map(Caveat::code).distinct().collect(Collectors.joining(" ")));
        return row;
    }
}
