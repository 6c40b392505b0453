package io.dbharness.report;

import io.dbharness.result.Verdict;
import io.dbharness.result.study.ClaimOutcome;
import io.dbharness.result.study.Study;
import io.dbharness.result.study.Study.StudyRun;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/**
 * A study as build servers read it: a suite of its runs, of which INVALID ones fail, a suite of its claims, of which contradicted ones fail and
 * those that cannot be tested are skipped, and a suite of its service levels, of which those fail that are not kept, wherever a workload
 * met a subject. Pure: the same study gives the same text. Immutable.
 */
public final class StudyJUnit {

    /** The whole file. */
    public String report(Study study) {
        List<StudyRun> runs =
                study.runs().stream().filter(run -> !run.directory().isEmpty()).toList();
        return Xml.document(xml -> {
            runs(study.name() + ".runs", runs, xml);
            claims(study.name() + ".claims", study.claims(), xml);
            if (!study.serviceLevels().isEmpty()) {
                claims(study.name() + ".service-levels", study.serviceLevels(), xml);
            }
        });
    }

    private static void runs(String suite, List<StudyRun> runs, Xml xml) throws XMLStreamException {
        long failures = runs.stream().filter(StudyJUnit::isInvalid).count();
        open(suite, runs.size(), failures, 0, xml);
        for (StudyRun run : runs) {
            xml.testCase(suite, run.name());
            if (isInvalid(run)) {
                outcome("failure", "the measurement is not to be trusted: " + String.join("; ", run.caveats()), xml);
            }
            xml.close(2);
        }
        xml.close(1);
    }

    private static boolean isInvalid(StudyRun run) {
        return run.verdict().equals(Verdict.INVALID.name());
    }

    private static void claims(String suite, List<ClaimOutcome> claims, Xml xml) throws XMLStreamException {
        open(
                suite,
                claims.size(),
                count(claims, ClaimOutcome.Verdict.CONTRADICTED),
                count(claims, ClaimOutcome.Verdict.NOT_TESTABLE),
                xml);
        for (ClaimOutcome claim : claims) {
            xml.testCase(suite, claim.text());
            switch (claim.verdict()) {
                case CONTRADICTED -> outcome("failure", because(claim), xml);
                case NOT_TESTABLE -> outcome("skipped", because(claim), xml);
                case SUPPORTED -> xml.element("system-out", because(claim));
            }
            xml.close(2);
        }
        xml.close(1);
    }

    private static String because(ClaimOutcome claim) {
        return claim.expression().isEmpty() ? claim.because() : claim.expression() + ": " + claim.because();
    }

    private static long count(List<ClaimOutcome> claims, ClaimOutcome.Verdict verdict) {
        return claims.stream().filter(claim -> claim.verdict() == verdict).count();
    }

    private static void open(String suite, int tests, long failures, long skipped, Xml xml) throws XMLStreamException {
        xml.open("testsuite", 1);
        xml.attribute("name", suite);
        xml.attribute("tests", tests);
        xml.attribute("failures", failures);
        xml.attribute("errors", 0);
        xml.attribute("skipped", skipped);
        xml.attribute("time", "0");
    }

    private static void outcome(String element, String message, Xml xml) throws XMLStreamException {
        xml.open(element, 3);
        xml.attribute("message", message);
        xml.writer().writeEndElement();
    }
}
