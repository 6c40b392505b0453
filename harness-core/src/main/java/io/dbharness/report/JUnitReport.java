package io.dbharness.report;

import io.dbharness.model.Caveat;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;

/**
 * Results as build servers read them: a suite for each, a test case for its verdict and one for each condition under which it is to
 * fail, the caveats as its output. Pure: the same results give the same text. Immutable.
 */
public final class JUnitReport {

    /** ISO 8601 to the second and without a zone, which is what the schema of Ant's format allows. */
    private static final int SECONDS_LENGTH = "2026-01-02T03:04:05".length();

    /**
     * A condition under which the build is to fail, and what the result says of it.
     *
     * @param text   as written
     * @param answer fails if it holds, is skipped if it is inconclusive
     */
    public record Judged(String text, Answer answer) {
        public Judged {
            Objects.requireNonNull(answer, "answer");
        }
    }

    /**
     * One result.
     *
     * @param name       of the suite; those of one report differ
     * @param result     whose verdict and caveats it shows
     * @param conditions none gives the verdict alone
     */
    public record Suite(String name, RunResult result, List<Judged> conditions) {
        public Suite {
            conditions = List.copyOf(conditions);
        }

        private int tests() {
            return conditions.size() + 1;
        }

        private long failures() {
            long invalid = result.verdict() == Verdict.INVALID ? 1 : 0;
            return invalid + count(Answer.HOLDS);
        }

        private long count(Answer answer) {
            return conditions.stream().filter(c -> c.answer() == answer).count();
        }
    }

    /** Of a single run. */
    public String report(RunResult result, List<Judged> conditions) {
        return report(List.of(new Suite(result.workload().name(), result, conditions)));
    }

    /** Of several, for example the runs of an experiment. */
    public String report(List<Suite> suites) {
        return Xml.document(xml -> {
            xml.attribute("tests", suites.stream().mapToInt(Suite::tests).sum());
            xml.attribute("failures", suites.stream().mapToLong(Suite::failures).sum());
            for (Suite suite : suites) {
                write(suite, xml);
            }
        });
    }

    private static void write(Suite suite, Xml xml) throws XMLStreamException {
        RunResult result = suite.result();
        xml.open("testsuite", 1);
        xml.attribute("name", suite.name());
        xml.attribute("tests", suite.tests());
        xml.attribute("failures", suite.failures());
        xml.attribute("errors", 0);
        xml.attribute("skipped", suite.count(Answer.INCONCLUSIVE));
        xml.attribute("time", String.format(Locale.ROOT, "%.3f", result.measuredSeconds()));
        String created = result.createdAt();
        xml.attribute("timestamp", created.substring(0, Math.min(SECONDS_LENGTH, created.length())));
        verdict(suite, xml);
        for (Judged condition : suite.conditions()) {
            condition(suite, condition, xml);
        }
        String caveats = result.caveats().stream()
                .map(c -> c.severity() + " " + Facts.caveat(c) + "\n")
                .collect(Collectors.joining());
        xml.element("system-out", Facts.title(result) + ", " + result.id() + "\n" + caveats);
        xml.close(1);
    }

    private static void verdict(Suite suite, Xml xml) throws XMLStreamException {
        xml.testCase(suite.name(), "verdict");
        if (suite.result().verdict() == Verdict.INVALID) {
            xml.open("failure", 3);
            xml.attribute("type", "INVALID");
            xml.attribute(
                    "message",
                    "the measurement is not to be trusted: "
                            + suite.result().caveats().stream()
                                    .filter(c -> Verdict.of(List.of(c)) == Verdict.INVALID)
                                    .map(Caveat::code)
                                    .distinct()
                                    .collect(Collectors.joining(", ")));
            xml.writer().writeEndElement();
        }
        xml.close(2);
    }

    private static void condition(Suite suite, Judged condition, Xml xml) throws XMLStreamException {
        xml.testCase(suite.name(), "fail-if " + condition.text().strip());
        if (condition.answer() == Answer.HOLDS) {
            xml.open("failure", 3);
            xml.attribute("type", "condition");
            xml.attribute("message", condition.text().strip() + " holds");
            xml.writer().writeEndElement();
        } else if (condition.answer() == Answer.INCONCLUSIVE) {
            xml.open("skipped", 3);
            xml.attribute(
                    "message",
                    condition.text().strip()
                            + " is inconclusive: too few samples, or the limit lies within the confidence interval");
            xml.writer().writeEndElement();
        }
        xml.close(2);
    }
}
