package io.dbharness.result.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.measure.Quantiles;
import io.dbharness.random.Seed;
import io.dbharness.result.analysis.RightTail.Modes;
import io.dbharness.result.analysis.RightTail.Onset;
import io.dbharness.result.analysis.RightTail.Shape;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.ParetoDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;
import org.apache.commons.statistics.distribution.WeibullDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
class RightTailTest {

    /** Rows of the grid: p25 to six nines. */
    private static final int GRID = 10;

    static Stream<Arguments> published() {
        return Stream.of(
                Arguments.of("v2 read", DiskTables.V2_READ, "p99", "n3", 3.560, 5.12, 9.026, 99.649),
                Arguments.of("v2 write", DiskTables.V2_WRITE, "p99", "n3", 3.666, 5.25, 9.058, 99.641),
                Arguments.of("v2 total", DiskTables.V2_TOTAL, "p99", "n3", 3.567, 5.10, 9.034, 99.649),
                Arguments.of("Plus read", DiskTables.PLUS_READ, "p75", "p90", 7.247, 8.12, 3.246, 80.29),
                Arguments.of("Plus write", DiskTables.PLUS_WRITE, "p75", "p90", 7.651, 7.74, 3.036, 79.99),
                Arguments.of("Plus total", DiskTables.PLUS_TOTAL, "p75", "p90", 7.312, 8.04, 3.200, 80.21));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("published")
    void theTailBeginsWhereTheArticleSaysSo(
            String name,
            PercentileTable table,
            String from,
            String to,
            double ratio,
            double bend,
            double slow,
            double at) {
        RightTail tail = RightTail.of(table, table.min());

        Onset onset = tail.onset().orElseThrow();
        assertThat(onset.from().name()).isEqualTo(from);
        assertThat(onset.to().name()).isEqualTo(to);
        assertThat(onset.ratio()).isCloseTo(ratio, within(0.0006));
        assertThat(onset.bend()).isCloseTo(bend, within(0.0051));
        assertThat(tail.crossing().orElseThrow().latency()).isCloseTo(slow, within(1e-9));
        assertThat(100 * tail.crossing().orElseThrow().quantile()).isCloseTo(at, within(0.0051));
    }

    @Test
    void theTwoDisksHaveDifferentShapes() {
        PercentileTable v2 = DiskTables.V2_TOTAL;
        PercentileTable plus = DiskTables.PLUS_TOTAL;

        assertThat(v2.value("p99") / v2.value("p25")).isCloseTo(1.173, within(0.0005));
        assertThat(v2.value("p50") / v2.min()).isCloseTo(26.9, within(0.05));
        assertThat(RightTail.of(v2, v2.min()).shapes()).containsExactlyInAnyOrder(Shape.SHAPED, Shape.TAIL_ONLY);
        assertThat(plus.value("p99") / plus.value("p25")).isCloseTo(25.4, within(0.05));
        assertThat(plus.value("p50") / plus.min()).isCloseTo(1.65, within(0.005));
        assertThat(RightTail.of(plus, plus.min()).shapes()).containsExactly(Shape.BURSTY);
    }

    @Test
    void pacedAndRefilledDevicesAreToldApartAtEqualThroughputAndMean() {
        PercentileTable leakyBucket =
                PercentileTable.published(4.1, new double[] {4.44, 4.50, 4.56, 4.61, 4.65, 4.72}, 4.8);
        PercentileTable tokenWindow =
                PercentileTable.published(0.9, new double[] {1.51, 1.66, 1.92, 16.06, 16.38, 16.79}, 17);

        assertThat(RightTail.of(leakyBucket, 0.6).shapes()).containsExactly(Shape.SHAPED);
        assertThat(RightTail.of(leakyBucket, leakyBucket.min()).shapes())
                .as("a queue that never empties hides the unloaded latency")
                .containsExactly(Shape.NONE);
        RightTail bursty = RightTail.of(tokenWindow, 0.9);
        assertThat(bursty.shapes()).containsExactly(Shape.BURSTY);
        assertThat(bursty.onset().orElseThrow().to().name()).isEqualTo("p90");
    }

    static List<ContinuousDistribution> references() {
        return List.of(
                ExponentialDistribution.of(1),
                NormalDistribution.of(10, 1),
                NormalDistribution.of(10, 2),
                UniformContinuousDistribution.of(1, 2),
                UniformContinuousDistribution.of(0.1, 10),
                GammaDistribution.of(0.5, 1),
                GammaDistribution.of(2, 1),
                GammaDistribution.of(20, 1),
                WeibullDistribution.of(0.5, 1),
                WeibullDistribution.of(0.7, 1),
                WeibullDistribution.of(2, 1),
                LogNormalDistribution.of(0, 0.5),
                LogNormalDistribution.of(0, 1),
                LogNormalDistribution.of(0, 2),
                ParetoDistribution.of(1, 1),
                ParetoDistribution.of(1, 1.5),
                ParetoDistribution.of(1, 2));
    }

    private static PercentileTable exact(DoubleUnaryOperator quantileFunction) {
        double[] values = Quantiles.BY_NAME.values().stream()
                .limit(GRID)
                .mapToDouble(quantileFunction::applyAsDouble)
                .toArray();
        return PercentileTable.published(quantileFunction.applyAsDouble(1e-6), values, values[GRID - 1]);
    }

    @ParameterizedTest
    @MethodSource("references")
    void aDistributionOfOneRegimeHasNoOnset(ContinuousDistribution distribution) {
        assertThat(RightTail.of(exact(distribution::inverseCumulativeProbability), 0.01)
                        .onset())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.5, 1", "1, 1", "2, 1", "5, 1", "1, 0.5", "5, 0.5"})
    void aFloorUnderAGradualTailIsNoOnset(double floor, double sigma) {
        LogNormalDistribution logNormal = LogNormalDistribution.of(0, sigma);

        assertThat(RightTail.of(exact(q -> floor + logNormal.inverseCumulativeProbability(q)), floor)
                        .onset())
                .isEmpty();
    }

    /** Quantiles of a normal body of which a share is slower by a factor. */
    private static PercentileTable mixture(double factor, double share) {
        NormalDistribution body = NormalDistribution.of(1, 0.2);
        return exact(q -> {
            double low = 1e-3;
            double high = 1e3;
            while (high - low > 1e-9 * high) {
                double middle = (low + high) / 2;
                double below = (1 - share) * body.cumulativeProbability(middle)
                        + share * body.cumulativeProbability(middle / factor);
                low = below < q ? middle : low;
                high = below < q ? high : middle;
            }
            return high;
        });
    }

    @ParameterizedTest
    @CsvSource({
        "6, 0.30, true",
        "6, 0.20, true",
        "6, 0.12, true",
        "6, 0.08, true",
        "6, 0.03, true",
        "6, 0.005, false",
        "6, 0.0005, false",
        "15, 0.30, true",
        "15, 0.01, true",
        "15, 0.005, true",
        "15, 0.0005, true",
        "3, 0.30, true",
        "3, 0.20, true",
        "3, 0.12, false",
        "3, 0.08, true",
        "3, 0.03, false"
    })
    void aSlowerModeShowsInTheTableIfItIsLargeOrSlowEnough(double factor, double share, boolean found) {
        PercentileTable table = mixture(factor, share);

        assertThat(RightTail.of(table, table.min()).onset().isPresent()).isEqualTo(found);
    }

    private static LatencyHistogram sample(int count, DoubleUnaryOperator nanosOfUniform, RandomGenerator random) {
        LatencyHistogram distribution = new LatencyHistogram();
        for (int i = 0; i < count; i++) {
            distribution.record((long) nanosOfUniform.applyAsDouble(random.nextDouble()));
        }
        return distribution;
    }

    @Test
    void samplesOfOneRegimeRaiseNoAlarm() {
        List<ContinuousDistribution> regimes = List.of(
                ExponentialDistribution.of(1),
                LogNormalDistribution.of(0, 1),
                LogNormalDistribution.of(0, 2),
                ParetoDistribution.of(1, 1),
                ParetoDistribution.of(1, 2),
                WeibullDistribution.of(0.5, 1),
                GammaDistribution.of(20, 1));
        int alarms = 0;
        for (ContinuousDistribution regime : regimes) {
            for (int trial = 0; trial < 60; trial++) {
                RandomGenerator random =
                        new Seed(trial).stream(regime.getClass().getName(), 0);
                LatencyHistogram d =
                        sample(trial % 2 == 0 ? 300 : 3_000, u -> 1e6 * regime.inverseCumulativeProbability(u), random);
                RightTail tail = RightTail.of(d);
                alarms += tail.onset().isPresent() || tail.modes().isPresent() ? 1 : 0;
            }
        }
        assertThat(alarms).isLessThanOrEqualTo(1);
    }

    /** Four fifths around 1.6 ms, the rest around 18 ms. */
    private static LatencyHistogram refilled(RandomGenerator random) {
        LatencyHistogram distribution = new LatencyHistogram();
        for (int i = 0; i < 10_000; i++) {
            double nanos = random.nextDouble() < 0.8
                    ? 1.6e6 * Math.exp(0.2 * random.nextGaussian())
                    : 18e6 * Math.exp(0.45 * random.nextGaussian());
            distribution.record((long) nanos);
        }
        return distribution;
    }

    @Test
    void aRefilledDeviceIsFoundInEverySample() {
        for (int trial = 0; trial < 200; trial++) {
            LatencyHistogram d = refilled(new Seed(trial).stream("refill", 0));

            RightTail tail = RightTail.of(d);

            assertThat(tail.onset().orElseThrow().to().name()).isEqualTo("p90");
            assertThat(tail.shapes()).containsExactly(Shape.BURSTY);
            assertThat(tail.crossing().orElseThrow().shareBeyond()).isCloseTo(0.2, within(0.02));
        }
    }

    @Test
    void theHistogramShowsTheModesAndTheValleyBetweenThem() {
        Modes modes = Modes.of(refilled(new Seed(1).stream("refill", 0))).orElseThrow();

        assertThat(modes.fastNanos()).isBetween(1.2e6, 2.0e6);
        assertThat(modes.slowNanos()).isBetween(14e6, 22e6);
        assertThat(modes.valleyNanos()).isBetween(3e6, 8e6);
        assertThat(modes.shareBeyond()).isCloseTo(0.2, within(0.02));
    }

    @ParameterizedTest
    @CsvSource({"0.03", "0.12", "0.6", "0.8"})
    void modesAreFoundWhereTheTableIsTooCoarseOrTheJumpIsBelowTheMedian(double share) {
        RandomGenerator random = new Seed(7).stream("modes", 0);
        LatencyHistogram d = new LatencyHistogram();
        for (int i = 0; i < 100_000; i++) {
            d.record((long) ((random.nextDouble() < share ? 3e6 : 1e6) * Math.exp(0.1 * random.nextGaussian())));
        }

        RightTail tail = RightTail.of(d);

        assertThat(tail.modes().orElseThrow().shareBeyond()).isCloseTo(share, within(0.01));
        assertThat(tail.shapes()).containsExactly(Shape.BURSTY);
    }

    @Test
    void rareStallsAreATailOnly() {
        RandomGenerator random = new Seed(3).stream("stalls", 0);
        LatencyHistogram d = sample(200_000, u -> u < 0.002 ? 50e6 : 1e6 + 0.2e6 * u, random);

        RightTail tail = RightTail.of(d);

        assertThat(tail.onset().orElseThrow().to().name()).isEqualTo("n3");
        assertThat(tail.shapes()).containsExactly(Shape.TAIL_ONLY);
    }

    @Test
    void latenciesTooShortForTheHistogramAreNotTakenForModes() {
        RandomGenerator random = new Seed(4).stream("short", 0);
        LatencyHistogram d = sample(100_000, u -> 2_000 + 20_000 * u * u, random);

        assertThat(Modes.of(d)).isEmpty();
    }

    @Test
    void nothingMeasuredHasNoShape() {
        RightTail tail = RightTail.of(new LatencyHistogram(), 1);

        assertThat(tail.shapes()).containsExactly(Shape.NONE);
        assertThat(tail.crossing()).isEqualTo(Optional.empty());
    }
}
