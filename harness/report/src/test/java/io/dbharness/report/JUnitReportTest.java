package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Caveat;
import io.dbharness.report.JUnitReport.Judged;
import io.dbharness.report.JUnitReport.Suite;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.RunResult;
import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class JUnitReportTest {

    private static final JUnitReport REPORT = new JUnitReport();

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    private static Element testCase(Document document, String name) {
        NodeList cases = document.getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            if (cases.item(i) instanceof Element found
                    && found.getAttribute("name").equals(name)) {
                return found;
            }
        }
        throw new AssertionError("no test case " + name);
    }

    private static String report(RunResult result, List<Judged> conditions) {
        return REPORT.report(List.of(new Suite(result.workload().name(), result, conditions)));
    }

    private static List<String> children(Element element) {
        return java.util.stream.IntStream.range(0, element.getChildNodes().getLength())
                .mapToObj(element.getChildNodes()::item)
                .filter(Element.class::isInstance)
                .map(Node::getNodeName)
                .toList();
    }

    @Test
    void eachConditionAndTheVerdictIsATestCase() throws Exception {
        Document document = parsed(report(
                SampleResult.suspect(),
                List.of(
                        new Judged("p99(NewOrder) > 20ms", Answer.DOES_NOT_HOLD),
                        new Judged("errors > 0.01%", Answer.HOLDS),
                        new Judged(" n5 > 1s ", Answer.INCONCLUSIVE))));

        Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
        assertThat(suite.getAttribute("tests")).isEqualTo("4");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
        assertThat(suite.getAttribute("time")).isEqualTo("20.000");
        assertThat(suite.getAttribute("timestamp")).isEqualTo("2026-11-21T08:39:00");
        assertThat(children(testCase(document, "verdict"))).isEmpty();
        assertThat(children(testCase(document, "fail-if p99(NewOrder) > 20ms"))).isEmpty();
        assertThat(children(testCase(document, "fail-if errors > 0.01%"))).containsExactly("failure");
        assertThat(children(testCase(document, "fail-if n5 > 1s"))).containsExactly("skipped");
    }

    @Test
    void anInvalidResultFailsWhateverItsConditionsSay() throws Exception {
        Document document =
                parsed(report(SampleResult.invalid(), List.of(new Judged("errors > 1%", Answer.DOES_NOT_HOLD))));

        Element failure = (Element)
                testCase(document, "verdict").getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("type")).isEqualTo("INVALID");
        assertThat(failure.getAttribute("message")).endsWith("not to be trusted: DATA_MISMATCH");
        assertThat(document.getDocumentElement().getAttribute("failures")).isEqualTo("1");
    }

    @Test
    void caveatsAreTheOutputAndAnythingInThemIsEscaped() throws Exception {
        RunResult odd = SampleSeries.run(
                Map.of(), 100, 10, Caveat.suspect("ERRORS", "<b> & \"q\" ]]> \u0000 \uD800 \u001b[31m é 😀"));

        String xml = report(odd, List.of(new Judged("p50 < 1ms & \u0001\"", Answer.HOLDS)));

        Document document = parsed(xml);
        assertThat(document.getElementsByTagName("system-out").item(0).getTextContent())
                .contains("SUSPECT ERRORS: <b> & \"q\" ]]> \uFFFD \uFFFD \uFFFD[31m é 😀");
        assertThat(children(testCase(document, "fail-if p50 < 1ms & \uFFFD\""))).containsExactly("failure");
    }

    @Test
    void theRunsOfAnExperimentAreSuitesOfOneReport() throws Exception {
        List<Suite> suites = List.of(
                new Suite("run-001", SampleResult.suspect(), List.of(new Judged("errors > 1%", Answer.HOLDS))),
                new Suite("run-002", SampleResult.invalid(), List.of()));

        Document document = parsed(REPORT.report(suites));

        assertThat(document.getElementsByTagName("testsuite").getLength()).isEqualTo(2);
        assertThat(document.getDocumentElement().getAttribute("tests")).isEqualTo("3");
        assertThat(document.getDocumentElement().getAttribute("failures")).isEqualTo("2");
        assertThat(testCase(document, "fail-if errors > 1%").getAttribute("classname"))
                .isEqualTo("dbharness.run-001");
    }

    @Test
    void theFileIsTheSameEveryTimeAndEverywhere() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            GoldenFile.assertMatches(
                    "junit.xml",
                    report(
                            SampleResult.invalid(),
                            List.of(
                                    new Judged("p99(NewOrder) > 20ms", Answer.DOES_NOT_HOLD),
                                    new Judged("errors > 0.01%", Answer.HOLDS),
                                    new Judged("n5 > 1s", Answer.INCONCLUSIVE))));
        } finally {
            Locale.setDefault(before);
        }
    }
}
