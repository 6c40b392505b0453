package io.dbharness.report.page;

import io.dbharness.model.Caveat;
import io.dbharness.report.CellTable.Columns;
import io.dbharness.report.EnvironmentDiff;
import io.dbharness.report.ReportSentences;
import io.dbharness.report.SeriesLevel;
import io.dbharness.report.StudyReport;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Chart.Line.Form;
import io.dbharness.report.page.Page.Headline;
import io.dbharness.report.page.Page.Remark;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import io.dbharness.result.history.IntervalHistory;
import io.dbharness.study.Study;
import io.dbharness.study.Study.ClaimOutcome;
import io.dbharness.study.Study.StudyRun;
import io.dbharness.study.StudyDesign.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A study as a page: how many claims hold and its first chart, then claims, charts and tables in the order of the file, and folded sections
 * over all runs. The same study gives the same page. Immutable.
 *
 * @param histories runs over time, by their directories; those without interval files may be missing
 */
public record StudyPage(Map<String, IntervalHistory> histories) {

    /** More small charts than this would not be looked at. */
    public static final int MOST_HISTORIES = 40;

    public StudyPage {
        histories = new LinkedHashMap<>(histories);
    }

    /** The whole document. Its links lead to the pages of the runs, by their directories. */
    public String html(Study study) {
        Optional<Verdict> worst =
                made(study).stream().map(run -> Verdict.valueOf(run.verdict())).max(Comparator.naturalOrder());
        long contradicted = StudyReport.count(study, ClaimOutcome.Verdict.CONTRADICTED);
        String measured = worst.map(verdict -> contradicted == 0 ? verdict.name() : "measurements " + verdict)
                .orElse("PUBLISHED");
        String word = contradicted == 0
                ? measured
                : measured + ", " + contradicted + " of " + study.claims().size() + " claims contradicted";
        // Sound measurements of claims that do not hold are nothing to be signalled as good.
        Optional<Verdict> colour = worst.filter(verdict -> contradicted == 0 || verdict != Verdict.VALID);
        Page page = new Page(
                word + ": " + study.title(),
                colour,
                word,
                study.title(),
                study.name() + ", profile " + study.profile());
        List<Chart> charts = study.charts().stream()
                .flatMap(chart -> new StudyCharts(chart).charts().stream())
                .toList();
        Map<String, List<SeriesLevel>> places = places(study);
        Optional<Chart> first =
                Stream.concat(charts.stream(), repeats(places).stream()).findFirst();
        outcome(page, study, first);
        if (!study.claims().isEmpty()) {
            page.section("Claims", "");
            page.html(TableHtml.claims("claim", study.claims(), ClaimOutcome.Verdict::word));
        }
        if (!study.serviceLevels().isEmpty()) {
            page.section("Service levels", "Whether each is kept where a workload meets a subject.");
            page.html(TableHtml.claims("service level", study.serviceLevels(), StudyReport::kept));
        }
        page.charts("Charts", "", charts.subList(Math.min(1, charts.size()), charts.size()));
        if (!study.tables().isEmpty()) {
            page.section("Tables", String.join(" ", study.legend()));
            study.tables().forEach(table -> page.html(TableHtml.of(table)));
        }
        if (study.runs().stream().anyMatch(run -> run.result().isPresent())) {
            new StudyRunSections(page, study, histories, places).write();
        }
        runs(page, study);
        return page.html();
    }

    private static List<StudyRun> made(Study study) {
        return study.runs().stream().filter(run -> !run.directory().isEmpty()).toList();
    }

    private static void outcome(Page page, Study study, Optional<Chart> chart) {
        page.section("Outcome", "");
        int claims = study.claims().size();
        Headline runs = new Headline(
                "runs",
                Integer.toString(study.runs().size()),
                study.missing().isEmpty()
                        ? "every command to its end"
                        : study.missing().size() + " commands not run to their end");
        long supported = StudyReport.count(study, ClaimOutcome.Verdict.SUPPORTED);
        Headline answer = claims == 0
                ? runs
                : new Headline("claims supported", supported + " of " + claims, "each with its numbers below");
        List<Headline> figures = claims == 0
                ? List.of()
                : List.of(
                        count(study, ClaimOutcome.Verdict.CONTRADICTED),
                        count(study, ClaimOutcome.Verdict.NOT_TESTABLE),
                        runs);
        page.front(answer, figures, chart);
        page.remarks(study.claims().stream()
                .filter(claim -> claim.verdict() == ClaimOutcome.Verdict.CONTRADICTED)
                .map(claim -> new Remark(claim.verdict().word(), claim.text()))
                .toList());
        page.list(study.headlines());
        page.list(study.notes());
        page.remarks(
                study.missing().stream().map(run -> new Remark("not run", run)).toList());
    }

    private static Headline count(Study study, ClaimOutcome.Verdict verdict) {
        return new Headline("claims " + verdict.word(), Long.toString(StudyReport.count(study, verdict)), "");
    }

    /**
     * Each subject with its runs, where it was run. Levels of a sweep are left out: there are many, and charts of the sweep show them.
     */
    private static Map<String, List<SeriesLevel>> places(Study study) {
        Map<String, List<SeriesLevel>> places = new LinkedHashMap<>();
        for (Level subject : study.subjects().levels()) {
            study.places(subject).forEach((place, runs) -> {
                List<RunResult> results = runs.stream()
                        .flatMap(run -> run.result().stream())
                        .filter(result -> result.verdict() != Verdict.INVALID)
                        .toList();
                if (!results.isEmpty() && !place.swept()) {
                    places.computeIfAbsent(place.words(), p -> new ArrayList<>())
                            .add(new SeriesLevel(Map.of(study.subjects().factor(), subject.label()), results));
                }
            });
        }
        return places;
    }

    /** A dot for each run in the places where something was repeated. */
    private static List<Chart> repeats(Map<String, List<SeriesLevel>> places) {
        List<Chart> repeats = new ArrayList<>();
        places.forEach((place, subjects) -> {
            if (subjects.stream().anyMatch(SeriesLevel::repeated)) {
                repeats.addAll(SeriesCharts.dots(place, subjects));
            }
        });
        return repeats;
    }

    private static void runs(Page page, Study study) {
        List<StudyRun> made = made(study);
        if (made.isEmpty()) {
            return;
        }
        page.foldedSection(
                "Runs",
                "Each has a page of its own: response times as a heat map, resources, load generator, environment.");
        Map<String, String> links = new LinkedHashMap<>();
        made.stream()
                .filter(run -> run.place().swept() && run.directory().contains("/"))
                .map(run -> run.directory().substring(0, run.directory().indexOf('/')))
                .forEach(command -> links.put(command + "/report.html", "sweep " + command));
        made.forEach(run -> links.put(run.directory() + "/report.html", run.verdict() + " " + run.name()));
        page.files(links);
        Map<String, List<String>> caveats = new LinkedHashMap<>();
        made.forEach(run -> run.caveats()
                .forEach(caveat ->
                        caveats.computeIfAbsent(caveat, c -> new ArrayList<>()).add(run.name())));
        List<String> lines = new ArrayList<>();
        caveats.forEach((caveat, of) -> lines.add(
                (of.size() == made.size() && of.size() > 1 ? "all runs" : String.join(", ", of)) + ": " + caveat));
        page.list(lines);
    }

    /**
     * Sections over all runs of a study, in addition to those that its file requests.
     *
     * @param page      page to write to
     * @param study     with its runs
     * @param histories runs over time, by their directories
     * @param places    subjects with their runs, by where they were run
     */
    private record StudyRunSections(
            Page page, Study study, Map<String, IntervalHistory> histories, Map<String, List<SeriesLevel>> places) {

        void write() {
            Map<String, RunResult> results = new LinkedHashMap<>();
            study.runs().forEach(run -> run.result().ifPresent(result -> results.put(run.directory(), result)));
            page.small(
                    "Over time",
                    "Throughput of runs, all on the same scale; shaded: warm-up.",
                    SeriesCharts.overTime(results, histories));
            page.foldedCharts("Percentiles", "", percentiles(places));
            page.small("Resources", "Levels that have a declared limit, in the first run of each kind.", resources());
            page.foldedCharts("Run to run", "", repeats(places));
            generator();
            SeriesPage.setting(page, "Environment", results().get(0));
            EnvironmentDiff.ofStudy(study).forEach((what, lines) -> {
                page.paragraph(what + ": " + lines.get(0) + ".");
                page.list(lines.subList(1, lines.size()));
            });
        }

        private List<RunResult> results() {
            return study.runs().stream().flatMap(run -> run.result().stream()).toList();
        }

        private static List<Chart> percentiles(Map<String, List<SeriesLevel>> places) {
            List<Chart> charts = new ArrayList<>();
            places.forEach((place, subjects) -> {
                PercentileChart chart = new PercentileChart();
                for (int i = 0; i < subjects.size(); i++) {
                    SeriesLevel subject = subjects.get(i);
                    String name = String.join(", ", subject.factors().values());
                    chart.add(name, i, Form.SOLID, SeriesLevel.response(subject.outline()));
                }
                charts.addAll(chart.charts(place, "all operations and all runs together; dotted: too few samples"));
            });
            return charts;
        }

        /** Returns charts of the first run in each place: the others did the same. */
        private List<Chart> resources() {
            List<Chart> charts = new ArrayList<>();
            for (Level subject : study.subjects().levels()) {
                study.places(subject)
                        .forEach((place, runs) -> runs.stream()
                                .flatMap(run -> run.result().stream())
                                .findFirst()
                                .filter(result -> !place.swept())
                                .ifPresent(result -> charts.addAll(new ResourceCharts(result.server())
                                        .limited(subject.label() + ", " + place.words()))));
            }
            return charts;
        }

        private void generator() {
            List<StudyRun> runs = study.runs().stream()
                    .filter(run -> run.result().isPresent())
                    .toList();
            Columns<StudyRun> columns = new Columns<StudyRun>().words("run", StudyRun::name);
            // A run without completed requests has fewer figures.
            runs.stream()
                    .flatMap(run -> health(run).keySet().stream())
                    .distinct()
                    .forEach(name -> columns.numbers(name, run -> health(run).getOrDefault(name, "-")));
            long troubled = results().stream()
                    .filter(result -> result.caveats().stream().anyMatch(Caveat::concernsClient))
                    .count();
            page.foldedSection(
                    "Load generator",
                    "Health of the machine and the process that sent the load, and their possible effect on the numbers: "
                            + (troubled == 0 ? "no run has a caveat" : troubled + " runs have a caveat")
                            + " of that kind.");
            page.table("The load generator in each run", columns.of(runs));
        }

        private static Map<String, String> health(StudyRun run) {
            return ReportSentences.health(run.result().orElseThrow().health());
        }
    }
}
