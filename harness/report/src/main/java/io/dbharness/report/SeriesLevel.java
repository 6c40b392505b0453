package io.dbharness.report;

import io.dbharness.experiment.RunSeries;
import io.dbharness.experiment.Search;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Internal;
import io.dbharness.report.CellTable.Columns;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.Merge;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.Verdict;
import io.dbharness.study.StudyDesign;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The runs of an experiment that differ only by chance. Not thread-safe. */
@Internal
public final class SeriesLevel {

    /** Which run of a level it is, and why it was made, are no properties of the level. */
    private static final Set<String> NO_LEVEL = Set.of(RunSeries.REPEAT, Search.STAGE);

    private final Map<String, String> factors;
    private final List<RunResult> runs;
    private @Nullable RunResult merged;
    private @Nullable RunResult outline;

    /**
     * @param factors what the runs have in common, name to value
     * @param runs    at least one, none of them INVALID
     */
    public SeriesLevel(Map<String, String> factors, List<RunResult> runs) {
        this.factors = factors;
        this.runs = List.copyOf(runs);
    }

    /** Groups the runs that are not INVALID by level; numbers in ascending order. */
    public static List<SeriesLevel> of(List<RunResult> results) {
        Map<Map<String, String>, List<RunResult>> byFactors = results.stream()
                .filter(r -> r.verdict() != Verdict.INVALID)
                .collect(Collectors.groupingBy(SeriesLevel::factors, LinkedHashMap::new, Collectors.toList()));
        return byFactors.entrySet().stream()
                .map(level -> new SeriesLevel(level.getKey(), level.getValue()))
                .sorted(SeriesLevel::compare)
                .toList();
    }

    private static Map<String, String> factors(RunResult result) {
        Map<String, String> factors = new TreeMap<>(result.plan().factors());
        factors.keySet().removeAll(NO_LEVEL);
        return factors;
    }

    private static int compare(SeriesLevel a, SeriesLevel b) {
        for (String name : a.factors.keySet()) {
            int order = StudyDesign.NUMBERS_FIRST.compare(
                    a.factors.getOrDefault(name, ""), b.factors.getOrDefault(name, ""));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Returns the common factors of the runs, name to value. */
    public Map<String, String> factors() {
        return factors;
    }

    /** At least one run, none of them INVALID. */
    public List<RunResult> runs() {
        return runs;
    }

    /** For example {@code connections 8, users 16}. */
    public String name() {
        return factors.isEmpty()
                ? "all runs"
                : factors.entrySet().stream()
                        .map(f -> f.getKey() + " " + f.getValue())
                        .collect(Collectors.joining(", "));
    }

    public boolean repeated() {
        return runs.size() > 1;
    }

    /** The runs as one, which is made at the first call. */
    public RunResult merged() {
        RunResult known = merged;
        if (known == null) {
            known = Merge.runs(runs);
            merged = known;
        }
        return known;
    }

    /** The accounts, the throughput and the response times of the runs as one, which are made at the first call. */
    public RunResult outline() {
        RunResult known = merged == null ? outline : merged;
        if (known == null) {
            known = Merge.outline(runs);
            outline = known;
        }
        return known;
    }

    /** Response times of all operations of a run together; requests that were never sent are infinitely slow. */
    public static LatencyResult response(RunResult result) {
        return result.combined("total").map(CombinedResult::intendedResponse).orElseGet(() -> {
            LatencyHistogram all = new LatencyHistogram();
            result.operations().forEach(o -> all.add(o.response().distribution()));
            return LatencyResult.of(all);
        });
    }

    /** A level and the figures of its runs. */
    private record Line(SeriesLevel level, List<MainFigure> figures) {

        Line(SeriesLevel level) {
            this(level, MainFigure.of(level.runs));
        }

        String figure(String name) {
            return figures.stream()
                    .filter(figure -> figure.name().equals(name))
                    .map(figure -> level.repeated() ? figure.plusMinus() : Numbers.of(figure.value()))
                    .findFirst()
                    .orElse(LatencyCell.NONE);
        }
    }

    /**
     * Returns a line for each level: its main figures, which are means with the interval between runs where it was repeated, and the
     * response times of all its requests together.
     *
     * @param levels at least one
     */
    public static CellTable table(List<SeriesLevel> levels) {
        List<Line> lines = levels.stream().map(Line::new).toList();
        Columns<Line> columns = new Columns<Line>()
                .words("level", line -> line.level.name())
                .numbers("runs", line -> Integer.toString(line.level.runs().size()));
        lines.stream()
                .flatMap(line -> line.figures.stream())
                .map(MainFigure::name)
                .distinct()
                .forEach(name -> columns.numbers(
                        name.equals(MainFigure.THROUGHPUT) ? "per second" : name, line -> line.figure(name)));
        return columns.millis("response", line -> response(line.level.outline()), "p50", "p95", "p99", "max")
                .numbers(
                        "failed",
                        line -> Long.toString(line.level.outline().totals().failed()))
                .of(lines);
    }
}
