package io.dbharness.junit;

import static io.dbharness.junit.RunAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.UsageException;
import io.dbharness.request.RunSpec;
import io.dbharness.result.RunResult;
import io.dbharness.run.Harness;
import io.dbharness.workload.WorkloadSpec;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunAssertionsTest {

    private static final RunResult RESULT = run("sim:service=lognormal(5ms;0.3)", 30);

    static RunResult run(String target, int seconds) {
        try (Harness harness = Harness.create()) {
            return harness.run(RunSpec.of(WorkloadSpec.of("tpcc"))
                            .on(target)
                            .with("think-time", "none")
                            .closed(4)
                            .warmUp(Duration.ZERO)
                            .duration(Duration.ofSeconds(seconds)))
                    .result();
        }
    }

    @Test
    void whatHoldsIsChained() {
        assertThat(RESULT)
                .isValid()
                .isNotSuspect()
                .p50("NewOrder")
                .isLessThan(Duration.ofMillis(6))
                .p95("Payment")
                .isGreaterThan(Duration.ofMillis(6))
                .percentile("p99.9", "total")
                .isLessThanOrEqualTo(Duration.ofMillis(20))
                .mean("read")
                .isGreaterThan(Duration.ofMillis(4))
                .max("NewOrder")
                .isLessThan(Duration.ofSeconds(1))
                .throughput()
                .isGreaterThan(700)
                .errors()
                .isLessThanOrEqualTo(0)
                .score("tpmC")
                .isGreaterThanOrEqualTo(10_000)
                .tpmC()
                .isLessThan(1e9)
                .satisfies("p99(NewOrder) < 50 ms and throughput > 700 or errors > 1%");
    }

    private static void fails(ThrowingCallable assertion, String... parts) {
        assertThatThrownBy(assertion).isInstanceOf(AssertionError.class).hasMessageContainingAll(parts);
    }

    @Test
    void whatDoesNotHoldShowsTheFigureItsIntervalTheVerdictAndHowItWasMeasured() {
        fails(
                () -> assertThat(RESULT).p99("NewOrder").isLessThan(Duration.ofMillis(5)),
                "p99(NewOrder) < 5.000 ms does not hold",
                "figure    p99(NewOrder) is ",
                " ms (95 % confidence within the run: ",
                "verdict   VALID",
                "run       tpcc on",
                "workload  ",
                "load      ",
                "target    ");
        fails(
                () -> assertThat(RESULT).satisfies("p50(NewOrder) < 1ms and errors <= 0.1%"),
                "p50(NewOrder) < 1ms and errors <= 0.1% does not hold",
                "figure    p50(NewOrder) is ",
                "figure    errors is 0 %");
    }

    @Test
    void aLimitWithinTheIntervalOfAThroughputFails() {
        double value = RESULT.throughputPerSecond().value();

        fails(
                () -> assertThat(RESULT).throughput().isGreaterThan(value - 0.01),
                "cannot be answered",
                "measure for longer");
    }

    @Test
    void aPercentileWithTooFewSamplesFails() {
        fails(
                () -> assertThat(RESULT).percentile("n9", "NewOrder").isLessThan(Duration.ofHours(1)),
                "n9(NewOrder) < 3600000 ms cannot be answered: too few samples");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"p99(NewOrders) < 1s", "tpm > 1", "p98 < 1ms", "p99 < 5", "throughput > 0.9*baseline", "fast"})
    void aMisspeltNameIsAnErrorAndNoFailure(String condition) {
        assertThatThrownBy(() -> assertThat(RESULT).satisfies(condition)).isInstanceOf(UsageException.class);
    }

    @Test
    void theNamesThatThereAreAreSaid() {
        assertThatThrownBy(() -> assertThat(RESULT).p99("NewOrders").isLessThan(Duration.ofSeconds(1)))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("'NewOrders' is no operation of tpcc", "did you mean 'NewOrder'?", "Payment");
        assertThatThrownBy(() -> assertThat(RESULT).score("tpm").isGreaterThan(1))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("'tpm' is no score of tpcc", "tpmC");
        assertThatThrownBy(() -> assertThat(RESULT).percentile("p98", "NewOrder"))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("'p98'", "p95, p99");
    }

    @Test
    void anInvalidRunIsNotJudgedByItsFigures() {
        RunResult invalid = run("sim:service=5ms,fail=OTHER:50%", 30);

        fails(() -> assertThat(invalid).isValid(), "the run is INVALID", "caveat    INVALID ");
        fails(
                () -> assertThat(invalid).p99("NewOrder").isLessThan(Duration.ofHours(1)),
                "the latencies of this run are not to be used");
        fails(
                () -> assertThat(invalid).throughput().isGreaterThan(0),
                "throughput and scores of this run are not to be used");
        assertThatCode(() -> assertThat(invalid).errors().isGreaterThan(0.1)).doesNotThrowAnyException();
    }
}
