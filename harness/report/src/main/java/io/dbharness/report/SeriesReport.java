package io.dbharness.report;

import io.dbharness.experiment.Factor;
import io.dbharness.experiment.SearchOutcome;
import io.dbharness.measure.Quantiles;
import io.dbharness.model.Caveat;
import io.dbharness.model.Caveat.Severity;
import io.dbharness.model.Internal;
import io.dbharness.report.CellTable.Columns;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.Verdict;
import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.analysis.PercentileSupport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The report of an experiment: its runs, what repeats have in common, what a sweep shows, how levels compare. Pure: the same results
 * give the same text. INVALID runs appear in the table of runs only. Not thread-safe.
 */
@Internal
public final class SeriesReport {

    /** The title of the section on what rising levels show. */
    public static final String SWEEP = "Sweep";

    /** Prefix of the titles of sections on a repeated level. */
    public static final String REPEATS = "Repeats";

    /** The title of the section on every run. */
    public static final String RUNS = "Runs";

    /** The title of the section on the scores of every run that are not the main one. */
    public static final String SCORES = "Scores";

    private static final String BOTH_FORMS =
            "merged: of all requests of these runs together; mean of runs: for comparison"
                    + " with reports that average percentiles, which gives no percentile of anything";

    /** A sweep has its own findings; with fewer levels, comparing them is all there is. */
    private static final int SWEEP_LEVELS = 3;

    private final List<Condition> guards;
    private final Optional<SearchOutcome> search;
    private final List<RunResult> results;
    private final List<SeriesLevel> levels;
    private @Nullable List<Section> sections;

    /**
     * @param guards  what must hold for a run to count as passing: for a sweep, the highest passing level is printed
     * @param search  outcome of a search
     * @param results in the order of the runs
     */
    public SeriesReport(List<Condition> guards, Optional<SearchOutcome> search, List<RunResult> results) {
        this.guards = List.copyOf(guards);
        this.search = search;
        this.results = List.copyOf(results);
        this.levels = SeriesLevel.of(results);
    }

    /** Creates the report of an experiment without guards and search. */
    public static SeriesReport plain(List<RunResult> results) {
        return new SeriesReport(List.of(), Optional.empty(), results);
    }

    public List<Condition> guards() {
        return guards;
    }

    public Optional<SearchOutcome> search() {
        return search;
    }

    public List<RunResult> results() {
        return results;
    }

    public List<SeriesLevel> levels() {
        return levels;
    }

    /** Plain text for a terminal. */
    public String text() {
        return TextReport.visible(title() + "\n" + Section.text(sections(), Integer.MAX_VALUE));
    }

    /** As GitHub renders it. */
    public String markdown() {
        Markdown page = new Markdown(title());
        sections().forEach(page::section);
        return page.text();
    }

    /** The worst verdict comes first; for a search, that of the deciding runs: others are meant to fail. */
    String title() {
        return results.isEmpty() ? "no runs" : verdict() + ": " + subject();
    }

    /** Returns the worst verdict, for a search that of the deciding runs; INVALID without runs. */
    public Verdict verdict() {
        return search.map(s -> s.conclusiveRuns(results)).orElse(results).stream()
                .map(RunResult::verdict)
                .max(Comparator.naturalOrder())
                .orElse(Verdict.INVALID);
    }

    /** Describes the workload and the number of runs. */
    public String subject() {
        String runs = results.size() == 1 ? "1 run" : results.size() + " runs";
        return results.isEmpty() ? "no runs" : ReportSentences.title(results.get(0)) + ", " + runs;
    }

    /** Everything but the title, in the order of reading. Made at the first call. */
    public List<Section> sections() {
        List<Section> known = sections;
        if (known == null) {
            known = results.isEmpty() ? List.of() : made();
            sections = known;
        }
        return known;
    }

    private List<Section> made() {
        // Each is merged once, on all processors; what follows reads them. A guard may ask for anything.
        levels.parallelStream().forEach(guards.isEmpty() ? SeriesLevel::outline : SeriesLevel::merged);
        List<Section> made = new ArrayList<>();
        search.ifPresent(found -> made.add(Section.of("Search", List.of(found.words()))));
        Optional<String> main = MainFigure.scoreOf(results);
        made.add(Section.of(RUNS, reasons("everything but this table"), runs(results, main)));
        Optional<SeriesSweep> sweep = levels.size() > 1 ? SeriesSweep.of(levels) : Optional.empty();
        sweep.ifPresent(s -> made.add(Section.of(SWEEP, s.lines(guards))));
        boolean repeated = levels.stream().anyMatch(SeriesLevel::repeated);
        if (search.isEmpty() && levels.size() > 1) {
            boolean compare = repeated || sweep.isEmpty() || levels.size() < SWEEP_LEVELS;
            comparison(levels, compare).ifPresent(made::add);
        }
        for (SeriesLevel level : levels) {
            String title = REPEATS + ": " + level.name() + ", " + level.runs().size() + " runs";
            if (hasRepeats(level)) {
                made.add(Section.of(title, List.of(BOTH_FORMS), repeats(level)));
            }
        }
        scores(results, main).ifAny(scores -> made.add(Section.of(SCORES, List.of(), scores)));
        return made;
    }

    /** The search, the sweep and the comparison of levels in lines. */
    List<String> findings() {
        return sections().stream()
                .filter(section -> !Set.of(RUNS, SCORES).contains(section.title())
                        && !section.title().startsWith(REPEATS))
                .flatMap(section -> Stream.concat(
                        section.lines().stream(),
                        section.table().stream()
                                .flatMap(table -> table.rows().stream())
                                .map(cells -> cells.get(0) + ": throughput " + cells.get(1) + ", p99 " + cells.get(2))))
                .toList();
    }

    /** Runs that are SUSPECT or INVALID, and guards that do not hold, a line for each reason. */
    public List<String> reasons() {
        return reasons("these figures");
    }

    private List<String> reasons(String place) {
        List<String> lines = new ArrayList<>(caveats(results));
        guards.forEach(guard -> lines.addAll(broken(guard, results)));
        long invalid =
                results.stream().filter(r -> r.verdict() == Verdict.INVALID).count();
        if (invalid > 0) {
            lines.add((invalid == 1 ? "1 run is" : invalid + " runs are") + " INVALID and left out of " + place);
        }
        return lines;
    }

    private static Optional<Section> comparison(List<SeriesLevel> levels, boolean compare) {
        if (!compare) {
            String chance = "no replication: what lies between two levels may be chance; repeat the sweep to know";
            return Optional.of(Section.of("Comparison", List.of(chance)));
        }
        return comparisons(levels).map(table -> Section.of("Comparison", List.of(), table));
    }

    /** Returns true for levels with repeats; for a search only the level that it found. */
    private boolean hasRepeats(SeriesLevel level) {
        boolean found = search.isEmpty()
                || (search.get().level().isPresent()
                        && level.factors()
                                .containsValue(Factor.text(search.get().level().getAsDouble())));
        return level.repeated() && found;
    }

    /** One of several, by its place among them. */
    private record Run(String number, RunResult result) {

        static List<Run> of(List<RunResult> results) {
            return IntStream.range(0, results.size())
                    .mapToObj(i -> new Run(Integer.toString(i + 1), results.get(i)))
                    .toList();
        }

        LatencyResult response() {
            return SeriesLevel.response(result);
        }

        Totals totals() {
            return result.totals();
        }

        String perSecond() {
            return Numbers.of(result.throughputPerSecond().value());
        }

        String factor(String name, String none) {
            return result.plan().factors().getOrDefault(name, none);
        }

        /** An end of the interval of the throughput; empty where the run has none. */
        String end(int of) {
            List<Double> ci95 = result.throughputPerSecond().ci95();
            return ci95.isEmpty() ? "" : Numbers.of(ci95.get(of));
        }

        /** Empty where the run has no such score. */
        String score(String name) {
            Double score = result.scores().get(name);
            return score == null ? "" : Numbers.of(score);
        }
    }

    /** A line for each run. */
    private static CellTable runs(List<RunResult> results, Optional<String> main) {
        Columns<Run> columns = new Columns<Run>().numbers("run", Run::number);
        names(results, r -> r.plan().factors())
                .forEach(name -> columns.numbers(name, run -> run.factor(name, LatencyCell.NONE)));
        columns.words("verdict", run -> run.result.verdict().name());
        main.ifPresent(name -> columns.numbers(name, run -> orNone(run.score(name))));
        columns.numbers("per second", Run::perSecond)
                .numbers("95 % CI", run -> orNone(ReportSentences.interval(run.result)))
                .millis("response", Run::response, "mean", "p50", "p95", "p99", "max")
                .numbers("errors", run -> Numbers.percent(run.totals().failedShare()))
                .numbers("skipped", run -> Numbers.percent(run.totals().skippedShare()));
        return columns.of(Run.of(results));
    }

    /** A line for each run with the scores that are not its main one; without columns of scores there are no rows. */
    private static CellTable scores(List<RunResult> results, Optional<String> main) {
        Set<String> scores = names(results, RunResult::scores);
        main.ifPresent(scores::remove);
        Columns<Run> columns = new Columns<Run>().numbers("run", Run::number);
        scores.forEach(name -> columns.numbers(name, run -> orNone(run.score(name))));
        return columns.of(scores.isEmpty() ? List.of() : Run.of(results));
    }

    private static String orNone(String cell) {
        return cell.isEmpty() ? LatencyCell.NONE : cell;
    }

    /** Returns the names of all factors, or of all scores, that any run has. */
    private static Set<String> names(List<RunResult> results, Function<RunResult, Map<String, ?>> of) {
        return new TreeSet<>(
                results.stream().flatMap(r -> of.apply(r).keySet().stream()).toList());
    }

    /** A line for each run, comma-separated: numbers without units or marks, what is unknown is empty. */
    public String csv() {
        Columns<Run> columns = new Columns<Run>().words("run", Run::number).words("id", run -> run.result.id());
        names(results, r -> r.plan().factors()).forEach(name -> columns.words(name, run -> run.factor(name, "")));
        columns.words("verdict", run -> run.result.verdict().name())
                .words("throughput_per_second", Run::perSecond)
                .words("ci95_low", run -> run.end(0))
                .words("ci95_high", run -> run.end(1));
        for (String figure : List.of("mean", "p50", "p95", "p99", "max")) {
            columns.words("response_" + figure + "_ms", run -> {
                LatencyResult response = run.response();
                return response.count() == 0 ? "" : Numbers.millis(response.figureNanos(figure));
            });
        }
        columns.words("errors_percent", run -> Numbers.of(100 * run.totals().failedShare()))
                .words("skipped_percent", run -> Numbers.of(100 * run.totals().skippedShare()));
        names(results, RunResult::scores).forEach(name -> columns.words(name, run -> run.score(name)));
        return columns.words(
                        "caveats",
                        run -> run.result.caveats().stream()
                                .map(Caveat::code)
                                .distinct()
                                .collect(Collectors.joining(" ")))
                .of(Run.of(results))
                .csv();
    }

    /** The runs of one level: percentiles of all their requests, and what is often printed instead. */
    private static CellTable repeats(SeriesLevel level) {
        LatencyResult merged = SeriesLevel.response(level.outline());
        List<LatencyResult> runs =
                level.runs().stream().map(SeriesLevel::response).toList();
        List<String> figures = new ArrayList<>(List.of("mean"));
        Quantiles.BY_NAME.forEach((name, quantile) -> {
            if (!PercentileSupport.isMaximum(merged.count(), quantile)) {
                figures.add(name);
            }
        });
        figures.add("max");
        return new Columns<String>()
                .words("percentile", RunTables::label)
                .millis("response", "merged", figure -> LatencyCell.of(merged, figure))
                .millis("response", "mean of runs", each(runs, DoubleSummaryStatistics::getAverage))
                .millis("response", "least run", each(runs, DoubleSummaryStatistics::getMin))
                .millis("response", "greatest run", each(runs, DoubleSummaryStatistics::getMax))
                .of(figures);
    }

    /** Summarizes a figure of each run over the runs. */
    private static Function<String, String> each(
            List<LatencyResult> runs, ToDoubleFunction<DoubleSummaryStatistics> over) {
        return figure -> Numbers.millis(over.applyAsDouble(
                runs.stream().mapToDouble(run -> run.figureNanos(figure)).summaryStatistics()));
    }

    /** Which runs are suspect or worse, and why, one line for each reason. */
    private static List<String> caveats(List<RunResult> results) {
        Map<String, String> runs = new TreeMap<>();
        Run.of(results)
                .forEach(run -> run.result.caveats().stream()
                        .filter(c -> c.severity() != Severity.NOTE)
                        .map(c -> c.severity() + " " + c.code())
                        .distinct()
                        .forEach(reason -> runs.merge(reason, run.number, (all, next) -> all + ", " + next)));
        return runs.entrySet().stream()
                .map(reason -> reason.getKey() + " in run " + reason.getValue())
                .toList();
    }

    /** In which runs a guard does not hold, and which have no answer to it. */
    private static List<String> broken(Condition guard, List<RunResult> results) {
        Map<Answer, String> runs = Run.of(results).stream()
                .collect(Collectors.groupingBy(
                        run -> guard.answer(run.result, Optional.empty(), true),
                        Collectors.mapping(Run::number, Collectors.joining(", "))));
        String text = "guard " + guard.text().strip();
        return Stream.of(Answer.DOES_NOT_HOLD, Answer.INCONCLUSIVE)
                .filter(runs::containsKey)
                .map(a -> text
                        + (a == Answer.INCONCLUSIVE ? " has no answer in run " : " does not hold in run ")
                        + runs.get(a))
                .toList();
    }

    /**
     * Each level against the first; empty unless every run has positive values.
     *
     * @param levels at least two
     */
    private static Optional<CellTable> comparisons(List<SeriesLevel> levels) {
        SeriesLevel baseline = levels.get(0);
        List<List<String>> rows = new ArrayList<>();
        for (SeriesLevel level : levels.subList(1, levels.size())) {
            List<Comparison> primary = ComparisonReport.primary(baseline, level);
            if (primary.isEmpty()) {
                return Optional.empty();
            }
            String against = level.name() + " against " + baseline.name();
            rows.add(List.of(against, primary.get(0).words(), primary.get(1).words()));
        }
        return Optional.of(CellTable.words(List.of("levels", "throughput", "response p99"), rows));
    }
}
