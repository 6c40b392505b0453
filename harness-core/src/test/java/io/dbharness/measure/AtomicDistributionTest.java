package io.dbharness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class AtomicDistributionTest {

    private static LatencyHistogram drain(AtomicDistribution recorded) {
        LatencyHistogram drained = new LatencyHistogram();
        recorded.drainInto(drained);
        return drained;
    }

    @Test
    void noValueIsLostWhenManyThreadsBringTheFirst() throws Exception {
        int threads = 4;
        for (int round = 0; round < 50; round++) {
            AtomicDistribution recorded = new AtomicDistribution();
            CyclicBarrier together = new CyclicBarrier(threads);
            List<Thread> writers = new ArrayList<>();
            for (int i = 1; i <= threads; i++) {
                long value = i * 1_000L;
                Thread writer = new Thread(() -> {
                    try {
                        together.await();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                    recorded.record(value);
                });
                writer.start();
                writers.add(writer);
            }
            for (Thread writer : writers) {
                writer.join();
            }

            LatencyHistogram drained = drain(recorded);

            assertThat(drained.count()).isEqualTo(threads);
            assertThat(drained.sumNanos()).isEqualTo(10_000);
            assertThat(drained.minNanos()).isEqualTo(1_000);
        }
    }

    @Test
    void whatIsReadIsWhatOneThreadWouldHaveRecorded() {
        Random random = new Random(42);
        AtomicDistribution recorded = new AtomicDistribution();
        for (int reading = 0; reading < 200; reading++) {
            LatencyHistogram expected = new LatencyHistogram();
            int longest = 1 + random.nextInt(Long.SIZE - 1);
            for (int n = random.nextInt(300); n >= 0; n--) {
                long value = edge(random, random.nextLong() >>> (Long.SIZE - 1 - random.nextInt(longest)));
                recorded.record(value);
                expected.record(value);
            }

            LatencyHistogram drained = drain(recorded);

            assertThat(drained.histogram()).isEqualTo(expected.histogram());
            assertThat(drained.histogram().getMinNonZeroValue())
                    .isEqualTo(expected.histogram().getMinNonZeroValue());
            assertThat(drained.count()).isEqualTo(expected.count());
            assertThat(drained.sumNanos()).isEqualTo(expected.sumNanos());
            assertThat(drained.minNanos()).isEqualTo(expected.minNanos());
            assertThat(drained.maxNanos()).isEqualTo(expected.maxNanos());
        }
    }

    /** The value, or a power of two near it, or one less: where cells and pages end. */
    private static long edge(Random random, long value) {
        long power = Long.highestOneBit(value);
        return switch (random.nextInt(3)) {
            case 0 -> value;
            case 1 -> power;
            default -> Math.max(0, power - 1);
        };
    }

    @Test
    void whatLayIdleRecordsAgainAsIfNew() {
        AtomicDistribution recorded = new AtomicDistribution();
        recorded.record(7_000);
        drain(recorded);

        for (int reading = 0; reading < 25; reading++) {
            assertThat(drain(recorded).count()).isZero();
        }
        assertThat(recorded.holdsNoMemory()).isTrue();
        recorded.record(3_000);
        recorded.record(5_000);

        LatencyHistogram drained = drain(recorded);
        assertThat(drained.count()).isEqualTo(2);
        assertThat(drained.minNanos()).isEqualTo(3_000);
        assertThat(drained.maxNanos()).isEqualTo(5_000);
    }

    @Test
    void memoryIsGivenBackAfterTenReadingsInARowWithoutAValue() {
        AtomicDistribution recorded = new AtomicDistribution();
        recorded.record(1_000);
        drain(recorded);
        for (int reading = 1; reading <= 9; reading++) {
            drain(recorded);
        }
        recorded.record(1_000);
        drain(recorded);

        for (int reading = 1; reading <= 9; reading++) {
            drain(recorded);
            assertThat(recorded.holdsNoMemory()).isFalse();
        }
        drain(recorded);
        assertThat(recorded.holdsNoMemory()).isTrue();
    }

    @Test
    void eachReadingHasTheExtremesOfItsOwnValues() {
        AtomicDistribution recorded = new AtomicDistribution();
        recorded.record(1_000);
        recorded.record(90_000);
        drain(recorded);
        recorded.record(50_000);
        recorded.record(20_000);

        LatencyHistogram second = drain(recorded);

        assertThat(second.count()).isEqualTo(2);
        assertThat(second.sumNanos()).isEqualTo(70_000);
        assertThat(second.minNanos()).isEqualTo(20_000);
        assertThat(second.maxNanos()).isEqualTo(50_000);
    }

    @Test
    void memoryIsTakenWithTheFirstValueAndKeptWhileValuesCome() {
        AtomicDistribution recorded = new AtomicDistribution();
        assertThat(recorded.holdsNoMemory()).isTrue();

        for (int reading = 0; reading < 25; reading++) {
            recorded.record(1_000);
            drain(recorded);
            assertThat(recorded.holdsNoMemory()).isFalse();
        }
    }
}
