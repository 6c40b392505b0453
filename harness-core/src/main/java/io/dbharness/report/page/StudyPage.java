package io.dbharness.report.page;

import io.dbharness.report.StudyReport;
import io.dbharness.report.page.Page.Headline;
import io.dbharness.result.IntervalHistory;
import io.dbharness.result.Verdict;
import io.dbharness.result.study.ClaimOutcome;
import io.dbharness.result.study.Study;
import io.dbharness.result.study.Study.StudyRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A study as a page: its tables, claims and charts as they stand in it, and what its runs tell together. The same study gives the same
 * page. Immutable.
 *
 * @param histories runs over time, by their directories; those without interval files may be missing
 */
public record StudyPage(Map<String, IntervalHistory> histories) {

    /** More small charts than this are more than anybody looks at. */
    public static final int MOST_HISTORIES = 40;

    public StudyPage {
        histories = new LinkedHashMap<>(histories);
    }

    /** Of runs whose course is not known. */
    public StudyPage() {
        this(Map.of());
    }

    /** The whole document. Its links lead to the pages of the runs, by their directories. */
    public String html(Study study) {
        Page page = new Page(study.title());
        Optional<Verdict> worst = study.runs().stream()
                .filter(run -> !run.directory().isEmpty())
                .map(run -> Verdict.valueOf(run.verdict()))
                .max(Comparator.naturalOrder());
        String what = study.name() + ", profile " + study.profile();
        worst.ifPresentOrElse(
                verdict -> page.verdict(verdict, study.title(), what), () -> page.published(study.title(), what));
        outcome(page, study);
        if (!study.tables().isEmpty()) {
            page.section("Tables", "");
            study.tables().forEach(table -> page.html(StudyTableHtml.of(table)));
        }
        if (!study.claims().isEmpty()) {
            page.section("Claims", "What was said, and what these numbers say of it.");
            page.html(ClaimsHtml.of("claim", study.claims(), ClaimOutcome.Verdict::word));
        }
        if (!study.serviceLevels().isEmpty()) {
            page.section("Service levels", "Whether each is kept where a workload meets a subject.");
            page.html(ClaimsHtml.of("service level", study.serviceLevels(), StudyReport::kept));
        }
        if (!study.charts().isEmpty()) {
            page.section("Charts", "");
            study.charts().forEach(chart -> page.charts(new StudyCharts(chart).charts()));
        }
        new StudyRunSections(study, histories).write(page);
        runs(page, study);
        page.section("Glossary", "");
        page.facts(Glossary.WORDS);
        return page.html();
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
        long count = study.claims().stream().filter(c -> c.verdict() == verdict).count();
        return new Headline(
                "claims " + verdict.word(),
                Long.toString(count),
                "of " + study.claims().size());
    }

    private static void runs(Page page, Study study) {
        List<StudyRun> made =
                study.runs().stream().filter(run -> !run.directory().isEmpty()).toList();
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
}
