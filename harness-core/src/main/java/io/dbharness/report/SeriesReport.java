package io.dbharness.report;

import io.dbharness.experiment.Factor;
import io.dbharness.experiment.SearchOutcome;
import io.dbharness.result.Condition;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The report of an experiment: its runs, what repeats have in common, what a sweep shows, how levels compare. Pure: the same results
 * give the same text. Runs that are INVALID stand in the table of runs and nowhere else. Immutable.
 *
 * @param guards what must hold for a run to count as passing: of a sweep, the highest level that does is told
 * @param search what a search found
 */
public record SeriesReport(List<Condition> guards, Optional<SearchOutcome> search) {

    /** Of an experiment that was not after anything. */
    public static final SeriesReport PLAIN = new SeriesReport(List.of(), Optional.empty());

    /** The title of the section on what rising levels show. */
    public static final String SWEEP = "Sweep";

    /** What the titles of sections on a repeated level begin with. */
    public static final String REPEATS = "Repeats";

    private static final String BOTH_FORMS =
            "merged: of all requests of these runs together; mean of runs: for comparison"
                    + " with reports that average percentiles, which gives no percentile of anything";

    /** A sweep has its own findings; with fewer levels, comparing them is all there is. */
    private static final int SWEEP_LEVELS = 3;

    public SeriesReport {
        guards = List.copyOf(guards);
    }

    /** A heading with lines and perhaps a table beneath. */
    public record Section(String title, List<String> lines, Optional<Table> table) {}

    /** Plain text for a terminal. */
    public String text(List<RunResult> results) {
        StringBuilder text = new StringBuilder(title(results)).append('\n');
        for (Section section : sections(results)) {
            text.append('\n').append(section.title()).append('\n');
            section.lines().forEach(line -> text.append("  ").append(line).append('\n'));
            section.table().ifPresent(table -> text.append(table.text()).append(legend(table, "")));
        }
        return text.toString();
    }

    /** As GitHub renders it. */
    public String markdown(List<RunResult> results) {
        StringBuilder text =
                new StringBuilder("# ").append(Markdown.escape(title(results))).append('\n');
        for (Section section : sections(results)) {
            text.append("\n## ").append(Markdown.escape(section.title())).append("\n\n");
            section.lines()
                    .forEach(line ->
                            text.append("- ").append(Markdown.escape(line)).append('\n'));
            section.table()
                    .ifPresent(table -> text.append(section.lines().isEmpty() ? "" : "\n")
                            .append(table.markdown())
                            .append(legend(table, "\n")));
        }
        return text.toString();
    }

    /** One line a run, with a head. */
    public String csv(List<RunResult> results) {
        return SeriesTables.csv(results);
    }

    private static String legend(Table table, String before) {
        return table.any(LatencyCell::marked)
                ? before + (before.isEmpty() ? LatencyCell.LEGEND : Markdown.escape(LatencyCell.LEGEND)) + '\n'
                : "";
    }

    /** The worst verdict comes first; of a search, that of the runs which tell: others are meant to fail. */
    private String title(List<RunResult> results) {
        if (results.isEmpty()) {
            return "no runs";
        }
        return verdict(results) + ": " + subject(results);
    }

    /** The worst, of a search of the runs that tell; of no runs, that nothing can be believed. */
    public Verdict verdict(List<RunResult> results) {
        return search.map(s -> s.telling(results)).orElse(results).stream()
                .map(RunResult::verdict)
                .max(Comparator.naturalOrder())
                .orElse(Verdict.INVALID);
    }

    /** What was run, and how often. */
    public String subject(List<RunResult> results) {
        String runs = results.size() == 1 ? "1 run" : results.size() + " runs";
        return results.isEmpty() ? "no runs" : Facts.title(results.get(0)) + ", " + runs;
    }

    /** Everything but the title, in the order of reading. */
    public List<Section> sections(List<RunResult> results) {
        if (results.isEmpty()) {
            return List.of();
        }
        List<SeriesLevel> levels = SeriesLevel.of(results);
        List<Section> sections = new ArrayList<>();
        search.ifPresent(found -> sections.add(new Section("Search", List.of(found.words()), Optional.empty())));
        sections.add(new Section("Runs", runLines(results), Optional.of(SeriesTables.runs(results))));
        Optional<SeriesSweep> sweep = levels.size() > 1 ? SeriesSweep.of(levels) : Optional.empty();
        sweep.ifPresent(s -> sections.add(new Section(SWEEP, s.lines(guards), Optional.empty())));
        boolean repeated = levels.stream().anyMatch(SeriesLevel::repeated);
        if (search.isEmpty() && levels.size() > 1) {
            boolean compare = repeated || sweep.isEmpty() || levels.size() < SWEEP_LEVELS;
            comparison(levels, compare).ifPresent(sections::add);
        }
        levels.stream().filter(this::hasRepeats).forEach(level -> sections.add(repeats(level)));
        return sections;
    }

    private List<String> runLines(List<RunResult> results) {
        List<String> lines = new ArrayList<>(SeriesFindings.caveats(results));
        guards.forEach(guard -> lines.addAll(SeriesFindings.broken(guard, results)));
        long invalid =
                results.stream().filter(r -> r.verdict() == Verdict.INVALID).count();
        if (invalid > 0) {
            lines.add((invalid == 1 ? "1 run is" : invalid + " runs are")
                    + " INVALID and left out of everything but this table");
        }
        return lines;
    }

    private static Optional<Section> comparison(List<SeriesLevel> levels, boolean compare) {
        if (!compare) {
            return Optional.of(new Section(
                    "Comparison",
                    List.of("no replication: what lies between two levels may be chance; repeat the sweep to know"),
                    Optional.empty()));
        }
        return levels.stream().allMatch(SeriesFindings::comparable)
                ? Optional.of(new Section("Comparison", List.of(), Optional.of(SeriesFindings.comparisons(levels))))
                : Optional.empty();
    }

    /** Of a search, the level it found; what it tried on the way would bury it. */
    private boolean hasRepeats(SeriesLevel level) {
        boolean found = search.isEmpty()
                || (search.get().level().isPresent()
                        && level.factors()
                                .containsValue(Factor.text(search.get().level().getAsDouble())));
        return level.repeated() && found;
    }

    private static Section repeats(SeriesLevel level) {
        return new Section(
                REPEATS + ": " + level.name() + ", " + level.runs().size() + " runs",
                List.of(BOTH_FORMS),
                Optional.of(SeriesTables.repeats(level)));
    }
}
