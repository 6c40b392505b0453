package io.dbharness.report.page;

import io.dbharness.report.Numbers;
import io.dbharness.report.ReportSentences;
import io.dbharness.report.Section;
import io.dbharness.report.SeriesLevel;
import io.dbharness.report.SeriesReport;
import io.dbharness.report.SeriesSweep;
import io.dbharness.report.page.Page.Headline;
import io.dbharness.result.IntervalHistory;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An experiment as a page. The same files give the same page. Immutable.
 *
 * @param words     what is said of its results
 * @param results   by the names of their directories, which lie below the page; in order
 * @param histories runs over time by the same names; those without interval files may be missing
 * @param notRun    runs that were meant to be made and were not, in words
 */
public record SeriesPage(
        SeriesReport words,
        Map<String, RunResult> results,
        Map<String, IntervalHistory> histories,
        List<String> notRun) {

    /** Stretches that the small chart of one run among many has pixels for. */
    public static final int STRETCHES = 200;

    public SeriesPage {
        results = new LinkedHashMap<>(results);
        histories = new LinkedHashMap<>(histories);
        notRun = List.copyOf(notRun);
    }

    public String html() {
        List<RunResult> runs = List.copyOf(results.values());
        Verdict verdict = words.verdict(runs);
        String times = runs.isEmpty()
                ? ""
                : runs.get(0).createdAt() + " to " + runs.get(runs.size() - 1).createdAt() + ", "
                        + ReportSentences.tool(runs.get(0));
        Page page = new Page(verdict + ": " + words.subject(runs), Optional.of(verdict), words.subject(runs), times);
        List<SeriesLevel> levels = SeriesLevel.of(runs);
        outcome(page, levels);
        List<Section> sections = words.sections(runs);
        sections.stream().filter(s -> !isRepeats(s)).forEach(section -> section(page, section, levels));
        boolean repeated = levels.stream().anyMatch(SeriesLevel::repeated);
        page.charts("Run to run", "", repeated ? SeriesCharts.dots("", levels) : List.of());
        page.charts("Percentiles", "", SeriesCharts.percentiles(levels));
        page.small(
                "Over time",
                "Throughput of every run, all on the same scale; shaded: warm-up.",
                SeriesCharts.overTime(results, histories));
        repeats(page, sections.stream().filter(SeriesPage::isRepeats).toList());
        if (!runs.isEmpty()) {
            setting(page, "Setting", runs.get(0));
        }
        return page.html();
    }

    private void outcome(Page page, List<SeriesLevel> levels) {
        page.section("Outcome", "");
        List<Headline> headlines = new ArrayList<>();
        headlines.add(new Headline(
                "runs", Integer.toString(results.size()), levels.size() + (levels.size() == 1 ? " level" : " levels")));
        levels.stream().max(Comparator.comparingDouble(SeriesPage::throughput)).ifPresent(best -> {
            String runs = best.repeated() ? "mean of " + best.runs().size() + " runs" : "no replication";
            String value = Numbers.of(throughput(best));
            headlines.add(new Headline("operations per second, at most", value, best.name() + ", " + runs));
        });
        page.headlines(headlines);
        page.list(notRun.stream().map(run -> "not run: " + run).toList());
        Map<String, String> links = new LinkedHashMap<>();
        results.keySet().forEach(name -> links.put(name + "/report.html", name));
        page.files(links);
    }

    private static double throughput(SeriesLevel level) {
        return level.runs().stream()
                .mapToDouble(r -> r.throughputPerSecond().value())
                .average()
                .orElse(0);
    }

    private void section(Page page, Section section, List<SeriesLevel> levels) {
        page.section(section.title(), "");
        page.list(section.lines());
        section.table().ifPresent(page::table);
        if (section.title().equals(SeriesReport.SWEEP)) {
            SeriesSweep.of(levels).ifPresent(s -> page.charts(SeriesCharts.sweep(s, levels, words.guards())));
        }
    }

    private static boolean isRepeats(Section section) {
        return section.title().startsWith(SeriesReport.REPEATS);
    }

    /** Folded, because there is one for each level. */
    private static void repeats(Page page, List<Section> repeats) {
        if (!repeats.isEmpty()) {
            page.section(SeriesReport.REPEATS, String.join(" ", repeats.get(0).lines()));
            repeats.forEach(section -> section.table().ifPresent(table -> page.folded(section.title(), table)));
        }
    }

    /** Writes the common settings, taken from the first run. */
    static void setting(Page page, String title, RunResult first) {
        page.section(title, "Of the first run; each run's own page has its own.");
        page.facts(ReportSentences.setting(first));
        page.folded(
                "target settings",
                ReportSentences.table("setting", first.target().settings()));
        page.folded("environment of the load generator", ReportSentences.table("fact", first.environment()));
    }
}
