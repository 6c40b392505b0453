package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.study.Study;
import io.dbharness.study.Study.ClaimOutcome;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import io.dbharness.study.Study.Place;
import io.dbharness.study.Study.StudyRun;
import io.dbharness.study.Study.Subjects;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StudyJUnitTest {

    private static final String HOSTILE = "\"/><failure/>\u0000&";

    private static Study study() {
        return new Study(
                new Study.Heading("disks", "Disks", "smoke"),
                new Subjects("disk", Optional.empty(), List.of()),
                new Study.Answers(
                        List.of(),
                        List.of(),
                        List.of(
                                new ClaimOutcome("faster", "a > b", Verdict.SUPPORTED, "2 against 1"),
                                new ClaimOutcome(HOSTILE, "a < b", Verdict.CONTRADICTED, HOSTILE),
                                new ClaimOutcome("cheaper", "", Verdict.NOT_TESTABLE, "TBD")),
                        List.of(
                                new ClaimOutcome("quick: a, reads", "mean <= 20ms", Verdict.SUPPORTED, "12.00 ms"),
                                new ClaimOutcome("quick: b, reads", "mean <= 20ms", Verdict.CONTRADICTED, "21.00 ms"),
                                new ClaimOutcome(
                                        "quick: c, reads", "mean <= 20ms", Verdict.NOT_TESTABLE, "not measured")),
                        List.of()),
                List.of(
                        new StudyRun(
                                "a/1", Map.of(), "a-1", "VALID", List.of(), new Place("", false), Optional.empty()),
                        new StudyRun(
                                "b/1",
                                Map.of(),
                                "b-1",
                                "INVALID",
                                List.of("ERRORS"),
                                new Place("", false),
                                Optional.empty()),
                        new StudyRun(
                                "published", Map.of(), "", "VALID", List.of(), new Place("", false), Optional.empty())),
                List.of(),
                List.of());
    }

    @Test
    void runsFailWhenInvalidAndClaimsWhenContradicted() {
        String xml = new JUnitReport().report(study());

        assertThat(xml)
                .contains("<testsuite name=\"disks.runs\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\"")
                .contains("<testsuite name=\"disks.claims\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\"")
                .contains("<failure message=\"the measurement is not to be trusted: ERRORS\"></failure>")
                .contains("<skipped message=\"TBD\"></skipped>");
    }

    @Test
    void serviceLevelsAreTestsWhereverAWorkloadMeetsASubject() {
        String xml = new JUnitReport().report(study());

        assertThat(xml)
                .contains(
                        "<testsuite name=\"disks.service-levels\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\"")
                .contains("name=\"quick: a, reads\"")
                .contains("<failure message=\"mean &lt;= 20ms: 21.00 ms\"></failure>")
                .contains("<skipped message=\"mean &lt;= 20ms: not measured\"></skipped>");
    }

    @Test
    void hostileTextsStayTexts() {
        String xml = new JUnitReport().report(study());

        assertThat(xml).doesNotContain("\"/><failure/>").contains("&quot;/&gt;&lt;failure/&gt;\uFFFD&amp;");
    }
}
