package io.dbharness.report;

import io.dbharness.model.Internal;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Configurations against a baseline: an answer in words, values, relative change with its interval, and what else differs. Pure: the same
 * results give the same text.
 *
 * @param baseline   configuration that the candidates are compared with
 * @param candidates in order
 * @param meant      names of the settings that were varied on purpose, for example {@code synchronous_commit}
 * @param planned    decisions made before the first run
 */
@Internal
public record ComparisonReport(
        Configuration baseline, List<Configuration> candidates, Set<String> meant, Planned planned) {

    private static final List<String> LATENCIES = List.of("mean", "p50", "p95", "p99", "max");
    private static final List<String> SHARES = List.of("errors", "skipped");
    /** Relative rounding error of numbers that are computed from each other. */
    private static final double ROUNDING = 1e-9;

    /** Largest spread of the ratio of a rate and the throughput that it repeats, because shares of a mix vary by chance. */
    private static final double SAME_RATE = 0.02;

    /** Declared before anything was run, so their p values are adjusted for being two. */
    private static final List<String> PRIMARY = List.of("throughput", "p99");

    /** Explains the abbreviation of {@link Comparison#words}. */
    private static final String DETECTABLE =
            "MDD: the smallest difference that these runs would have found in 4 of 5 such comparisons";

    /**
     * Decisions made before the first run.
     *
     * @param tests   of the main metric
     * @param matters relative difference that the test must find or the interval exclude; 0 if none was given
     */
    public record Planned(int tests, double matters) {

        /** One look at the results. */
        public static final Planned NOTHING = new Planned(1, 0);
    }

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

    /**
     * One metric at one level of both configurations.
     *
     * @param level      for example {@code users 8}
     * @param metric     for example {@code throughput}; latencies are in nanoseconds
     * @param before     values of the baseline, one for each run
     * @param after      values of the candidate, one for each run
     * @param comparison empty if the values have no ratio
     */
    public record Row(
            String level, String metric, List<Double> before, List<Double> after, Optional<Comparison> comparison) {

        public Row {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }

        /** Returns true for a score of the workload. */
        public boolean isScore() {
            return !metric.equals(PRIMARY.get(0)) && !LATENCIES.contains(metric) && !SHARES.contains(metric);
        }

        private String change(double matters) {
            return comparison.map(one -> one.words(matters)).orElse(before.equals(after) ? "none" : "-");
        }
    }

    public ComparisonReport {
        candidates = List.copyOf(candidates);
        meant = Set.copyOf(meant);
    }

    /** A comparison of results that were made without a plan to look at them more than once. */
    public ComparisonReport(Configuration baseline, List<Configuration> candidates) {
        this(baseline, candidates, Set.of(), Planned.NOTHING);
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
            List<Row> rows = rows(candidate);
            List<ComparisonAnswer> answers = answers(candidate, rows);
            answers.forEach(
                    answer -> text.append(words.apply(answer.sentence())).append(".\n\n"));
            text.append(form.apply(table(candidate, rows)));
            lines(candidate, answers)
                    .forEach(line -> text.append("\n").append(words.apply(line)).append('\n'));
        }
        return text.toString();
    }

    /** How much the runs could find, INVALID runs, and differences of the environment. */
    private List<String> lines(Configuration candidate, List<ComparisonAnswer> answers) {
        List<String> lines = new ArrayList<>();
        answers.forEach(answer -> lines.addAll(answer.remarks()));
        if (answers.stream().anyMatch(answer -> answer.comparison().runs() >= Comparison.MIN_RUNS)) {
            lines.add(DETECTABLE);
        }
        lines.addAll(invalid(candidate));
        lines.addAll(differences(candidate));
        return lines;
    }

    /** Counts the runs that are left out. */
    public List<String> invalid(Configuration candidate) {
        List<String> lines = new ArrayList<>();
        for (Configuration one : List.of(baseline, candidate)) {
            long invalid = one.results().stream()
                    .filter(r -> r.verdict() == Verdict.INVALID)
                    .count();
            if (invalid > 0) {
                lines.add(one.name() + ": " + invalid + " of " + one.results().size() + " runs INVALID and left out");
            }
        }
        return lines;
    }

    /** Returns in what the configurations differ, what is under test first. */
    public List<String> differences(Configuration candidate) {
        List<String> lines = new ArrayList<>(EnvironmentDiff.withoutEffect(baseline.results(), candidate.results()));
        lines.addAll(EnvironmentDiff.lines(EnvironmentDiff.of(baseline.results(), candidate.results(), meant), "  "));
        return lines;
    }

    /** Returns the differences by name: the value of the baseline, and that of the candidate. */
    private Map<String, List<String>> differencesByName(Configuration candidate) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        EnvironmentDiff.of(baseline.results(), candidate.results(), meant)
                .forEach(d -> all.put(d.name(), List.of(d.baseline(), d.candidate())));
        return all;
    }

    /**
     * Returns the answer for each level, in the metric that the load leaves to the server: the throughput, or the response time if the
     * requests were sent at a given rate. Empty if the levels of the two do not match.
     *
     * @param all rows of the candidate
     */
    public List<ComparisonAnswer> answers(Configuration candidate, List<Row> all) {
        List<ComparisonAnswer> answers = new ArrayList<>();
        boolean one = all.stream().map(Row::level).distinct().count() <= 1;
        String main = mainMetric(candidate);
        for (Row row : all) {
            if (row.metric().equals(main)) {
                row.comparison()
                        .ifPresent(comparison -> answers.add(new ComparisonAnswer(
                                baseline.name(),
                                candidate.name(),
                                one ? "" : row.level(),
                                row,
                                comparison,
                                comparison.power(planned.matters()))));
            }
        }
        return answers;
    }

    private static String mainMetric(Configuration candidate) {
        boolean open = candidate.results().stream().noneMatch(r -> r.plan().closed());
        return PRIMARY.get(open ? 1 : 0);
    }

    /** Returns the comparison of the metric of {@link #answers}; empty unless both have one level, and values of it. */
    public Optional<Comparison> mainComparison(Configuration candidate) {
        List<Row> rows = rows(candidate).stream()
                .filter(row -> row.metric().equals(mainMetric(candidate)))
                .toList();
        return rows.size() == 1 ? rows.get(0).comparison() : Optional.empty();
    }

    /** All of it as values for JSON: numbers without an end are left out. */
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("baseline", baseline.name());
        facts.put("plannedTests", planned.tests());
        facts.put("candidates", candidates.stream().map(this::facts).toList());
        return facts;
    }

    private Map<String, Object> facts(Configuration candidate) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", candidate.name());
        List<Row> rows = rows(candidate);
        List<ComparisonAnswer> answers = answers(candidate, rows);
        facts.put("answers", answers.stream().map(ComparisonAnswer::sentence).toList());
        facts.put(
                "remarks",
                answers.stream().flatMap(answer -> answer.remarks().stream()).toList());
        facts.put("metrics", rows(candidate).stream().map(this::facts).toList());
        facts.put("underTest", List.copyOf(EnvironmentDiff.underTest(baseline.results(), candidate.results(), meant)));
        facts.put("differences", differencesByName(candidate));
        facts.put("verdicts", Map.of(baseline.name(), verdicts(baseline), candidate.name(), verdicts(candidate)));
        return facts;
    }

    private static List<String> verdicts(Configuration one) {
        return one.results().stream().map(r -> r.verdict().name()).toList();
    }

    private Map<String, Object> facts(Row row) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("level", row.level());
        facts.put("metric", row.metric());
        facts.put("baseline", row.before());
        facts.put("candidate", row.after());
        row.comparison().ifPresent(comparison -> {
            facts.put("ratio", comparison.ratio());
            if (comparison.runs() >= Comparison.MIN_RUNS) {
                facts.put("ratio95", comparison.ratio95().ends());
                facts.put("p", comparison.p());
                facts.put("change", row.change(planned.matters()));
            }
        });
        return facts;
    }

    /** Returns a table of these rows. */
    public CellTable table(Configuration candidate, List<Row> rows) {
        return new CellTable(
                List.of(
                        Column.words("level"),
                        Column.words("metric"),
                        Column.numbers(baseline.name()),
                        Column.numbers(candidate.name()),
                        Column.words("change")),
                rows.stream()
                        .map(row -> List.of(
                                row.level(),
                                row.metric(),
                                printed(row.metric(), row.before()),
                                printed(row.metric(), row.after()),
                                row.change(planned.matters())))
                        .toList());
    }

    /** Returns every metric that both have, by level. Scores that repeat the throughput are left out. */
    public List<Row> rows(Configuration candidate) {
        Set<String> compared = compared(candidate);
        List<SeriesLevel> before = levels(baseline, compared);
        List<Row> rows = new ArrayList<>();
        for (SeriesLevel level : levels(candidate, compared)) {
            before.stream()
                    .filter(base -> base.factors().equals(level.factors()))
                    .forEach(base -> rows.addAll(rows(base, level)));
        }
        return rows;
    }

    /** Returns the factors that are compared: they have one value in each of the two, and not the same. */
    private Set<String> compared(Configuration candidate) {
        Map<String, Set<String>> before = factors(baseline);
        Map<String, Set<String>> after = factors(candidate);
        Set<String> compared = new TreeSet<>(before.keySet());
        compared.addAll(after.keySet());
        compared.removeIf(name -> {
            Set<String> one = before.getOrDefault(name, Set.of());
            Set<String> other = after.getOrDefault(name, Set.of());
            return one.size() > 1 || other.size() > 1 || one.equals(other);
        });
        return compared;
    }

    private static Map<String, Set<String>> factors(Configuration one) {
        Map<String, Set<String>> values = new TreeMap<>();
        SeriesLevel.of(one.results())
                .forEach(level -> level.factors()
                        .forEach((name, value) -> values.computeIfAbsent(name, n -> new TreeSet<>())
                                .add(value)));
        return values;
    }

    /** Returns the levels without the factors that are compared. */
    private static List<SeriesLevel> levels(Configuration one, Set<String> compared) {
        return SeriesLevel.of(one.results()).stream()
                .map(level -> {
                    Map<String, String> factors = new TreeMap<>(level.factors());
                    factors.keySet().removeAll(compared);
                    return new SeriesLevel(factors, level.runs());
                })
                .toList();
    }

    private List<Row> rows(SeriesLevel before, SeriesLevel after) {
        List<String> metrics = new ArrayList<>(List.of("throughput"));
        metrics.addAll(LATENCIES);
        metrics.addAll(SHARES);
        TreeSet<String> scores = new TreeSet<>(before.runs().get(0).scores().keySet());
        scores.retainAll(after.runs().get(0).scores().keySet());
        scores.removeIf(score -> repeatsThroughput(score, List.of(before, after)));
        metrics.addAll(scores);
        Map<String, Comparison> comparisons = comparisons(metrics, before, after);
        List<Row> rows = new ArrayList<>();
        for (String metric : metrics) {
            double[] one = values(before, metric);
            double[] other = values(after, metric);
            if (one.length > 0 && other.length > 0) {
                rows.add(new Row(
                        before.name(),
                        metric,
                        Arrays.stream(one).boxed().toList(),
                        Arrays.stream(other).boxed().toList(),
                        Optional.ofNullable(comparisons.get(metric))));
            }
        }
        return rows;
    }

    /** Returns true if a score is the throughput in another unit: their ratio is the same in every run. */
    private static boolean repeatsThroughput(String score, List<SeriesLevel> levels) {
        List<RunResult> runs =
                levels.stream().flatMap(level -> level.runs().stream()).toList();
        double[] ratios = runs.stream()
                .mapToDouble(run -> run.scores().getOrDefault(score, Double.NaN)
                        / run.throughputPerSecond().value())
                .toArray();
        boolean rate = runs.stream().allMatch(run -> run.intervals95().containsKey(score));
        double allowed = (rate ? SAME_RATE : ROUNDING) * Math.abs(ratios[0]);
        return Arrays.stream(ratios).allMatch(ratio -> Math.abs(ratio - ratios[0]) <= allowed);
    }

    /**
     * Two families, each adjusted for its number: the primary metrics, and all others. The tests of a plan are adjusted for their number
     * instead, each primary metric by itself.
     */
    private Map<String, Comparison> comparisons(List<String> metrics, SeriesLevel before, SeriesLevel after) {
        Map<String, Comparison> comparisons = new LinkedHashMap<>();
        List<Comparison> primary = planned.tests() == 1
                ? primary(before, after)
                : raw(before, after).stream()
                        .map(one -> one.bonferroni(planned.tests()))
                        .toList();
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
        List<Comparison> adjusted = Comparison.holm(List.copyOf(others.values()));
        Iterator<Comparison> next = adjusted.iterator();
        others.keySet().forEach(metric -> comparisons.put(metric, next.next()));
        return comparisons;
    }

    /** Compares the primary metrics, in their order; empty unless every run has positive values. */
    static List<Comparison> primary(SeriesLevel before, SeriesLevel after) {
        return Comparison.holm(raw(before, after));
    }

    private static List<Comparison> raw(SeriesLevel before, SeriesLevel after) {
        List<Comparison> raw = PRIMARY.stream()
                .flatMap(metric -> comparison(metric, values(before, metric), values(after, metric)).stream())
                .toList();
        return raw.size() < PRIMARY.size() ? List.of() : raw;
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
    private static String printed(String metric, List<Double> values) {
        double mean = values.stream().mapToDouble(v -> v).average().orElse(Double.NaN);
        if (LATENCIES.contains(metric)) {
            return Numbers.millis(mean) + " ms";
        }
        return SHARES.contains(metric) ? Numbers.percent(mean) : Numbers.of(mean);
    }
}
