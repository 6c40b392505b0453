package io.dbharness.report;

import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.RunResult;
import io.dbharness.result.Verdict;
import io.dbharness.study.Study;
import io.dbharness.study.Study.ClaimOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Results as build servers read them, in JUnit's format. Pure: the same results give the same text. Characters that XML has no place for
 * are replaced. Immutable.
 */
@Internal
public final class JUnitReport {

    private static final String FAILURE = "failure";
    private static final String SKIPPED = "skipped";
    private static final String OUTPUT = "system-out";
    private static final String NOT_TRUSTED = "the measurement is not to be trusted: ";

    /** ISO 8601 to the second and without a zone, which is what the schema of Ant's format allows. */
    private static final int SECONDS_LENGTH = "2026-01-02T03:04:05".length();

    /**
     * A condition under which the build is to fail, and what the result says of it.
     *
     * @param text   as written
     * @param answer fails if it holds, is skipped if it is inconclusive
     */
    public record Judged(String text, Answer answer) {}

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
    }

    /**
     * Renders runs, for example those of an experiment: a suite for each run, a test case for its verdict and one for each {@code --fail-
     * if} condition, the caveats as output.
     */
    public String report(List<Suite> suites) {
        List<TestSuite> all = suites.stream().map(JUnitReport::suite).toList();
        long tests = all.stream().mapToLong(s -> s.cases.size()).sum();
        long failures = all.stream().mapToLong(s -> s.count(FAILURE)).sum();
        return document(attribute("tests", tests) + attribute("failures", failures), all);
    }

    private static TestSuite suite(Suite suite) {
        RunResult result = suite.result();
        String created = result.createdAt();
        List<Case> cases = new ArrayList<>(List.of(verdict(result)));
        suite.conditions().forEach(condition -> cases.add(condition(condition)));
        String caveats = result.caveats().stream()
                .map(c -> c.severity() + " " + ReportSentences.caveat(c) + "\n")
                .collect(Collectors.joining());
        String time = attribute("time", String.format(Locale.ROOT, "%.3f", result.measuredSeconds()));
        String begin = attribute("timestamp", created.substring(0, Math.min(SECONDS_LENGTH, created.length())));
        String output = ReportSentences.title(result) + ", " + result.id() + "\n" + caveats;
        return new TestSuite(suite.name(), time + begin, cases, output);
    }

    private static Case verdict(RunResult result) {
        String codes = result.caveats().stream()
                .filter(c -> Verdict.of(List.of(c)) == Verdict.INVALID)
                .map(Caveat::code)
                .distinct()
                .collect(Collectors.joining(", "));
        return result.verdict() == Verdict.INVALID
                ? new Case("verdict", FAILURE, "INVALID", NOT_TRUSTED + codes)
                : Case.passed("verdict");
    }

    private static Case condition(Judged condition) {
        String text = condition.text().strip();
        String why = " is inconclusive: too few samples, or the limit lies within the confidence interval";
        return switch (condition.answer()) {
            case HOLDS -> new Case("fail-if " + text, FAILURE, "condition", text + " holds");
            case INCONCLUSIVE -> new Case("fail-if " + text, SKIPPED, "", text + why);
            case DOES_NOT_HOLD -> Case.passed("fail-if " + text);
        };
    }

    /**
     * Renders a study: a suite of its runs, of which INVALID ones fail, a suite of its claims, of which contradicted ones fail and those
     * that cannot be tested are skipped, and a suite of its service levels, of which those fail that are not kept, wherever a workload met
     * a subject.
     */
    public String report(Study study) {
        List<Case> runs = study.runs().stream()
                .filter(run -> !run.directory().isEmpty())
                .map(run -> run.verdict().equals(Verdict.INVALID.name())
                        ? new Case(run.name(), FAILURE, "", NOT_TRUSTED + String.join("; ", run.caveats()))
                        : Case.passed(run.name()))
                .toList();
        String time = attribute("time", 0);
        List<TestSuite> suites = new ArrayList<>();
        suites.add(new TestSuite(study.name() + ".runs", time, runs, ""));
        suites.add(new TestSuite(study.name() + ".claims", time, claims(study.claims()), ""));
        if (!study.serviceLevels().isEmpty()) {
            suites.add(new TestSuite(study.name() + ".service-levels", time, claims(study.serviceLevels()), ""));
        }
        return document("", suites);
    }

    private static List<Case> claims(List<ClaimOutcome> claims) {
        return claims.stream()
                .map(claim -> new Case(
                        claim.text(),
                        switch (claim.verdict()) {
                            case CONTRADICTED -> FAILURE;
                            case NOT_TESTABLE -> SKIPPED;
                            case SUPPORTED -> OUTPUT;
                        },
                        "",
                        claim.expression().isEmpty() ? claim.because() : claim.expression() + ": " + claim.because()))
                .toList();
    }

    /**
     * A test case.
     *
     * @param element that it holds: a failure, that it was skipped, its output; empty for a case that passed and says nothing
     * @param type    of a failure; may be empty
     * @param message of whichever element it is
     */
    private record Case(String name, String element, String type, String message) {

        static Case passed(String name) {
            return new Case(name, "", "", "");
        }

        private String xml() {
            if (element.isEmpty()) {
                return "";
            }
            String typed = type.isEmpty() ? "" : attribute("type", type);
            return element.equals(OUTPUT)
                    ? systemOut(message)
                    : "\n      <" + element + typed + attribute("message", message) + "></" + element + ">";
        }
    }

    /**
     * A test suite.
     *
     * @param name   differs from suite to suite
     * @param more   attributes besides its name and its counts
     * @param cases  in order
     * @param output printed at its end; may be empty
     */
    private record TestSuite(String name, String more, List<Case> cases, String output) {

        private long count(String element) {
            return cases.stream().filter(c -> c.element().equals(element)).count();
        }

        private String xml() {
            StringBuilder xml = new StringBuilder("\n  <testsuite" + attribute("name", name))
                    .append(attribute("tests", cases.size()))
                    .append(attribute("failures", count(FAILURE)))
                    .append(attribute("errors", 0))
                    .append(attribute("skipped", count(SKIPPED)))
                    .append(more + ">");
            cases.forEach(one -> xml.append("\n    <testcase" + attribute("classname", "dbharness." + name))
                    .append(attribute("name", one.name()) + attribute("time", 0) + ">")
                    .append(one.xml() + "\n    </testcase>"));
            return xml + (output.isEmpty() ? "" : systemOut(output)) + "\n  </testsuite>";
        }
    }

    private static String document(String attributes, List<TestSuite> suites) {
        String head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attributes + ">";
        return suites.stream().map(TestSuite::xml).collect(Collectors.joining("", head, "\n</testsuites>\n"));
    }

    private static String systemOut(String text) {
        return "\n    <" + OUTPUT + ">" + escaped(text) + "</" + OUTPUT + ">";
    }

    private static String attribute(String name, Object value) {
        return " " + name + "=\"" + escaped(value.toString()).replace("\"", "&quot;") + "\"";
    }

    /** Without what XML 1.0, production 2, leaves out: a server may put anything into an error message. */
    private static String escaped(String text) {
        return text.replaceAll("[^\t\n\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "\uFFFD")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }
}
