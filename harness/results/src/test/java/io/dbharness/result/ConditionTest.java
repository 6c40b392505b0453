package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.LoadModel;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.analysis.Interval;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {

    private static final long MILLI = 1_000_000;

    /** 10 ms each, 400 a second; every 200th fails. */
    private static final RunResult RESULT = run(10);

    private static RunResult run(long millis) {
        long[] calls = {0};
        return SimulatedRun.of(
                        LoadModel.closed(4),
                        Duration.ofSeconds(60),
                        (operation, startedAt) -> ++calls[0] % 200 == 0
                                ? ServiceModel.Service.failed(startedAt + millis * MILLI, FailureKind.TIMEOUT)
                                : ServiceModel.Service.completed(startedAt + millis * MILLI))
                .result();
    }

    private static Condition condition(String text) {
        Problems problems = new Problems();
        Optional<Condition> condition = Condition.parse(text, problems);
        problems.throwIfAny();
        return condition.orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p50 <= 10ms | HOLDS",
                "p50 > 10ms | DOES_NOT_HOLD",
                "p99(Read) < 10.5 ms | HOLDS",
                "p99{Write} < 9999us | DOES_NOT_HOLD",
                "mean >= 0.01s | HOLDS",
                "errors > 0.1% | HOLDS",
                "errors > 1% | DOES_NOT_HOLD",
                "throughput > 390/s | HOLDS",
                "throughput < 390 | DOES_NOT_HOLD",
                "skipped > 0% | DOES_NOT_HOLD",
                "p50 > 10ms or errors > 0.1% | HOLDS",
                "p50 > 10ms and errors > 0.1% | DOES_NOT_HOLD",
                "p50 <= 10ms and errors > 0.1% or max > 1s | HOLDS",
                "errorCount between 119 and 121 | HOLDS",
                "errorCount(Read) < 120 | HOLDS",
                "errorCount(NoSuch) > 0 | INCONCLUSIVE",
                "clientCpuPercent between 0.9 and 1.1 | HOLDS",
                "n9 > 1ms | INCONCLUSIVE",
                "tpmC > 1 | INCONCLUSIVE",
                "p99(NoSuch) > 1ms | INCONCLUSIVE"
            })
    void isAnsweredFromTheResult(String text, Answer answer) {
        assertThat(condition(text).answer(RESULT, Optional.empty(), false)).isEqualTo(answer);
    }

    @Test
    void aPercentileWithNinesHasThreeNames() {
        assertThat(condition("p99.9 > 1ms").alternatives())
                .isEqualTo(condition("n3 > 1ms").alternatives());
        assertThat(condition("p999(Ping) > 1ms").alternatives())
                .isEqualTo(condition("n3(Ping) > 1ms").alternatives());
        assertThat(condition("p99.99 > 1ms").alternatives())
                .isEqualTo(condition("n4 > 1ms").alternatives());
    }

    @Test
    void comparesWithABaseline() {
        Condition regression = condition("throughput < 0.8*baseline");

        assertThat(regression.needsBaseline()).isTrue();
        assertThat(regression.answer(run(15), Optional.of(RESULT), false)).isEqualTo(Answer.HOLDS);
        assertThat(regression.answer(RESULT, Optional.of(RESULT), false)).isEqualTo(Answer.DOES_NOT_HOLD);
        assertThat(regression.answer(RESULT, Optional.empty(), false)).isEqualTo(Answer.INCONCLUSIVE);
        assertThat(condition("p50 > baseline").answer(run(15), Optional.of(RESULT), false))
                .isEqualTo(Answer.HOLDS);
        assertThat(condition("errors > baseline").answer(run(15), Optional.of(RESULT), false))
                .isEqualTo(Answer.INCONCLUSIVE);
    }

    /** Runs of the same system differ by a standard deviation of 5 % or so, which neither of two runs can know. */
    @Test
    void oneRunAgainstOneDoesNotDecideWhatRunsDifferByAnyhow() {
        Condition slower = condition("throughput < 0.98*baseline");

        assertThat(slower.answer(run(11), Optional.of(RESULT), false)).isEqualTo(Answer.INCONCLUSIVE);
        assertThat(slower.answer(run(11), Optional.of(RESULT), true)).isEqualTo(Answer.HOLDS);
        assertThat(slower.doubts(run(11), RESULT))
                .singleElement()
                .asString()
                .startsWith("throughput is 7.2 % from its limit, and one run against one decides from 13.9 % on")
                .contains("9 runs of each would decide");
        assertThat(slower.doubts(run(15), RESULT)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"max", "min", "skipped", "n9", "p99(Total)"})
    void aMetricWithoutAnIntervalDoesNotDecideAgainstABaseline(String metric) {
        Condition worse = condition(metric + " > baseline");

        assertThat(worse.answer(run(15), Optional.of(RESULT), false)).isEqualTo(Answer.INCONCLUSIVE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"throughput(Read)", "p25", "p75(Write)", "p90", "p95", "n3", "mean", "mean(Read)", "errorCount"})
    void everyFigureOfRequestsHasAnInterval(String metric) {
        Metric one =
                condition(metric + " > baseline").alternatives().get(0).get(0).metric();

        assertThat(one.interval95(RESULT)).hasSize(2);
        assertThat(new Interval(
                                one.interval95(RESULT).get(0),
                                one.interval95(RESULT).get(1))
                        .contains(one.of(RESULT).orElseThrow()))
                .isTrue();
    }

    @Test
    void strictLetsThePointValueDecide() {
        assertThat(condition("n9 > 1ms").answer(RESULT, Optional.empty(), true)).isEqualTo(Answer.HOLDS);
    }

    /** The same with an interval of 350 to 450. */
    /** Runs of 10, 11 and 12 ms against others: the 95 % interval of the ratio of three such runs is 0.8 to 1.26. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({
        "throughput >= 1*baseline, 10, INCONCLUSIVE",
        "throughput >= 0.75*baseline, 10, HOLDS",
        "throughput >= 1*baseline, 20, DOES_NOT_HOLD",
        "p99 <= 1*baseline, 20, DOES_NOT_HOLD",
        "p99 <= 3*baseline, 20, HOLDS"
    })
    void repeatsAreComparedByTheIntervalOfTheirRatio(String text, long millis, Answer answer) {
        List<RunResult> before = List.of(RESULT, run(11), run(12));
        List<RunResult> now = List.of(run(millis), run(millis + 1), run(millis + 2));
        Condition.Comparison comparison = condition(text).alternatives().get(0).get(0);

        assertThat(comparison.answer(now, before)).isEqualTo(answer);
        assertThat(comparison.answer(now.subList(0, 2), before)).isEqualTo(Answer.INCONCLUSIVE);
    }

    private static RunResult wide() {
        return withInterval(50, 50);
    }

    /** The same with an interval that ends so far below and above its throughput. */
    private static RunResult withInterval(double below, double above) {
        double inside = RESULT.throughputPerSecond().value();
        return RESULT.builder()
                .throughputPerSecond(new RunResult.Throughput(inside, List.of(inside - below, inside + above)))
                .build();
    }

    @Test
    void aThresholdInsideTheConfidenceIntervalIsInconclusive() {
        RunResult wide = wide();

        assertThat(condition("throughput > 380").answer(wide, Optional.empty(), false))
                .isEqualTo(Answer.INCONCLUSIVE);
        assertThat(condition("throughput > 380").answer(wide, Optional.empty(), true))
                .isEqualTo(Answer.HOLDS);
        assertThat(condition("throughput > 300").answer(wide, Optional.empty(), false))
                .isEqualTo(Answer.HOLDS);
    }

    @Test
    void aBaselineHasAnIntervalToo() {
        Condition regression = condition("throughput < 0.85*baseline");

        assertThat(regression.answer(RESULT, Optional.of(wide()), false)).isEqualTo(Answer.INCONCLUSIVE);
        assertThat(regression.answer(RESULT, Optional.of(RESULT), false)).isEqualTo(Answer.DOES_NOT_HOLD);
        assertThat(regression.answer(RESULT, Optional.of(wide()), true)).isEqualTo(Answer.DOES_NOT_HOLD);
        assertThat(condition("throughput < 0.5*baseline").answer(RESULT, Optional.of(wide()), false))
                .isEqualTo(Answer.DOES_NOT_HOLD);
    }

    @Test
    void ofTwoIntervalsTheEndsThatFaceEachOtherDecide() {
        Condition slower = condition("throughput < 0.8*baseline");
        Condition faster = condition("throughput > 1.25*baseline");
        RunResult up = withInterval(5, 100);
        RunResult down = withInterval(100, 5);

        assertThat(slower.answer(up, Optional.of(down), false)).isEqualTo(Answer.DOES_NOT_HOLD);
        assertThat(slower.answer(down, Optional.of(RESULT), false)).isEqualTo(Answer.INCONCLUSIVE);
        assertThat(slower.answer(RESULT, Optional.of(up), false)).isEqualTo(Answer.INCONCLUSIVE);
        assertThat(faster.answer(down, Optional.of(up), false)).isEqualTo(Answer.DOES_NOT_HOLD);
        assertThat(faster.answer(up, Optional.of(RESULT), false)).isEqualTo(Answer.INCONCLUSIVE);
        assertThat(faster.answer(RESULT, Optional.of(down), false)).isEqualTo(Answer.INCONCLUSIVE);
    }

    @Test
    void everythingWrongWithASentenceIsNamed() {
        Problems problems = new Problems();
        Condition.parse("p99 > 20 and p98 < 1ms or throughput < 5ms or nonsense", problems);

        assertThatThrownBy(problems::throwIfAny)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("p99 is compared with a time such as 20ms, not with '20'")
                .hasMessageContaining("'p98' is not a metric")
                .hasMessageContaining("throughput is compared with a plain number")
                .hasMessageContaining("'nonsense' is not a condition");
    }
}
