package io.dbharness.report.page;

import io.dbharness.model.Caveat;
import io.dbharness.report.Facts;
import io.dbharness.report.SeriesLevel;
import io.dbharness.report.StudyEnvironment;
import io.dbharness.report.Table;
import io.dbharness.report.Table.Column;
import io.dbharness.report.chart.Chart;
import io.dbharness.report.chart.Line.Form;
import io.dbharness.result.IntervalHistory;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import io.dbharness.result.study.Study;
import io.dbharness.result.study.Study.Place;
import io.dbharness.result.study.StudyDesign.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the runs of a study tell together, besides what its file asks for.
 *
 * @param study     with its runs
 * @param histories runs over time, by their directories
 */
record StudyRunSections(Study study, Map<String, IntervalHistory> histories) {

    void write(Page page) {
        if (study.runs().stream().allMatch(run -> run.result().isEmpty())) {
            return;
        }
        Map<Place, List<SeriesLevel>> places = places();
        overTime(page);
        percentiles(page, places);
        resources(page);
        runToRun(page, places);
        generator(page);
        environment(page);
    }

    /** Each subject with its runs, where it was run. Levels of a sweep are left out: there are many, and charts of the sweep show them. */
    private Map<Place, List<SeriesLevel>> places() {
        Map<Place, List<SeriesLevel>> places = new LinkedHashMap<>();
        for (Level subject : study.subjects().levels()) {
            study.places(subject).forEach((place, runs) -> {
                List<RunResult> results = runs.stream()
                        .flatMap(run -> run.result().stream())
                        .filter(result -> result.verdict() != Verdict.INVALID)
                        .toList();
                if (!results.isEmpty() && !place.swept()) {
                    places.computeIfAbsent(place, p -> new ArrayList<>())
                            .add(new SeriesLevel(Map.of(study.subjects().factor(), subject.label()), results));
                }
            });
        }
        return places;
    }

    private void overTime(Page page) {
        if (histories.values().stream().anyMatch(h -> !h.stretches().isEmpty())) {
            page.section("Over time", "Throughput of runs, all on the same scale; shaded: warm-up.");
            Map<String, RunResult> results = new LinkedHashMap<>();
            study.runs().forEach(run -> run.result().ifPresent(result -> results.put(run.directory(), result)));
            page.small(SeriesCharts.overTime(results, histories));
        }
    }

    private static void percentiles(Page page, Map<Place, List<SeriesLevel>> places) {
        List<Chart> charts = new ArrayList<>();
        places.forEach((place, subjects) -> {
            PercentileChart chart = new PercentileChart();
            for (int i = 0; i < subjects.size(); i++) {
                chart.add(
                        String.join(", ", subjects.get(i).factors().values()),
                        i,
                        Form.SOLID,
                        SeriesLevel.response(subjects.get(i).merged()));
            }
            chart.chart(place.words(), "all operations and all runs together; dotted: too few samples")
                    .ifPresent(charts::add);
        });
        if (!charts.isEmpty()) {
            page.section("Percentiles", "");
            page.charts(charts);
        }
    }

    /** Of the first run in each place: the others did the same. */
    private void resources(Page page) {
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
        if (!charts.isEmpty()) {
            page.section("Resources", "Levels that have a declared limit, in the first run of each kind.");
            page.small(charts);
        }
    }

    private static void runToRun(Page page, Map<Place, List<SeriesLevel>> places) {
        List<Chart> charts = new ArrayList<>();
        places.forEach((place, subjects) -> {
            if (subjects.stream().anyMatch(SeriesLevel::repeated)) {
                charts.addAll(SeriesCharts.dots(place.words(), subjects));
            }
        });
        if (!charts.isEmpty()) {
            page.section("Run to run", "");
            page.charts(charts);
        }
    }

    private void generator(Page page) {
        Map<String, Map<String, String>> health = new LinkedHashMap<>();
        study.runs()
                .forEach(run ->
                        run.result().ifPresent(result -> health.put(run.name(), Facts.health(result.health()))));
        List<Column> columns = new ArrayList<>(List.of(Column.words("run")));
        health.values().iterator().next().keySet().forEach(name -> columns.add(Column.numbers(name)));
        List<List<String>> rows = new ArrayList<>();
        health.forEach((run, facts) -> {
            List<String> row = new ArrayList<>(List.of(run));
            row.addAll(facts.values());
            rows.add(row);
        });
        page.section(
                "Load generator",
                "Whether the machine and the process that sent the load could have bent the numbers: " + worst() + ".");
        page.folded("each run", new Table(columns, rows));
    }

    private String worst() {
        long troubled = study.runs().stream()
                .flatMap(run -> run.result().stream())
                .filter(result -> result.caveats().stream().anyMatch(Caveat::concernsClient))
                .count();
        return troubled == 0 ? "no run has a caveat of that kind" : troubled + " runs have a caveat of that kind";
    }

    private void environment(Page page) {
        study.runs().stream()
                .flatMap(run -> run.result().stream())
                .findFirst()
                .ifPresent(first -> SeriesPage.setting(page, "Environment", first));
        StudyEnvironment.of(study).forEach((what, lines) -> {
            page.paragraph(what + ": " + lines.get(0) + ".");
            page.list(lines.subList(1, lines.size()));
        });
    }
}
