package io.dbharness.report;

import io.dbharness.report.CellTable.Column;
import io.dbharness.result.Metric;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.analysis.Comparison.Polarity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Configurations against a baseline: values, relative change with its interval, and what else differs. Pure: the same results give the
 * same text.
 *
 * @param baseline   the others are compared with it
 * @param candidates in order
 */
public record ComparisonReport(Configuration baseline, List<Configuration> candidates) {

    private static final List<String> LATENCIES = List.of("mean", "p50", "p95", "p99", "max");
    private static final List<String> SHARES = List.of("errors", "skipped");
    /** Relative rounding error of numbers that are computed from each other. */
    private static final double ROUNDING = 1e-9;

    /** Declared before anything was run, so their p values are adjusted for being two. */
    private static final List<String> PRIMARY = List.of("throughput", "p99");

    /**
     * Results of one configuration.
     *
     * @param name    for display
     * @param results at least one
     */
    public record Configuration(String name, List<RunResult> results) {
        public Configuration {
            results = List.copyOf(results);
        }
    }

    public ComparisonReport {
        candidates = List.copyOf(candidates);
    }

    /** As a terminal shows it. */
    public String text() {
        return TextReport.visible(report(UnaryOperator.identity(), "", CellTable::text));
    }

    /** As GitHub renders it. */
    public String markdown() {
        return report(CellTable::escaped, "## ", CellTable::markdown);
    }

    private String report(UnaryOperator<String> words, String heading, Function<CellTable, String> form) {
        StringBuilder text = new StringBuilder();
        for (Configuration candidate : candidates) {
            text.append(text.isEmpty() ? "" : "\n")
                    .append(heading)
                    .append(words.apply(candidate.name() + " against " + baseline.name()))
                    .append("\n\n");
            text.append(form.apply(table(candidate)));
            lines(candidate)
                    .forEach(line -> text.append("\n").append(words.apply(line)).append('\n'));
        }
        return text.toString();
    }

    private List<String> lines(Configuration candidate) {
        List<String> lines = new ArrayList<>();
        for (Configuration one : List.of(baseline, candidate)) {
            long invalid = one.results().stream()
                    .filter(r -> r.verdict() == Verdict.INVALID)
                    .count();
            if (invalid > 0) {
                lines.add(one.name() + ": " + invalid + " of " + one.results().size() + " runs INVALID and left out");
            }
        }
        lines.addAll(EnvironmentDiff.lines(EnvironmentDiff.of(baseline.results(), candidate.results()), "  "));
        return lines;
    }

    private CellTable table(Configuration candidate) {
        List<List<String>> rows = new ArrayList<>();
        for (SeriesLevel level : SeriesLevel.of(candidate.results())) {
            SeriesLevel.of(baseline.results()).stream()
                    .filter(base -> base.factors().equals(level.factors()))
                    .forEach(base -> rows.addAll(rows(base, level)));
        }
        return new CellTable(
                List.of(
                        Column.words("level"),
                        Column.words("metric"),
                        Column.numbers(baseline.name()),
                        Column.numbers(candidate.name()),
                        Column.words("change")),
                rows);
    }

    private static List<List<String>> rows(SeriesLevel before, SeriesLevel after) {
        List<String> metrics = new ArrayList<>(List.of("throughput"));
        metrics.addAll(LATENCIES);
        metrics.addAll(SHARES);
        TreeSet<String> scores = new TreeSet<>(before.runs().get(0).scores().keySet());
        scores.retainAll(after.runs().get(0).scores().keySet());
        metrics.addAll(scores);
        Map<String, Comparison> comparisons = comparisons(metrics, before, after);
        List<List<String>> rows = new ArrayList<>();
        for (String metric : metrics) {
            double[] one = values(before, metric);
            double[] other = values(after, metric);
            if (one.length > 0 && other.length > 0) {
                Comparison comparison = comparisons.get(metric);
                String change = comparison == null ? Arrays.equals(one, other) ? "none" : "-" : comparison.words();
                rows.add(List.of(before.name(), metric, printed(metric, one), printed(metric, other), change));
            }
        }
        return rows;
    }

    /**
     * Two families, each adjusted for its number: the primary metrics, and all others. A score that is the throughput under another name is
     * no
     * second chance, and has its words.
     */
    private static Map<String, Comparison> comparisons(List<String> metrics, SeriesLevel before, SeriesLevel after) {
        Map<String, Comparison> comparisons = new LinkedHashMap<>();
        List<Comparison> primary = primary(before, after);
        for (int i = 0; i < primary.size(); i++) {
            comparisons.put(PRIMARY.get(i), primary.get(i));
        }
        Map<String, Comparison> others = new LinkedHashMap<>();
        for (String metric : metrics) {
            if (!comparisons.containsKey(metric)) {
                comparison(metric, values(before, metric), values(after, metric))
                        .ifPresent(comparison -> others.put(metric, comparison));
            }
        }
        others.entrySet().removeIf(other -> {
            Optional<Comparison> same =
                    primary.stream().filter(p -> isSame(p, other.getValue())).findFirst();
            same.ifPresent(one -> comparisons.put(other.getKey(), one));
            return same.isPresent();
        });
        List<Comparison> adjusted = Comparison.holm(List.copyOf(others.values()));
        Iterator<Comparison> next = adjusted.iterator();
        others.keySet().forEach(metric -> comparisons.put(metric, next.next()));
        return comparisons;
    }

    /** Returns true if two metrics are the same number in different units. */
    private static boolean isSame(Comparison a, Comparison b) {
        return a.runs() >= Comparison.MIN_RUNS
                && a.polarity() == b.polarity()
                && Math.abs(a.ratio() - b.ratio()) < ROUNDING
                && Math.abs(a.standardError() - b.standardError()) < ROUNDING;
    }

    /** Compares the primary metrics, in their order; empty unless every run has positive values. */
    static List<Comparison> primary(SeriesLevel before, SeriesLevel after) {
        List<Comparison> raw = PRIMARY.stream()
                .flatMap(metric -> comparison(metric, values(before, metric), values(after, metric)).stream())
                .toList();
        return raw.size() < PRIMARY.size() ? List.of() : Comparison.holm(raw);
    }

    private static Optional<Comparison> comparison(String metric, double[] before, double[] after) {
        Polarity polarity = LATENCIES.contains(metric) || SHARES.contains(metric)
                ? Polarity.LOWER_IS_BETTER
                : Polarity.HIGHER_IS_BETTER;
        return Comparison.isPossible(before, after)
                ? Optional.of(Comparison.of(before, after, polarity))
                : Optional.empty();
    }

    private static double[] values(SeriesLevel level, String metric) {
        return level.runs().stream()
                .flatMapToDouble(r -> new Metric(metric, Optional.empty()).of(r).stream())
                .toArray();
    }

    /** The mean over runs, in the unit of reports. */
    private static String printed(String metric, double[] values) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        if (LATENCIES.contains(metric)) {
            return Numbers.millis(mean) + " ms";
        }
        return SHARES.contains(metric) ? Numbers.percent(mean) : Numbers.of(mean);
    }
}
