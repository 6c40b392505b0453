package io.dbharness.report.page;

import io.dbharness.experiment.Factor;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.LatencyCell;
import io.dbharness.report.MainFigure;
import io.dbharness.report.Numbers;
import io.dbharness.report.ReportSentences;
import io.dbharness.report.Section;
import io.dbharness.report.SeriesLevel;
import io.dbharness.report.SeriesReport;
import io.dbharness.report.SeriesSweep;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.page.Page.Headline;
import io.dbharness.report.page.Page.Remark;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import io.dbharness.result.history.IntervalHistory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An experiment as a page: on the first screen the main score, a mean with its interval where a level was repeated, beside the chart that
 * compares the runs. The same files give the same page. Immutable.
 *
 * @param words     what is said of its results
 * @param results   by the names of their directories, which lie below the page; in order
 * @param histories runs over time by the same names; those without interval files may be missing
 * @param notRun    runs that were meant to be made and were not, in words
 * @param outcomes  of the conditions
 */
public record SeriesPage(
        SeriesReport words,
        Map<String, RunResult> results,
        Map<String, IntervalHistory> histories,
        List<String> notRun,
        ConditionOutcomes outcomes) {

    /** Stretches that the small chart of one run among many has pixels for. */
    public static final int STRETCHES = 200;

    public SeriesPage {
        results = new LinkedHashMap<>(results);
        histories = new LinkedHashMap<>(histories);
        notRun = List.copyOf(notRun);
    }

    public String html() {
        List<RunResult> runs = List.copyOf(results.values());
        Verdict verdict = words.verdict();
        String times = runs.isEmpty()
                ? ""
                : runs.get(0).createdAt() + " to " + runs.get(runs.size() - 1).createdAt() + ", "
                        + ReportSentences.tool(runs.get(0));
        Page page = new Page(verdict + ": " + words.subject(), Optional.of(verdict), words.subject(), times);
        List<SeriesLevel> levels = words.levels();
        Optional<SeriesSweep> sweep = SeriesSweep.of(levels);
        List<Chart> charts = charts(levels, sweep);
        outcome(page, levels, charts.stream().findFirst());
        List<Section> sections = words.sections();
        sections.stream().filter(SeriesPage::isFinding).forEach(section -> {
            page.section(section.title(), "");
            page.list(section.lines());
            table(page, section);
        });
        page.charts("Response times", "", responseTimes(levels, sweep.isPresent(), charts));
        section(sections, SeriesReport.RUNS).ifPresent(section -> {
            // Their reasons are on the first screen.
            page.section(section.title(), "");
            table(page, section);
            links(page);
        });
        page.small(
                "Over time",
                "Throughput of every run, all on the same scale; shaded: warm-up.",
                SeriesCharts.overTime(results, histories));
        repeats(page, sections.stream().filter(SeriesPage::isRepeats).toList());
        section(sections, SeriesReport.SCORES).ifPresent(section -> {
            page.foldedSection(section.title(), "");
            table(page, section);
        });
        if (!runs.isEmpty()) {
            setting(page, "Setting", runs.get(0));
        }
        return page.html();
    }

    /** The chart of throughput that compares the levels, and then those that belong to it. */
    private List<Chart> charts(List<SeriesLevel> levels, Optional<SeriesSweep> sweep) {
        return levels.isEmpty()
                ? List.of()
                : sweep.map(one -> SeriesCharts.sweep(one, levels, words.guards()))
                        .orElseGet(() -> SeriesCharts.dots("", levels));
    }

    /** Returns the charts that the first screen has no room for. */
    private static List<Chart> responseTimes(List<SeriesLevel> levels, boolean swept, List<Chart> charts) {
        List<Chart> all = new ArrayList<>(charts.subList(Math.min(1, charts.size()), charts.size()));
        if (swept && levels.stream().anyMatch(SeriesLevel::repeated)) {
            all.addAll(SeriesCharts.dots("", levels));
        }
        all.addAll(SeriesCharts.percentiles(levels));
        return all;
    }

    private void outcome(Page page, List<SeriesLevel> levels, Optional<Chart> chart) {
        page.section("Outcome", "");
        best(levels)
                .ifPresentOrElse(
                        best -> {
                            List<MainFigure> figures = MainFigure.of(best.runs());
                            page.front(
                                    answer(best, figures.get(0), levels.size()),
                                    headlines(best, figures.subList(1, figures.size()), levels.size()),
                                    chart);
                        },
                        () -> page.headlines(List.of(runs(levels.size()))));
        List<Remark> remarks = new ArrayList<>(RunPage.judged(outcomes));
        words.reasons().forEach(reason -> remarks.add(remark(ReportSentences.advised(reason))));
        notRun.forEach(run -> remarks.add(new Remark("not run", run)));
        page.remarks(remarks);
        if (!levels.isEmpty() && levels.stream().noneMatch(SeriesLevel::repeated)) {
            page.paragraph(
                    "No level was repeated: a difference between two levels may be chance; --repeat 3 shows it.");
        }
        if (levels.size() > 1) {
            page.table(
                    "Levels: means of their runs, and the times of all requests together", SeriesLevel.table(levels));
        }
    }

    /** Links to the pages of the runs. */
    private void links(Page page) {
        Map<String, String> links = new LinkedHashMap<>();
        results.keySet().forEach(name -> links.put(name + "/report.html", name));
        page.files(links);
    }

    /** Returns the level with the highest main figure; of a search, the level that it found. */
    private Optional<SeriesLevel> best(List<SeriesLevel> levels) {
        return levels.stream()
                .filter(level -> words.search()
                        .map(search -> search.level().isPresent()
                                && level.factors()
                                        .containsValue(
                                                Factor.text(search.level().getAsDouble())))
                        .orElse(true))
                .max(Comparator.comparingDouble(
                        level -> MainFigure.of(level.runs()).get(0).value()));
    }

    /** A reason that begins with a severity has that in front. */
    private static Remark remark(String reason) {
        String first = reason.replaceFirst(" .*", "");
        boolean severity = first.equals("SUSPECT") || first.equals("INVALID");
        return severity ? new Remark(first, reason.substring(first.length() + 1)) : new Remark("note", reason);
    }

    private Headline answer(SeriesLevel best, MainFigure figure, int levels) {
        String of = words.search().isPresent()
                ? ", level found"
                : levels == 1 ? "" : (best.repeated() ? ", highest mean of " : ", highest of ") + levels + " levels";
        String where = levels == 1 ? "" : best.name() + ": ";
        return new Headline(figure.name() + of, Numbers.of(figure.value()), where + figure.uncertainty());
    }

    private Headline runs(int levels) {
        return new Headline("runs", Integer.toString(results.size()), levels == 1 ? "1 level" : levels + " levels");
    }

    /** The further figures of a level. */
    private List<Headline> headlines(SeriesLevel level, List<MainFigure> figures, int levels) {
        List<Headline> headlines = new ArrayList<>();
        figures.forEach(figure -> headlines.add(RunPage.headline(figure)));
        LatencyResult response = SeriesLevel.response(level.outline());
        String detail = level.repeated() ? "of all requests of its runs" : "all operations";
        for (String name : List.of("p50", "p99")) {
            headlines.add(new Headline("response " + name + ", ms", LatencyCell.of(response, name), detail));
        }
        headlines.add(runs(levels));
        return headlines;
    }

    private static void table(Page page, Section section) {
        String caption = switch (section.title()) {
            case SeriesReport.RUNS -> "Every run with its verdict";
            case SeriesReport.SCORES -> "Further scores of every run";
            default -> section.title() + " of the levels";
        };
        section.table().ifPresent(table -> page.table(caption, table));
    }

    private static Optional<Section> section(List<Section> sections, String title) {
        return sections.stream()
                .filter(section -> section.title().equals(title))
                .findFirst();
    }

    private static boolean isFinding(Section section) {
        return !isRepeats(section)
                && !Set.of(SeriesReport.RUNS, SeriesReport.SCORES).contains(section.title());
    }

    private static boolean isRepeats(Section section) {
        return section.title().startsWith(SeriesReport.REPEATS);
    }

    /** Folded, because there is one for each level. */
    private static void repeats(Page page, List<Section> repeats) {
        if (!repeats.isEmpty()) {
            page.foldedSection(
                    SeriesReport.REPEATS, String.join(" ", repeats.get(0).lines()));
            repeats.forEach(section -> section.table().ifPresent(table -> page.table(section.title(), table)));
        }
    }

    /** Writes the common settings, taken from the first run. */
    static void setting(Page page, String title, RunResult first) {
        page.foldedSection(title, "Of the first run; each run's own page has its own.");
        page.facts(ReportSentences.setting(first));
        page.folded(
                "target settings",
                ReportSentences.table("setting", first.target().settings()));
        page.folded("environment of the load generator", ReportSentences.table("fact", first.environment()));
    }
}
