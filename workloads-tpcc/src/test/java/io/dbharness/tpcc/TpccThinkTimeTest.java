package io.dbharness.tpcc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import io.dbharness.tpcc.operation.TransactionType;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TpccThinkTimeTest {

    private final TpccThinkTime thinkTime = new TpccThinkTime();

    @ParameterizedTest
    @CsvSource({"NEW_ORDER, 18, 12", "PAYMENT, 3, 12", "ORDER_STATUS, 2, 10", "DELIVERY, 2, 5", "STOCK_LEVEL, 2, 5"})
    void keysInConstantlyAndThinksExponentially(TransactionType type, int keyingSeconds, int meanThinkSeconds) {
        RandomGenerator random = new Seed(1).stream("test", 0);

        long[] thinks = LongStream.generate(() -> thinkTime.thinkNanos(type.operation(), random))
                .limit(200_000)
                .toArray();

        double mean = LongStream.of(thinks).average().orElseThrow();
        double beyondMean = LongStream.of(thinks)
                .filter(nanos -> nanos > SECONDS.toNanos(meanThinkSeconds))
                .count();
        assertThat(thinkTime.keyingNanos(type.operation())).isEqualTo(SECONDS.toNanos(keyingSeconds));
        // The standard deviation of the mean is the mean / sqrt(200,000), 0.22 %; of the share beyond it 215.
        assertThat(mean / SECONDS.toNanos(meanThinkSeconds)).isCloseTo(1.0, within(0.012));
        assertThat(beyondMean).isCloseTo(200_000 / Math.E, within(1_100.0));
    }

    @Test
    void noThinkTimeIsLongerThanTenMeans() {
        RandomGenerator almostOne = constant(Math.nextDown(1.0));
        RandomGenerator zero = constant(0.0);

        assertThat(thinkTime.thinkNanos(TransactionType.DELIVERY.operation(), almostOne))
                .isEqualTo(SECONDS.toNanos(50));
        assertThat(thinkTime.thinkNanos(TransactionType.DELIVERY.operation(), zero))
                .isZero();
    }

    @Test
    void isNamedInReports() {
        assertThat(thinkTime).hasToString("tpcc");
    }

    private static RandomGenerator constant(double value) {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                return new SplittableRandom(1).nextLong();
            }

            @Override
            public double nextDouble() {
                return value;
            }
        };
    }
}
