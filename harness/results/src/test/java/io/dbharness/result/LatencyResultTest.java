package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.load.LoadModel;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.simulation.Simulation;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatencyResultTest {

    private static final long MICRO = 1_000;
    private static final List<Long> NONE_PENDING = List.of();

    /** 1, 2, ... n milliseconds less what three digits lose. */
    private static LatencyHistogram upTo(int n) {
        LatencyHistogram values = new LatencyHistogram();
        IntStream.rangeClosed(1, n).forEach(i -> values.record(i * MICRO));
        return values;
    }

    /** Requests that are worth as many independent ones. */
    private static Map<String, List<Long>> intervals(
            LatencyHistogram ended, List<Long> pending, long skipped, long worth) {
        return LatencyResult.of(ended, pending, skipped, Map.of("p50", worth, "p99", worth))
                .ci95Nanos();
    }

    @Test
    void theIntervalOfAPercentileIsThatOfItsOrderStatistics() {
        Map<String, List<Long>> intervals = intervals(upTo(1_000), NONE_PENDING, 0, 1_000);

        // Ranks 983 and 997 of 1000 bound p99 with 95 % confidence, 469 and 532 the median.
        assertThat(intervals.get("p99").get(0)).isCloseTo(983 * MICRO, within(MICRO / 2));
        assertThat(intervals.get("p99").get(1)).isCloseTo(997 * MICRO, within(MICRO / 2));
        assertThat(intervals.get("p50").get(0)).isCloseTo(469 * MICRO, within(MICRO / 2));
        assertThat(intervals.get("p50").get(1)).isCloseTo(531_500L, within(MICRO));
    }

    @Test
    void requestsThatAreSlowTogetherAreWorthFewer() {
        // Ranks 40 and 61 of a hundred, each of ten requests.
        List<Long> median = intervals(upTo(1_000), NONE_PENDING, 0, 100).get("p50");

        assertThat(median.get(0)).isCloseTo(395 * MICRO, within(MICRO / 2));
        assertThat(median.get(1)).isCloseTo(605 * MICRO, within(MICRO / 2));
    }

    @Test
    void aPercentileWithTooFewSamplesHasNoInterval() {
        assertThat(intervals(upTo(1_000), NONE_PENDING, 0, 367)).containsOnlyKeys("p50");
        assertThat(intervals(upTo(1_000), NONE_PENDING, 0, 368)).containsOnlyKeys("p50", "p99");
        assertThat(intervals(upTo(1_000), NONE_PENDING, 0, 3)).isEmpty();
        assertThat(LatencyResult.of(upTo(1_000)).ci95Nanos()).isEmpty();
    }

    @Test
    void anEndThatFallsOnARequestWithoutAnEndIsNone() {
        assertThat(intervals(upTo(1_000), NONE_PENDING, 10, 1_000)).containsOnlyKeys("p50");
        assertThat(intervals(upTo(1_000), List.of(990 * MICRO), 0, 1_000)).containsOnlyKeys("p50");
        assertThat(intervals(upTo(1_000), NONE_PENDING, 1_000, 1_000)).isEmpty();
    }

    @Test
    void aResultWithoutIntervalsIsRead() {
        RunResult result = SimulatedRun.of(LoadModel.closed(4), Duration.ofSeconds(60), ServiceModel.fixed(10_000_000))
                .result();
        String json = new ResultCodec().encode(result).replace("\"checksum\"", "\"ignored\"");
        String old = json.replaceAll("(?s)\"ci95Nanos\" : \\{.*?\\},\\s*\"pendingNanos\"", "\"pendingNanos\"");

        assertThat(old).hasSizeLessThan(json.length()).doesNotContain("ci95Nanos");
        RunResult read = new ResultCodec().decode(old);
        assertThat(read.totals()).isEqualTo(result.totals());
        assertThat(read.operations().get(0).response().ci95Nanos()).isEmpty();
        assertThat(result.operations().get(0).response().ci95Nanos().get("p99"))
                .isEqualTo(List.of(10_000_000L, 10_000_000L));
    }

    private static RunResult stalled(double at) {
        return SimulatedRun.of(
                        LoadModel.open(1_000, 4),
                        Duration.ofSeconds(60),
                        Simulation.parse("sim:service=1ms,servers=4,stall=700ms@" + at + "s")
                                .begin(Seed.DEFAULT))
                .result();
    }

    @Test
    void whatWasDueAndNotSentAtTheEndRanksAtItsAge() {
        RunResult atEnd = stalled(59.5);
        LatencyResult due = atEnd.combined("total").orElseThrow().intendedResponse();

        assertThat(atEnd.totals().backlog()).isGreaterThan(400);
        assertThat(due.unsentNanos().values().stream().mapToLong(n -> n).sum())
                .isEqualTo(atEnd.totals().backlog());
        assertThat(due.nanos("n3")).isBetween(400_000_000L, 500_000_000L);
        assertThat(due.atLeast()).contains("n3", "mean").doesNotContain("p50", "p95");
        assertThat(due.figureNanos("max")).isGreaterThan(480e6);
        assertThat(holds("p99.9 > 100ms", atEnd)).isEqualTo(Condition.Answer.HOLDS);
        assertThat(holds("p99.9 < 10s", atEnd)).isEqualTo(Condition.Answer.INCONCLUSIVE);
        assertThat(new ResultCodec().decode(new ResultCodec().encode(atEnd))).isEqualTo(atEnd);
    }

    private static Condition.Answer holds(String text, RunResult result) {
        Problems problems = new Problems();
        return Condition.parse(text, problems).orElseThrow().answer(result, Optional.empty(), false);
    }

    @Test
    void aRequestThatIsPendingIsInTheMaximumAndTheMean() {
        LatencyResult latency = LatencyResult.of(upTo(999), List.of(30_000_000 * MICRO), 0);

        assertThat(latency.figureNanos("max")).isEqualTo(3e10);
        assertThat(latency.figureNanos("mean")).isCloseTo(3e7 + 499.5 * MICRO, within(1.0 * MICRO));
        assertThat(latency.atLeast()).contains("max", "mean");
        assertThat(latency.distribution().maxNanos()).isEqualTo(999 * MICRO);
    }
}
