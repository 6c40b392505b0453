package io.dbharness.run;

import io.dbharness.experiment.SearchOutcome;
import io.dbharness.model.FileWork;
import io.dbharness.model.Internal;
import io.dbharness.report.ComparisonReport;
import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.Numbers;
import io.dbharness.report.SeriesReport;
import io.dbharness.report.SummaryReport;
import io.dbharness.report.page.ComparisonPage;
import io.dbharness.report.page.SeriesPage;
import io.dbharness.request.SettingsSpec;
import io.dbharness.request.TrialSpec;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.history.IntervalHistory;
import io.dbharness.result.history.IntervalHistoryReader;
import io.dbharness.run.ExperimentRecord.Tried;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory of an experiment, with its runs below it. Results are read once, at the first call that needs them, and again after
 * {@link #wrapSingle}; make another object after further runs. Not thread-safe.
 */
@Internal
public final class ExperimentDirectory {

    private static final String RUN = "run-\\d{3,}";
    private static final String REPORT = "report.md";
    private static final String CSV = "series.csv";
    private static final String COMPARISON = "comparison.html";

    private final Path directory;
    private @Nullable Map<String, RunResult> results;
    private @Nullable SeriesReport series;

    /** @param directory directory with an {@code experiment.json} */
    public ExperimentDirectory(Path directory) {
        this.directory = directory;
    }

    public Path directory() {
        return directory;
    }

    /** Returns the existing results by the names of their directories, in order. */
    public Map<String, RunResult> results() {
        Map<String, RunResult> known = results;
        if (known == null) {
            ResultCodec codec = new ResultCodec();
            known = each(
                    runs().stream().map(run -> run.getFileName().toString()).toList(),
                    name -> codec.read(directory.resolve(name)));
            results = known;
        }
        return known;
    }

    /** Reads something of each run, one run on each processor at a time. In the order of the runs. */
    private static <T> Map<String, T> each(Collection<String> runs, Function<String, T> read) {
        Iterator<T> all = runs.parallelStream().map(read).toList().iterator();
        Map<String, T> byName = new LinkedHashMap<>();
        runs.forEach(run -> byName.put(run, all.next()));
        return Collections.unmodifiableMap(byName);
    }

    private List<Path> runs() {
        return FileWork.get("list " + directory, () -> {
            try (Stream<Path> files = Files.list(directory)) {
                return files.filter(file -> file.getFileName().toString().matches(RUN))
                        .filter(run -> Files.isRegularFile(run.resolve(ResultCodec.FILE)))
                        // run-1000 follows run-999.
                        .sorted(Comparator.comparing(
                                        (Path run) -> run.toString().length())
                                .thenComparing(Comparator.naturalOrder()))
                        .toList();
            }
        });
    }

    /** Returns the unmodified results as one JSON array. */
    public String json() {
        return runs().stream()
                .map(run -> new ResultFiles(run).json().strip())
                .collect(Collectors.joining(",\n", "[", "]\n"));
    }

    /** Returns the path of the full report. */
    public Path report() {
        return directory.resolve("report.html");
    }

    /** Returns the answer of the experiment for one screen of a terminal, with the outcomes of its conditions. */
    public String summary() {
        ConditionOutcomes outcomes = ConditionOutcomes.read(directory).orElse(ConditionOutcomes.NONE);
        Map<String, RunResult> all = results();
        Optional<Tried> trial =
                Optional.ofNullable(ExperimentRecord.read(directory).trial());
        if (trial.isPresent()) {
            return comparison(trial.get(), all).text() + "\n" + String.join("\n", notes(trial.get(), all))
                    + "\n\npage  " + directory.resolve(COMPARISON) + "\n";
        }
        return new SummaryReport(outcomes, report().toString()).report(series(), notRun());
    }

    /** Returns all of the experiment as text. */
    public String fullText() {
        return series().text() + notRun("\nNot run\n", "  ");
    }

    /** Writes the pages of runs that a kill left without one, because the page of the experiment links to them. */
    public void writeMissingPages() {
        runs().stream()
                .map(ResultFiles::new)
                .filter(run -> !Files.exists(run.report()))
                .forEach(ResultFiles::writeDerived);
    }

    /** Writes the reports that are derived from the results. */
    public void writeDerived() {
        Map<String, RunResult> named = results();
        SeriesReport report = series();
        FileWork.run("write the report into " + directory, () -> {
            Files.writeString(directory.resolve(REPORT), report.markdown() + notRun("\n## Not run\n\n", "- "));
            Files.writeString(directory.resolve(CSV), report.csv());
            Map<String, IntervalHistory> histories = each(
                    named.keySet(),
                    run -> IntervalHistoryReader.counts(
                            directory.resolve(run), Objects.requireNonNull(named.get(run)), SeriesPage.STRETCHES));
            ConditionOutcomes outcomes = ConditionOutcomes.readOrNone(directory);
            Files.writeString(report(), new SeriesPage(report, named, histories, notRun(), outcomes).html());
            Tried trial = ExperimentRecord.read(directory).trial();
            if (trial != null) {
                Map<String, String> links = new LinkedHashMap<>();
                named.forEach((name, result) -> links.put(result.id(), name + "/report.html"));
                Files.writeString(
                        directory.resolve(COMPARISON),
                        new ComparisonPage(comparison(trial, named), notes(trial, named), links).html());
            }
        });
    }

    /** Returns the comparison of the settings of a trial so far. */
    private static ComparisonReport comparison(Tried trial, Map<String, RunResult> all) {
        List<Configuration> configurations = configurations(trial, all);
        Set<String> varied = trial.settings().stream()
                .flatMap(factors -> factors.keySet().stream())
                .map(SettingsSpec::plainName)
                .collect(Collectors.toSet());
        return new ComparisonReport(
                configurations.get(0),
                configurations.subList(1, configurations.size()),
                varied,
                trial.spec().planned(configurations.size()));
    }

    private static List<Configuration> configurations(Tried trial, Map<String, RunResult> all) {
        return trial.settings().stream()
                .map(factors -> new Configuration(
                        Tried.name(factors),
                        finished(all).values().stream()
                                .filter(result ->
                                        result.plan().factors().entrySet().containsAll(factors.entrySet()))
                                .toList()))
                .toList();
    }

    /** Says how the runs of a trial were made, and when they ended. */
    private static List<String> notes(Tried trial, Map<String, RunResult> all) {
        TrialSpec spec = trial.spec();
        List<Configuration> configurations = configurations(trial, all);
        long fewest = configurations.stream()
                .mapToLong(one -> one.results().size())
                .min()
                .orElse(0);
        String looks = TrialSpec.LOOKS.stream().map(String::valueOf).collect(Collectors.joining(", "));
        boolean look = TrialSpec.LOOKS.contains((int) fewest);
        String end = look && spec.isDecided(configurations)
                ? "decided after " + fewest + " runs of each: a difference was found, or none of "
                        + Numbers.percent(spec.difference()) + " or more is left"
                : "ended undecided after " + fewest + " runs of each: "
                        + (fewest == TrialSpec.LOOKS.get(TrialSpec.LOOKS.size() - 1)
                                ? "no further look was planned"
                                : look
                                        ? "the budget has no room for the runs up to the next look"
                                        : "it was interrupted");
        return List.of(
                end,
                "The settings alternate (A B B A). The results were looked at after " + looks
                        + " runs of each and at no other time; intervals and tests are corrected for "
                        + TrialSpec.tests(configurations.size()) + " tests.");
    }

    private SeriesReport series() {
        SeriesReport known = series;
        if (known == null) {
            known = new SeriesReport(
                    ExperimentRecord.read(directory).readGuards(),
                    search(),
                    List.copyOf(results().values()));
            series = known;
        }
        return known;
    }

    /** Describes the planned runs without a result. */
    private List<String> notRun() {
        List<Map<String, String>> planned = ExperimentRecord.read(directory).planned();
        Set<String> made =
                runs().stream().map(run -> run.getFileName().toString()).collect(Collectors.toSet());
        return IntStream.range(0, planned.size())
                .filter(i -> !made.contains(String.format(Locale.ROOT, "run-%03d", i + 1)))
                .mapToObj(i -> ExperimentRecord.run(i + 1, planned.get(i)))
                .toList();
    }

    private String notRun(String heading, String bullet) {
        List<String> missing = notRun();
        return missing.isEmpty()
                ? ""
                : missing.stream().map(run -> bullet + run + "\n").collect(Collectors.joining("", heading, ""));
    }

    /** Returns the outcome of a search so far; empty for other experiments. */
    public Optional<SearchOutcome> search() {
        return search(results());
    }

    private Optional<SearchOutcome> search(Map<String, RunResult> all) {
        ExperimentRecord record = ExperimentRecord.read(directory);
        return record.searches().stream()
                .findFirst()
                .map(sought -> sought.search()
                        .guardedBy(record.readGuards())
                        .outcome(List.copyOf(finished(all).values())));
    }

    /** Converts the directory of a single run, fetched from another machine, to an experiment with one run. */
    public void wrapSingle() {
        FileWork.run("convert to an experiment " + directory, () -> {
            Path aside = directory.resolveSibling(directory.getFileName() + ".tmp");
            Files.move(directory, aside);
            Files.createDirectories(directory);
            Files.move(aside, directory.resolve("run-001"));
        });
        ExperimentRecord.single().write(directory);
        results = null;
        series = null;
        writeDerived();
    }

    /** Returns true if every planned run is complete; for a search, if no run was cut short. */
    public boolean complete() {
        Map<String, RunResult> all = results();
        return notRun().isEmpty() && finished(all).size() == all.size();
    }

    /** Removes runs that were interrupted or lost their target, which the experiment makes again. */
    private static Map<String, RunResult> finished(Map<String, RunResult> all) {
        Map<String, RunResult> finished = new LinkedHashMap<>(all);
        finished.values().removeIf(RunResult::cutShort);
        return finished;
    }

    /** Returns the results that are evidence: for a search only the confirming runs, because others are meant to fail. */
    public Map<String, RunResult> conclusiveRuns() {
        return conclusiveRuns(results());
    }

    private Map<String, RunResult> conclusiveRuns(Map<String, RunResult> all) {
        Map<String, RunResult> conclusive = finished(all);
        List<String> names = List.copyOf(conclusive.keySet());
        search(all)
                .map(SearchOutcome::confirming)
                .ifPresent(confirming -> conclusive
                        .keySet()
                        .retainAll(confirming.stream().map(names::get).toList()));
        return conclusive;
    }

    /**
     * Returns the results that determine the outcome of the experiment. Trial runs of a search do not count; if a search found nothing,
     * only its last run counts.
     */
    public List<RunResult> runsForExitCode() {
        Map<String, RunResult> named = results();
        List<RunResult> all = List.copyOf(named.values());
        List<RunResult> counting = new ArrayList<>(conclusiveRuns(named).values());
        if (!all.isEmpty()) {
            RunResult last = all.get(all.size() - 1);
            if (counting.isEmpty() || last.targetLost()) {
                counting.add(last);
            }
        }
        return counting;
    }

    /** Renames the directory of an unfinished run, so that no measurement is deleted. */
    public static void archive(Path run) {
        Path aside = Stream.iterate(1, n -> n + 1)
                .map(n -> run.resolveSibling(run.getFileName() + "-unfinished-" + n))
                .filter(path -> !Files.exists(path))
                .findFirst()
                .orElseThrow();
        FileWork.run("rename the unfinished " + run, () -> Files.move(run, aside));
    }
}
