package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.report.JUnitReport.Judged;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConditionOutcomesTest {

    private static final RunResult FAST = SampleSeries.run(Map.of(), 400, 1);
    private static final RunResult SLOW = SampleSeries.run(Map.of(), 40, 50);

    @TempDir
    Path directory;

    private static ConditionOutcomes outcomes(Map<String, RunResult> results, String... texts) {
        Problems problems = new Problems();
        List<Condition> conditions = new ArrayList<>();
        for (String text : texts) {
            Condition.parse(text, problems).ifPresent(conditions::add);
        }
        problems.throwIfAny();
        return ConditionOutcomes.of(conditions, results, Optional.of(FAST), false);
    }

    private static Map<String, RunResult> two() {
        Map<String, RunResult> runs = new LinkedHashMap<>();
        runs.put("run-002", FAST);
        runs.put("run-001", SLOW);
        return runs;
    }

    @Test
    void aReportMadeAgainSaysTheSameByteForByte() {
        ConditionOutcomes outcomes =
                outcomes(two(), " p99 > 20ms ", "p99 > 1s", "n9 > 1ms", "throughput < 0.8*baseline and p50 > 1ms");

        outcomes.write(directory);
        ConditionOutcomes read = ConditionOutcomes.read(directory).orElseThrow();

        assertThat(read).isEqualTo(outcomes);
        assertThat(read.text()).isEqualTo("""
                        fail-if     p99 > 20ms: holds in run-001
                        fail-if     p99 > 1s: does not hold in any run
                        fail-if     n9 > 1ms: inconclusive in run-002, run-001
                        fail-if     throughput < 0.8*baseline and p50 > 1ms: holds in run-001
                        """);
        assertThat(read.baseline()).isEqualTo(FAST.id());
        assertThat(new JUnitReport().report(read.suites(two())))
                .isEqualTo(new JUnitReport().report(outcomes.suites(two())));
    }

    @Test
    void aSingleRunNeedsNoName() {
        assertThat(outcomes(Map.of("tpcc", SLOW), "p99 > 20ms", "p99 > 1s").text())
                .isEqualTo("fail-if     p99 > 20ms: holds\nfail-if     p99 > 1s: does not hold\n");
        assertThat(outcomes(Map.of(), "p99 > 20ms").text())
                .isEqualTo("fail-if     p99 > 20ms: inconclusive, no run to ask\n");
    }

    @Test
    void theAnswersDecideHowACommandEnds() {
        assertThat(outcomes(two(), "p99 > 1s").anyHolds()).isFalse();
        assertThat(outcomes(two(), "p99 > 1s").anyInconclusive()).isFalse();
        assertThat(outcomes(two(), "p99 > 1s", "p99 > 20ms").anyHolds()).isTrue();
        assertThat(outcomes(two(), "n9 > 1ms").anyInconclusive()).isTrue();
        assertThat(outcomes(Map.of(), "p99 > 1s").anyInconclusive()).isTrue();
        assertThat(outcomes(two()).anyInconclusive()).isFalse();
    }

    @Test
    void buildServersSeeEveryRunWithItsAnswers() {
        assertThat(outcomes(two(), "p99 > 20ms").suites(two()))
                .extracting(JUnitReport.Suite::name, JUnitReport.Suite::conditions)
                .containsExactly(
                        tuple("run-002", List.of(new Judged("p99 > 20ms", Answer.DOES_NOT_HOLD))),
                        tuple("run-001", List.of(new Judged("p99 > 20ms", Answer.HOLDS))));
    }

    @Test
    void withoutConditionsThereIsNoFileAndAnOldOneGoes() {
        outcomes(two(), "p99 > 20ms").write(directory);
        assertThat(directory.resolve(ConditionOutcomes.FILE)).exists();

        outcomes(two()).write(directory);

        assertThat(directory.resolve(ConditionOutcomes.FILE)).doesNotExist();
        assertThat(ConditionOutcomes.read(directory)).isEmpty();
        assertThat(outcomes(two()).text()).isEmpty();
    }

    @Test
    void aFileCutShortByAKillIsReplaced() throws IOException {
        Files.writeString(directory.resolve(ConditionOutcomes.FILE), "{\"sch");
        ConditionOutcomes outcomes = outcomes(two(), "p99 > 20ms");

        assertThat(ConditionOutcomes.readOrNone(directory)).isEqualTo(ConditionOutcomes.NONE);
        outcomes.write(directory);

        assertThat(ConditionOutcomes.read(directory)).contains(outcomes);
        assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void aFileOfSomethingElseIsNamed() throws IOException {
        Files.writeString(directory.resolve(ConditionOutcomes.FILE), "[1]");

        assertThatThrownBy(() -> ConditionOutcomes.read(directory))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("conditions.json holds no outcomes of conditions");
    }
}
