package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.load.LoadModel;
import io.dbharness.measure.Distribution;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.List;
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

    @Test
    void theIntervalOfAPercentileIsThatOfItsOrderStatistics() {
        LatencyResult latency = LatencyResult.of(upTo(1_000));

        // Ranks 983 and 997 of 1000 bound p99 with 95 % confidence, 469 and 532 the median.
        assertThat(latency.ci95Nanos().get("p99").get(0)).isCloseTo(983 * MICRO, within(MICRO / 2));
        assertThat(latency.ci95Nanos().get("p99").get(1)).isCloseTo(997 * MICRO, within(MICRO / 2));
        assertThat(latency.ci95Nanos().get("p50").get(0)).isCloseTo(469 * MICRO, within(MICRO / 2));
        assertThat(latency.ci95Nanos().get("p50").get(1)).isCloseTo(531_500L, within(MICRO));
    }

    @Test
    void aPercentileWithTooFewSamplesHasNoInterval() {
        assertThat(LatencyResult.of(upTo(367)).ci95Nanos()).containsOnlyKeys("p50");
        assertThat(LatencyResult.of(upTo(368)).ci95Nanos()).containsOnlyKeys("p50", "p99");
        assertThat(LatencyResult.of(upTo(3)).ci95Nanos()).isEmpty();
        assertThat(LatencyResult.of(new Distribution()).ci95Nanos()).isEmpty();
    }

    @Test
    void anEndThatFallsOnARequestWithoutAnEndIsNone() {
        assertThat(LatencyResult.of(upTo(1_000), NONE_PENDING, 10).ci95Nanos()).containsOnlyKeys("p50");
        assertThat(LatencyResult.of(upTo(1_000), List.of(990 * MICRO), 0).ci95Nanos())
                .containsOnlyKeys("p50");
        assertThat(LatencyResult.of(upTo(1_000), NONE_PENDING, 1_000).ci95Nanos())
                .isEmpty();
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
