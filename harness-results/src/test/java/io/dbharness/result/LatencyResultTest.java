package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.load.LoadModel;
import io.dbharness.measure.Distribution;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatencyResultTest {

    private static final long MICRO = 1_000;
    private static final List<Long> NONE_PENDING = List.of();

    /** 1, 2, ... n milliseconds less what three digits lose. */
    private static Distribution upTo(int n) {
        Distribution values = new Distribution();
        IntStream.rangeClosed(1, n).forEach(i -> values.record(i * MICRO));
        return values;
    }

    /** Requests that are worth as many independent ones. */
    private static Map<String, List<Long>> intervals(Distribution ended, List<Long> pending, long skipped, long worth) {
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
}
