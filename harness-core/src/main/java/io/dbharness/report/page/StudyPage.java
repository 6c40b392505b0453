package io.dbharness.report.page;

import io.dbharness.report.page.Page.Headline;
import io.dbharness.result.Verdict;
import io.dbharness.result.study.ClaimOutcome;
import io.dbharness.result.study.Study;
import io.dbharness.result.study.Study.StudyRun;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A study as a page: its tables, claims and charts as they stand in it. The same study gives the same page. Immutable. */
public final class StudyPage {

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
            page.html(ClaimsHtml.of(study.claims()));
        }
        if (!study.charts().isEmpty()) {
            page.section("Charts", "");
            study.charts().forEach(chart -> page.charts(new StudyCharts(chart).charts()));
        }
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
                        study.missing().size() + " not made"),
                claims(study, ClaimOutcome.Verdict.SUPPORTED),
                claims(study, ClaimOutcome.Verdict.CONTRADICTED),
                claims(study, ClaimOutcome.Verdict.NOT_TESTABLE)));
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
        page.section("Runs", "Each has a page of its own: resources, heat map, load generator, environment.");
        Map<String, String> links = new LinkedHashMap<>();
        made.forEach(run -> links.put(run.directory() + "/report.html", run.verdict() + " " + run.name()));
        page.files(links);
        page.list(made.stream()
                .filter(run -> !run.caveats().isEmpty())
                .map(run -> run.name() + ": " + String.join("; ", run.caveats()))
                .toList());
    }
}
