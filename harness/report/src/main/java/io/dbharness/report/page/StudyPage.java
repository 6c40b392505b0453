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
import io.dbharness.result.IntervalHistory;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
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

/**
 * A study as a page: its tables, claims and charts in the order of the file, and sections over all runs. The same study gives the same
 * page. Immutable.
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
        Page page = new Page(study.title(), worst, study.title(), study.name() + ", profile " + study.profile());
        outcome(page, study);
        if (!study.tables().isEmpty()) {
            page.section("Tables", String.join(" ", study.legend()));
            study.tables().forEach(table -> page.html(TableHtml.of(table)));
        }
        if (!study.claims().isEmpty()) {
            page.section("Claims", "What was said, and what these numbers say of it.");
            page.html(TableHtml.claims("claim", study.claims(), ClaimOutcome.Verdict::word));
        }
        if (!study.serviceLevels().isEmpty()) {
            page.section("Service levels", "Whether each is kept where a workload meets a subject.");
            page.html(TableHtml.claims("service level", study.serviceLevels(), StudyReport::kept));
        }
        if (!study.charts().isEmpty()) {
            page.section("Charts", "");
            study.charts().forEach(chart -> page.charts(new StudyCharts(chart).charts()));
        }
        if (study.runs().stream().anyMatch(run -> run.result().isPresent())) {
            new StudyRunSections(page, study, histories).write();
        }
        runs(page, study);
        return page.html();
    }

    private static List<StudyRun> made(Study study) {
        return study.runs().stream().filter(run -> !run.directory().isEmpty()).toList();
    }

    private static void outcome(Page page, Study study) {
        page.section("Outcome", "");
        page.headlines(List.of(
                new Headline(
                        "runs",
                        Integer.toString(study.runs().size()),
                        study.missing().size() + " commands not run to their end"),
                claims(study, ClaimOutcome.Verdict.SUPPORTED),
                claims(study, ClaimOutcome.Verdict.CONTRADICTED),
                claims(study, ClaimOutcome.Verdict.NOT_TESTABLE)));
        page.list(study.headlines());
        page.list(study.notes());
        page.list(study.missing().stream().map(run -> "not run: " + run).toList());
    }

    private static Headline claims(Study study, ClaimOutcome.Verdict verdict) {
        String of = "of " + study.claims().size();
        return new Headline("claims " + verdict.word(), Long.toString(StudyReport.count(study, verdict)), of);
    }

    private static void runs(Page page, Study study) {
        List<StudyRun> made = made(study);
        if (made.isEmpty()) {
            return;
        }
        page.section(
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
     */
    private record StudyRunSections(Page page, Study study, Map<String, IntervalHistory> histories) {

        void write() {
            Map<String, List<SeriesLevel>> places = places();
            Map<String, RunResult> results = new LinkedHashMap<>();
            study.runs().forEach(run -> run.result().ifPresent(result -> results.put(run.directory(), result)));
            page.small(
                    "Over time",
                    "Throughput of runs, all on the same scale; shaded: warm-up.",
                    SeriesCharts.overTime(results, histories));
            page.charts("Percentiles", "", percentiles(places));
            page.small("Resources", "Levels that have a declared limit, in the first run of each kind.", resources());
            List<Chart> repeats = new ArrayList<>();
            places.forEach((place, subjects) -> {
                if (subjects.stream().anyMatch(SeriesLevel::repeated)) {
                    repeats.addAll(SeriesCharts.dots(place, subjects));
                }
            });
            page.charts("Run to run", "", repeats);
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

        /**
         * Each subject with its runs, where it was run. Levels of a sweep are left out: there are many, and charts of the sweep show them.
         */
        private Map<String, List<SeriesLevel>> places() {
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

        private static List<Chart> percentiles(Map<String, List<SeriesLevel>> places) {
            List<Chart> charts = new ArrayList<>();
            places.forEach((place, subjects) -> {
                PercentileChart chart = new PercentileChart();
                for (int i = 0; i < subjects.size(); i++) {
                    SeriesLevel subject = subjects.get(i);
                    String name = String.join(", ", subject.factors().values());
                    chart.add(name, i, Form.SOLID, SeriesLevel.response(subject.merged()));
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
            page.section(
                    "Load generator",
                    "Health of the machine and the process that sent the load, and their possible effect on the numbers: "
                            + (troubled == 0 ? "no run has a caveat" : troubled + " runs have a caveat")
                            + " of that kind.");
            page.folded("each run", columns.of(runs));
        }

        private static Map<String, String> health(StudyRun run) {
            return ReportSentences.health(run.result().orElseThrow().health());
        }
    }
}
