package io.dbharness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.measure.ClientSampler.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientShareTest {

    private static final long MICRO = 1_000;

    private final ClientShare share = new ClientShare();

    private void add(int times, long took, long cpu, long queued, int weight, long paused) {
        for (int i = 0; i < times; i++) {
            share.add(new Sample("read", 5, 5 + took * MICRO, cpu * MICRO, queued * MICRO, weight), paused * MICRO);
        }
    }

    @Test
    void aPercentileWithoutTheClientIsThatOfWhatIsLeftOfEachRequest() {
        add(1_000, 300, 20, 80, 1, 100);

        Map<String, Long> others = share.othersNanos();

        assertThat(others.get("p50")).isEqualTo(100 * MICRO);
        assertThat(others.get("p99")).isEqualTo(100 * MICRO);
        assertThat(others).doesNotContainKey("n3");
        assertThat(share.waitedShare()).isEqualTo(0.6);
        assertThat(share.delayed()).isEqualTo(1_000);
    }

    @Test
    void aClientNeverHasMoreOfARequestThanTheRequestTook() {
        add(100, 300, 200, 200, 1, 900);

        assertThat(share.othersNanos().get("p50")).isZero();
        assertThat(share.waitedShare()).isEqualTo(1);
    }

    @Test
    void aSampleStandsForTheRequestsThatWereNotSampled() {
        add(100, 100, 0, 0, 9, 0);
        add(100, 1_000, 0, 51, 1, 0);

        assertThat(share.othersNanos().get("p75")).isBetween(100 * MICRO, 101 * MICRO);
        assertThat(share.delayed()).isEqualTo(100);
    }

    @Test
    void fewSamplesLeaveRoomForChance() {
        add(90, 100, 0, 0, 1, 0);
        add(10, 1_000, 0, 0, 1, 0);

        // Of 100 samples the true 90th percentile may well be the 85th.
        assertThat(share.othersNanos().get("p90")).isBetween(100 * MICRO, 101 * MICRO);
    }
}
