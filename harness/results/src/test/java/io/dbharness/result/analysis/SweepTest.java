package io.dbharness.result.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import io.dbharness.result.analysis.Sweep.Knee;
import io.dbharness.result.analysis.Sweep.Level;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepTest {

    private static final double LINE = 0.020;

    /** Closed levels 1, 2, 4 ... of a given throughput; the response time follows from Little's law. */
    private static Sweep doubling(int levels, DoubleUnaryOperator throughput) {
        return new Sweep(IntStream.range(0, levels)
                .mapToObj(i -> 1L << i)
                .map(n -> new Level(n, throughput.applyAsDouble(n), n / throughput.applyAsDouble(n)))
                .toList());
    }

    private static double usl(double n) {
        return 1_000 * n / (1 + 0.02 * (n - 1) + 0.0005 * n * (n - 1));
    }

    /** Published caps in operations a second, in operations of 8 KiB, against a line at 20 ms. */
    @ParameterizedTest
    @CsvSource({
        "500, 10, 8, 2.048",
        "288.1, 5.76, 4, 3.554",
        "7585, 151.7, 128, 0.135",
        "15642, 312.8, 256, 0.06546",
        "14761, 295.2, 256, 0.06937"
    })
    void aCappedDeviceCrossesTheLineWhereLittleSaysSo(double cap, double crossing, double level, double atTop) {
        Sweep sweep = doubling(11, n -> cap);

        assertThat(sweep.crossing(LINE).orElseThrow()).isCloseTo(crossing, Percentage.withPercentage(0.05));
        assertThat(sweep.levelWithin(LINE).orElseThrow().load()).isEqualTo(level);
        assertThat(sweep.levels().get(10).responseSeconds()).isCloseTo(atTop, Percentage.withPercentage(0.05));
        assertThat(sweep.plateau()).hasSize(11);
        assertThat(sweep.knee().atOrBelowFirst()).isTrue();
    }

    @Test
    void theCapOfFiveHundredDoublesTheLatencyAtEveryLevel() {
        Sweep sweep = doubling(11, n -> 500);

        assertThat(sweep.levels().stream()
                        .map(l -> Math.round(1_000 * l.responseSeconds()))
                        .toList())
                .containsExactly(2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 512L, 1_024L, 2_048L);
        assertThat(500 * 8_192 / 1e6).isEqualTo(4.096);
    }

    @Test
    void aLineThatIsAlwaysKeptOrNeverKeptHasNoCrossing() {
        Sweep sweep = doubling(3, n -> 500);

        assertThat(sweep.crossing(1)).isEmpty();
        assertThat(sweep.levelWithin(1).orElseThrow().load()).isEqualTo(4);
        assertThat(sweep.crossing(0.001)).isEmpty();
        assertThat(sweep.levelWithin(0.001)).isEmpty();
        assertThat(doubling(11, n -> 51_200).levelWithin(LINE).orElseThrow().load())
                .as("1024 outstanding within 20 ms need 51,200 a second")
                .isEqualTo(1_024);
        assertThat(doubling(11, n -> 51_100).levelWithin(LINE).orElseThrow().load())
                .isEqualTo(512);
    }

    @Test
    void threeOpinionsAgreeOnTheKneeOfACap() {
        Knee knee = doubling(11, n -> Math.min(n / 0.016, 500)).knee();

        assertThat(knee.power()).isEqualTo(8);
        assertThat(knee.kneedle()).hasValue(8);
        assertThat(knee.bound()).isCloseTo(8, within(1e-9));
        assertThat(knee.atOrBelowFirst()).isFalse();
        assertThat(knee.disagree()).isFalse();
    }

    @Test
    void opinionsMoreThanALevelApartAreSaidToDisagree() {
        Knee gradual = doubling(12, n -> 1_000 * n / (1 + 0.03 * (n - 1))).knee();

        assertThat(gradual.disagree()).isTrue();
        assertThat(doubling(4, n -> Math.min(n / 0.016, 250)).knee().kneedle()).isEmpty();
    }

    @Test
    void theMaximumHasAPlateau() {
        Sweep sweep = doubling(8, SweepTest::usl);

        assertThat(sweep.maximum().load()).isEqualTo(32);
        assertThat(sweep.plateau()).extracting(Level::load).containsExactly(32.0, 64.0);
    }

    @Test
    void theScalabilityLawIsRecoveredExactly() {
        double[] published = {1000, 1958.864, 3752.345, 6849.315, 11267.606, 15122.873, 14967.259, 10970.175};
        Sweep sweep = doubling(8, n -> published[Long.numberOfTrailingZeros((long) n)]);

        ScalabilityFit fit = sweep.scalability().orElseThrow();

        assertThat(fit.single()).isCloseTo(1_000, within(0.01));
        assertThat(fit.contention()).isCloseTo(0.02, within(1e-6));
        assertThat(fit.coherency()).isCloseTo(0.0005, within(1e-8));
        assertThat(fit.peakLoad().orElseThrow()).isCloseTo(44.2719, within(0.0005));
        assertThat(fit.throughput(44.2719)).isCloseTo(15_680.89, within(0.05));
        assertThat(fit.aicc()).isLessThan(sweep.capacity().aicc());
    }

    private static Sweep noisy(DoubleUnaryOperator law, long seed) {
        RandomGenerator random = new Seed(seed).stream("levels", 0);
        return doubling(8, n -> law.applyAsDouble(n) * (1 + 0.02 * random.nextGaussian()));
    }

    @Test
    void twoPercentOfNoiseMoveThePeakByAFewPercent() {
        double[] peaks = new double[50];
        for (int seed = 0; seed < peaks.length; seed++) {
            peaks[seed] = noisy(SweepTest::usl, seed)
                    .scalability()
                    .orElseThrow()
                    .peakLoad()
                    .orElseThrow();
            assertThat(peaks[seed]).isCloseTo(44.27, Percentage.withPercentage(10));
        }
        assertThat(SeriesStatistics.median(peaks)).isCloseTo(44.27, Percentage.withPercentage(1.5));
    }

    @Test
    void saturationWithoutDeclineHasNoPeak() {
        int peaks = 0;
        for (int seed = 0; seed < 50; seed++) {
            Sweep sweep = noisy(n -> 1_000 * n / (1 + 0.2 * (n - 1)), seed);
            peaks += sweep.scalability()
                            .flatMap(f -> f.peakLoad().stream().boxed().findFirst())
                            .isPresent()
                    ? 1
                    : 0;
        }
        assertThat(peaks).isLessThanOrEqualTo(3);
        assertThat(doubling(8, n -> 1_000 * n / (1 + 0.2 * (n - 1)))
                        .scalability()
                        .orElseThrow()
                        .peakLoad())
                .isEmpty();
    }

    @Test
    void aSweepThatShowsNoKneeCannotBeFitted() {
        assertThat(doubling(5, SweepTest::usl).scalability()).as("five levels").isEmpty();
        assertThat(doubling(8, n -> 500).scalability()).as("capped throughout").isEmpty();
        assertThat(doubling(8, n -> 100 * n).scalability())
                .as("proportional throughout")
                .isEmpty();
    }

    @Test
    void aCapIsRecoveredAndPreferredWhereItIsTheTruth() {
        Sweep exact = doubling(11, n -> Math.min(n / 0.016, 500));
        Sweep noisy = noisy(n -> Math.min(n / 0.004, 1_600), 1);

        assertThat(exact.capacity().unloadedSeconds()).isCloseTo(0.016, within(1e-9));
        assertThat(exact.capacity().capacity()).isCloseTo(500, within(1e-6));
        assertThat(exact.capacity().throughput(4)).isCloseTo(250, within(1e-6));
        assertThat(noisy.capacity().capacity()).isCloseTo(1_600, Percentage.withPercentage(3));
        assertThat(noisy.capacity().aicc())
                .isLessThan(noisy.scalability().orElseThrow().aicc());
        assertThat(doubling(4, n -> 500).capacity().unloadedSeconds())
                .as("capped throughout")
                .isZero();
        assertThat(doubling(4, n -> 10 * n).capacity().capacity())
                .as("never capped")
                .isInfinite();
    }

    @Test
    void everyLevelIsHeldAgainstLittlesLaw() {
        assertThat(new LittleLaw(500.49, 0.01599, 0).residual(8)).isCloseTo(0.0003, within(0.0001));
        assertThat(new LittleLaw(499.5, 2.05, 0).residual(1_024)).isCloseTo(0, within(0.0001));
        assertThat(new LittleLaw(80, 0.1, 0).residual(10)).isCloseTo(-0.2, within(1e-9));
    }

    @Test
    void levelsAreSorted() {
        assertThat(new Sweep(List.of(new Level(2, 2, 1), new Level(1, 1, 1))).levels())
                .extracting(Level::load)
                .containsExactly(1.0, 2.0);
    }
}
