package io.dbharness.report;

import io.dbharness.experiment.Factor;
import io.dbharness.model.Severity;
import io.dbharness.report.Table.Column;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.analysis.Comparison.Polarity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What is to be said of the runs of an experiment against each other. Pure functions of its results. */
final class SeriesFindings {

    private SeriesFindings() {}

    /** Which runs are suspect or worse, and why, one line for each reason. */
    static List<String> caveats(List<RunResult> results) {
        Map<String, List<Integer>> runs = new TreeMap<>();
        for (int i = 0; i < results.size(); i++) {
            int run = i + 1;
            results.get(i).caveats().stream()
                    .filter(c -> c.severity() != Severity.NOTE)
                    .map(c -> c.severity() + " " + c.code())
                    .distinct()
                    .forEach(reason ->
                            runs.computeIfAbsent(reason, r -> new ArrayList<>()).add(run));
        }
        return runs.entrySet().stream()
                .map(reason -> reason.getKey() + " in run "
                        + reason.getValue().stream().map(String::valueOf).collect(Collectors.joining(", ")))
                .toList();
    }

    /** In which runs a guard does not hold, and which have no answer to it. */
    static List<String> broken(Condition guard, List<RunResult> results) {
        Map<Answer, List<String>> runs = IntStream.range(0, results.size())
                .boxed()
                .collect(Collectors.groupingBy(
                        i -> guard.answer(results.get(i), Optional.empty(), true),
                        Collectors.mapping(i -> Integer.toString(i + 1), Collectors.toList())));
        List<String> lines = new ArrayList<>();
        String text = "guard " + guard.text().strip();
        Optional.ofNullable(runs.get(Answer.DOES_NOT_HOLD))
                .ifPresent(in -> lines.add(text + " does not hold in run " + String.join(", ", in)));
        Optional.ofNullable(runs.get(Answer.INCONCLUSIVE))
                .ifPresent(in -> lines.add(text + " has no answer in run " + String.join(", ", in)));
        return lines;
    }

    /**
     * Each level against the first. The two metrics are primary, so their p values are adjusted for their number.
     *
     * @param levels at least two
     */
    static Table comparisons(List<SeriesLevel> levels) {
        SeriesLevel baseline = levels.get(0);
        List<List<String>> rows = new ArrayList<>();
        for (SeriesLevel level : levels.subList(1, levels.size())) {
            List<Comparison> primary = Comparison.holm(List.of(
                    compare(baseline, level, r -> r.throughputPerSecond().value(), Polarity.HIGHER_IS_BETTER),
                    compare(
                            baseline,
                            level,
                            r -> SeriesLevel.nanos(SeriesLevel.response(r), "p99"),
                            Polarity.LOWER_IS_BETTER)));
            rows.add(List.of(
                    level.name() + " against " + baseline.name(),
                    primary.get(0).words(),
                    primary.get(1).words()));
        }
        return new Table(
                List.of(Column.words("levels"), Column.words("throughput"), Column.words("response p99")), rows);
    }

    private static Comparison compare(
            SeriesLevel baseline, SeriesLevel level, ToDoubleFunction<RunResult> metric, Polarity polarity) {
        return Comparison.of(values(baseline, metric), values(level, metric), polarity);
    }

    private static double[] values(SeriesLevel level, ToDoubleFunction<RunResult> metric) {
        return level.runs().stream().mapToDouble(metric).toArray();
    }

    /** Whether every run can stand in a ratio. */
    static boolean comparable(SeriesLevel level) {
        return level.runs().stream()
                .allMatch(r -> r.throughputPerSecond().value() > 0
                        && SeriesLevel.response(r).nanos("p99") > 0
                        && !SeriesLevel.response(r).infinite().contains("p99"));
    }

    /** The names of levels, for example {@code 8, 16}. */
    static String loads(List<Double> loads) {
        return loads.stream().map(Factor::text).collect(Collectors.joining(", "));
    }
}
