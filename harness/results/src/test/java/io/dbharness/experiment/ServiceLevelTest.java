package io.dbharness.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.experiment.Search.ServiceLevel;
import io.dbharness.experiment.Search.ServiceLevel.Reading;
import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.Condition;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Totals;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one run says of a service level, at the edges. */
class ServiceLevelTest {

    private static final RunPlan CLOSED = plan(LoadModel.closed(4));
    private static final RunPlan OPEN = plan(LoadModel.open(100, 4));
    private static final long TEN_MILLIS = 10_000_000;

    private static RunPlan plan(LoadModel load) {
        return RunPlan.of(load, 4, Timeline.of(Duration.ZERO, Duration.ofSeconds(1)), Seed.DEFAULT);
    }

    private static Condition condition(String text) {
        Problems problems = new Problems();
        Condition condition = Condition.parse(text, problems).orElseThrow();
        problems.throwIfAny();
        return condition;
    }

    private static Reading of(String text, RunResult result) {
        return new ServiceLevel(condition(text), List.of()).of(result);
    }

    private static RunResult median(double nanos) {
        return SyntheticResult.of(CLOSED, nanos);
    }

    /** Of a thousand intended requests. */
    private static RunResult counted(RunPlan plan, long started, long failed) {
        return SyntheticResult.with(
                SyntheticResult.of(plan, TEN_MILLIS),
                Totals.of(
                        new Totals.Sent(1_000, started, 1_000 - started, 0),
                        new Totals.Ended(started - failed, failed, 0, 0)));
    }

    @ParameterizedTest
    @CsvSource({
        "p50 <= 10ms, true",
        "p50 < 10ms, false",
        "p50 < 10.001ms, true",
        "p50 >= 10ms, true",
        "p50 > 10ms, false",
        "p50 > 9.999ms, true",
        "p50 <= 9.999ms, false",
        "throughput >= 400, true",
        "throughput > 401, false",
    })
    void aLimitItselfIsKeptUnlessTheComparisonIsStrict(String text, boolean holds) {
        assertThat(of(text, median(TEN_MILLIS)).holds()).isEqualTo(holds);
    }

    @Test
    void theMarginIsTheLogarithmOfValueOverLimit() {
        assertThat(of("p50 <= 10ms", median(2 * TEN_MILLIS)).margin()).isCloseTo(Math.log(2), within(1e-9));
        assertThat(of("p50 >= 10ms", median(2 * TEN_MILLIS)).margin()).isCloseTo(-Math.log(2), within(1e-9));
        assertThat(of("p50 <= 10ms", median(TEN_MILLIS)).margin()).isZero();
    }

    @Test
    void nothingIsNearNothing() {
        RunResult clean = counted(CLOSED, 1_000, 0);
        RunResult failing = counted(CLOSED, 1_000, 1);

        assertThat(of("errors <= 0", clean).margin()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(of("errors < 0", clean).margin()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(of("errors <= 0", failing).margin()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(of("errors > 0", failing).margin()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(of("errors > 0", clean).margin()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void theWorstComparisonDecides() {
        Reading reading = of("p50 <= 40ms and throughput >= 500 and p50 <= 20ms", median(TEN_MILLIS));

        assertThat(reading.holds()).isFalse();
        assertThat(reading.finding()).isEqualTo("throughput = 400");
    }

    @Test
    void aPercentOfFailuresIsBorneAndNoMore() {
        assertThat(of("p50 <= 10ms", counted(CLOSED, 1_000, 10)).holds()).isTrue();

        Reading more = of("p50 <= 10ms", counted(CLOSED, 1_000, 11));
        assertThat(more.holds()).isFalse();
        assertThat(more.finding()).isEqualTo("1.1 % of the requests failed");
    }

    @Test
    void whoeverAsksForErrorsSaysHimselfHowManyAreBorne() {
        Reading reading = of("errors <= 5%", counted(CLOSED, 1_000, 40));

        assertThat(reading.holds()).isTrue();
        assertThat(reading.finding()).isEqualTo("errors = 4 %");
        assertThat(new ServiceLevel(condition("p50 <= 10ms"), List.of(condition("errors <= 5%")))
                        .of(counted(CLOSED, 1_000, 40))
                        .holds())
                .isTrue();
    }

    @Test
    void anOpenLoadMustBeSentToNinetyNinePercent() {
        assertThat(of("p50 <= 10ms", counted(OPEN, 990, 0)).holds()).isTrue();
        assertThat(of("p50 <= 10ms", counted(OPEN, 989, 0)).finding())
                .isEqualTo("only 98.9 % of the intended requests were started");
        assertThat(of("skipped <= 5%", counted(OPEN, 960, 0)).finding()).isEqualTo("skipped = 4 %");
        assertThat(of("p50 <= 10ms", counted(CLOSED, 900, 0)).holds())
                .as("a closed loop intends nothing that it does not start")
                .isTrue();
    }

    @Test
    void onlyOneListOfComparisonsCanBeSearchedFor() {
        assertThatThrownBy(() -> new ServiceLevel(condition("p50 <= 10ms or p99 <= 1s"), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no search for p50 <= 10ms or p99 <= 1s");
        assertThatThrownBy(() ->
                        new ServiceLevel(condition("p50 <= 10ms"), List.of(condition("throughput >= 0.9*baseline"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no search for throughput");
    }
}
