package io.dbharness.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.model.FailureKind;
import io.dbharness.testkit.Draws;
import io.dbharness.testkit.SeededTest;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {

    private static final long MICRO = 1_000;

    private static LatencyHistogram of(List<Long> values) {
        LatencyHistogram distribution = new LatencyHistogram();
        values.forEach(distribution::record);
        return distribution;
    }

    private static LatencyHistogram sum(LatencyHistogram a, LatencyHistogram b) {
        LatencyHistogram both = new LatencyHistogram();
        both.add(a);
        both.add(b);
        return both;
    }

    private static void assertSame(LatencyHistogram a, LatencyHistogram b) {
        assertThat(a.histogram()).isEqualTo(b.histogram());
        assertThat(a.count()).isEqualTo(b.count());
        assertThat(a.sumNanos()).isEqualTo(b.sumNanos());
        assertThat(a.minNanos()).isEqualTo(b.minNanos());
        assertThat(a.maxNanos()).isEqualTo(b.maxNanos());
    }

    private static ByteBuffer bytes(LatencyHistogram distribution) {
        Histogram histogram = distribution.histogram();
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        histogram.encodeIntoByteBuffer(bytes);
        return bytes.flip();
    }

    private static long rounded(LatencyHistogram distribution, double quantile, long unitNanos) {
        return Math.round((double) distribution.quantileNanos(quantile) / unitNanos);
    }

    @Test
    void aQuantileIsTheValueOfRankCeilQN() {
        LatencyHistogram distribution = new LatencyHistogram();
        for (long value = 1; value <= 1000; value++) {
            distribution.record(value * MICRO);
        }

        assertThat(rounded(distribution, 0.25, MICRO)).isEqualTo(250);
        assertThat(rounded(distribution, 0.50, MICRO)).isEqualTo(500);
        assertThat(rounded(distribution, 0.90, MICRO)).isEqualTo(900);
        assertThat(rounded(distribution, 0.99, MICRO)).isEqualTo(990);
        assertThat(rounded(distribution, 0.999, MICRO)).isEqualTo(999);
        assertThat(rounded(distribution, 0.9999, MICRO)).isEqualTo(1000);
    }

    @Test
    void everyLatencyFromAMicrosecondOnKeepsThreeDigits() {
        for (long digit = 10; digit <= 1_000_000_000; digit *= 10) {
            for (long value = 100 * digit; value < 1_000 * digit; value += 7 * digit) {
                // The extremes are exact: they must not be the value.
                LatencyHistogram distribution = of(List.of(0L, value, value, value, LatencyHistogram.HIGHEST_NANOS));

                assertThat(distribution.quantileNanos(0.5)).isCloseTo(value, within(digit / 2));
            }
        }
    }

    @Test
    void theValuesOfACellAreSpreadOverIt() {
        LatencyHistogram distribution = new LatencyHistogram();
        for (long value = 49_984; value < 50_016; value++) {
            distribution.record(value);
        }

        assertThat(distribution.quantileNanos(0)).isEqualTo(49_984);
        assertThat(distribution.quantileNanos(0.25)).isEqualTo(49_991);
        assertThat(distribution.quantileNanos(0.5)).isEqualTo(49_999);
        assertThat(distribution.quantileNanos(1)).isEqualTo(50_015);
    }

    @Test
    void theWiderCellsOfOlderVersionsCountInTheirMiddle() {
        Histogram old = new Histogram(1_000, LatencyHistogram.HIGHEST_NANOS, LatencyHistogram.DIGITS);
        for (long value : new long[] {34_500, 34_500, 34_500, 5_000_000_000L}) {
            old.recordValue(value);
        }

        LatencyHistogram restored = LatencyHistogram.of(old, 5_000_103_500L, 34_400, 5_000_000_000L);

        // The cell is 34,304 to 34,815 ns.
        assertThat(restored.quantileNanos(0.5)).isCloseTo(34_560, within(16L));
        assertThat(restored.count()).isEqualTo(4);
        assertSame(sum(restored, new LatencyHistogram()), restored);
    }

    @Test
    void equalValuesAreEqualBytesHoweverTheyCameTogether() {
        List<Long> values = List.of(3_000L, 70_000_000L, 2_000_000_000L);
        LatencyHistogram grown = of(values);
        LatencyHistogram summed = sum(of(values.subList(2, 3)), of(values.subList(0, 2)));
        Histogram wide = new Histogram(LatencyHistogram.HIGHEST_NANOS, LatencyHistogram.DIGITS);
        values.forEach(wide::recordValue);
        LatencyHistogram restored = LatencyHistogram.of(wide, grown.sumNanos(), grown.minNanos(), grown.maxNanos());

        assertThat(bytes(summed)).isEqualTo(bytes(grown));
        assertThat(bytes(restored)).isEqualTo(bytes(grown));
        assertThat(bytes(new LatencyHistogram())).isEqualTo(bytes(of(List.of())));
    }

    @Test
    void minMeanAndMaxAreExactWhereTheHistogramRounds() {
        LatencyHistogram distribution = of(List.of(5_000_000L, 161_792_123L));

        assertThat(distribution.maxNanos()).isEqualTo(161_792_123L);
        assertThat(distribution.quantileNanos(1)).isEqualTo(161_792_123L);
        assertThat(distribution.meanNanos()).isEqualTo(83_396_061.5);
        assertThat(distribution.minNanos()).isEqualTo(5_000_000L);
    }

    @Test
    void mergingIsNotAveraging() {
        LatencyHistogram first = new LatencyHistogram();
        LatencyHistogram second = new LatencyHistogram();
        for (int i = 0; i < 1000; i++) {
            first.record(1_000_000);
            second.record(i < 900 ? 1_000_000 : 100_000_000);
        }

        LatencyHistogram merged = sum(first, second);

        assertThat(rounded(second, 0.95, 1_000 * MICRO)).isEqualTo(100);
        assertThat(rounded(merged, 0.95, 1_000 * MICRO)).isEqualTo(1);
        assertThat(rounded(merged, 0.96, 1_000 * MICRO)).isEqualTo(100);
    }

    @Test
    void aFortyMinuteResponseIsRecordedRight() {
        long fortyMinutes = 40L * 60 * 1_000_000_000;

        assertThat(of(List.of(fortyMinutes)).quantileNanos(0.5)).isEqualTo(fortyMinutes);
    }

    @Test
    void anEmptyDistributionReadsAsZero() {
        LatencyHistogram empty = new LatencyHistogram();

        assertThat(List.of(empty.minNanos(), empty.maxNanos(), empty.quantileNanos(0.5)))
                .containsOnly(0L);
        assertThat(empty.meanNanos()).isZero();
    }

    @SeededTest(tries = 100)
    void mergingIsAssociativeAndCommutativeAndHasAnIdentity(Draws draws) {
        List<Long> a = upToAnHour(draws);
        List<Long> b = upToAnHour(draws);
        List<Long> c = upToAnHour(draws);

        assertSame(sum(sum(of(a), of(b)), of(c)), sum(of(a), sum(of(b), of(c))));
        assertSame(sum(of(a), of(b)), sum(of(b), of(a)));
        assertSame(sum(of(a), new LatencyHistogram()), of(a));
    }

    private static List<Long> upToAnHour(Draws draws) {
        return draws.listOf(20, () -> draws.between(0, 3_600_000_000_000L));
    }

    @SeededTest(tries = 100)
    void countsAddUpInAnyOrder(Draws draws) {
        long a = draws.between(0, 1_000);
        long b = draws.between(0, 1_000);
        long c = draws.between(0, 1_000);
        Counts x = counts(a, FailureKind.DEADLOCK);
        Counts y = counts(b, FailureKind.TIMEOUT);
        Counts z = counts(c, FailureKind.DEADLOCK);

        assertThat(x.plus(y).plus(z))
                .isEqualTo(x.plus(y.plus(z)))
                .isEqualTo(z.plus(y).plus(x));
        assertThat(x.plus(Counts.ZERO)).isEqualTo(x);
        assertThat(x.plus(y).plus(z).failed()).isEqualTo(a + b + c);
    }

    private static Counts counts(long n, FailureKind kind) {
        return new Counts(2 * n, n, 0, Map.of(kind, n), Map.of(2, n), n);
    }
}
