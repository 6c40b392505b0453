package io.dbharness.result.analysis;

import static io.dbharness.result.analysis.Comparison.Polarity.HIGHER_IS_BETTER;
import static io.dbharness.result.analysis.Comparison.Polarity.LOWER_IS_BETTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import io.dbharness.result.analysis.Comparison.Word;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

    /** Published rows a second of three runs each (Azure SQL Database, insert and delete tests, June 2014). */
    private static final double[] WEB_1 = {83, 74, 86};

    private static final double[] BUSINESS_1 = {113, 122, 99};
    private static final double[] BUSINESS_2 = {208, 240, 109};
    private static final double[] BUSINESS_4 = {296, 309, 201};
    private static final double[] BUSINESS_8 = {480, 322, 289};
    private static final double[] BASIC = {65, 66, 66};
    private static final double[] S1 = {128, 130, 135};
    private static final double[] S2 = {268, 257, 249};
    private static final double[] P1 = {341, 339, 341};
    private static final double[] P2 = {666, 662, 669};

    /** Detectable standard errors by number of runs: each takes a search over a distribution. */
    private static final Map<Integer, Double> ERRORS = new ConcurrentHashMap<>();

    private static double[] one(double value) {
        return new double[] {value};
    }

    @Test
    void welchsTestReproducesThePublishedComparisons() {
        assertWelch(Welch.of(BUSINESS_2, S2), 72.33, 1.817, 2.078, 0.206);
        assertWelch(Welch.of(BUSINESS_4, P1), 71.67, 2.105, 2.002, 0.170);
        assertWelch(Welch.of(BUSINESS_8, P2), 302.0, 5.121, 2.005, 0.036);
        assertThat(Welch.of(BUSINESS_8, P1).p()).isCloseTo(0.730, within(0.0005));
        assertThat(Welch.of(WEB_1, BUSINESS_1).p()).isCloseTo(0.027, within(0.0005));
    }

    private static void assertWelch(Welch welch, double difference, double t, double degrees, double p) {
        assertThat(welch.difference()).isCloseTo(difference, within(0.005));
        assertThat(welch.t()).isCloseTo(t, within(0.0005));
        assertThat(welch.degreesOfFreedom()).isCloseTo(degrees, within(0.0005));
        assertThat(welch.p()).isCloseTo(p, within(0.0005));
        assertThat(welch.interval95().contains(0)).isEqualTo(p > 0.05);
    }

    @Test
    void noisyRunsAreInconclusiveWhateverTheRatio() {
        Comparison s2 = Comparison.of(BUSINESS_2, S2, HIGHER_IS_BETTER);
        Comparison p1 = Comparison.of(BUSINESS_4, P1, HIGHER_IS_BETTER);

        assertThat(s2.percent()).isGreaterThan(39);
        assertThat(s2.word()).isEqualTo(Word.INCONCLUSIVE);
        assertThat(s2.minimumDetectable()).isGreaterThan(1);
        assertThat(s2.words()).startsWith("inconclusive (MDD ");
        assertThat(p1.word()).isEqualTo(Word.INCONCLUSIVE);
    }

    @Test
    void quietRunsAreTellingAndPolaritySaysWhichWay() {
        Comparison throughput = Comparison.of(BASIC, S1, HIGHER_IS_BETTER);
        Comparison latency = Comparison.of(BASIC, S1, LOWER_IS_BETTER);

        assertThat(throughput.word()).isEqualTo(Word.FASTER);
        assertThat(throughput.ratio()).isCloseTo(1.995, within(0.005));
        assertThat(throughput.ratio95().low()).isBetween(1.85, 1.99);
        assertThat(throughput.words()).startsWith("faster: +99.").contains("95 % CI");
        assertThat(latency.word()).isEqualTo(Word.SLOWER);
        assertThat(Comparison.of(S1, BASIC, LOWER_IS_BETTER).word()).isEqualTo(Word.FASTER);
    }

    @Test
    void equalQuietRunsShowThatThereIsNoDifference() {
        Comparison same = Comparison.of(P1, new double[] {340, 342, 339}, HIGHER_IS_BETTER);

        assertThat(same.word()).isEqualTo(Word.NO_DIFFERENCE);
        assertThat(same.minimumDetectable()).isLessThan(0.02);
        assertThat(same.words()).startsWith("no difference detected (MDD 1.");
    }

    /** Published figures of three disks under a distributed database: baseline Premium SSD unless said otherwise. */
    @ParameterizedTest
    @CsvSource({
        "13.52, 12.58, -6.953",
        "13.52, 12.65, -6.435",
        "40.17, 40.17, 0",
        "40.17, 39.4, -1.917",
        "177.2, 110.34, -37.731",
        "177.2, 94.13, -46.879",
        "4437.97, 4767.33, 7.421",
        "4437.97, 4741.16, 6.832",
        "597, 597.28, 0.0469",
        "597, 609, 2.010",
        "25135, 25600.1, 1.850",
        "25135, 25616.27, 1.915",
        "38.11, 13.93, -63.448",
        "38.11, 13.92, -63.474",
        "1574.48, 4305.58, 173.460",
        "1574.48, 4310.24, 173.756",
        "40.67, 41.03, 0.885",
        "590.07, 584.96, -0.866",
        "110.34, 94.13, -14.691",
        "25600.1, 25616.27, 0.063"
    })
    void singleRunsHaveARatioAndNothingElse(double baseline, double candidate, double percent) {
        Comparison comparison = Comparison.of(one(baseline), one(candidate), HIGHER_IS_BETTER);

        assertThat(comparison.percent()).isCloseTo(percent, within(0.0006));
        assertThat(comparison.runs()).isLessThan(Comparison.MIN_RUNS);
        assertThat(comparison.word()).isEqualTo(Word.INCONCLUSIVE);
        assertThat(comparison.words()).endsWith("no replication");
    }

    @ParameterizedTest
    @CsvSource({
        "0.005, 1.5, 1.0, 0.8, 0.7, 0.5",
        "0.01, 3.1, 2.0, 1.6, 1.3, 1.1",
        "0.02, 6.1, 4.0, 3.3, 2.6, 2.1",
        "0.05, 15.4, 10.1, 8.2, 6.6, 5.3",
        "0.10, 30.7, 20.2, 16.3, 13.2, 10.6",
        "0.30, 92, 61, 49, 40, 32"
    })
    void theDetectableDifferenceFallsWithTheRuns(
            double variation, double three, double five, double seven, double ten, double fifteen) {
        double rounding = variation == 0.3 ? 0.5 : 0.056;
        assertThat(100 * detectable(variation, 3)).isCloseTo(three, within(rounding));
        assertThat(100 * detectable(variation, 5)).isCloseTo(five, within(rounding));
        assertThat(100 * detectable(variation, 7)).isCloseTo(seven, within(rounding));
        assertThat(100 * detectable(variation, 10)).isCloseTo(ten, within(rounding));
        assertThat(100 * detectable(variation, 15)).isCloseTo(fifteen, within(rounding));
    }

    @Test
    void aDetectableDifferenceIsFoundInFourOfFiveExperiments() {
        RandomGenerator random = new Seed(1).stream("power", 0);
        double difference = detectable(0.02, 5);
        int found = 0;
        int falselyFound = 0;
        for (int trial = 0; trial < 2_000; trial++) {
            double[] base = random.doubles(5)
                    .map(u -> 100 * (1 + 0.02 * random.nextGaussian()))
                    .toArray();
            double[] same = random.doubles(5)
                    .map(u -> 100 * (1 + 0.02 * random.nextGaussian()))
                    .toArray();
            double[] more = random.doubles(5)
                    .map(u -> 100 * (1 + difference + 0.02 * random.nextGaussian()))
                    .toArray();
            found += Welch.of(base, more).p() < 0.05 ? 1 : 0;
            falselyFound += Welch.of(base, same).p() < 0.05 ? 1 : 0;
        }
        assertThat(found / 2_000.0).isCloseTo(0.8, within(0.03));
        assertThat(falselyFound / 2_000.0).isCloseTo(0.05, within(0.015));
    }

    /** Averaged over the quantiles of the standard error, which takes longer. */
    @ParameterizedTest
    @CsvSource({"2, 0.05", "2, 0.0025", "8, 0.0125", "400, 0.05"})
    void aDetectableDifferenceHasAPowerOfEightyPercent(double degrees, double significance) {
        double critical = TDistribution.of(degrees).inverseSurvivalProbability(significance / 2);
        ChiSquaredDistribution squares = ChiSquaredDistribution.of(degrees);
        NormalDistribution normal = NormalDistribution.of(0, 1);
        double shift = Comparison.detectableErrors(degrees, significance);

        double power = IntStream.range(0, 1_000)
                .mapToDouble(
                        i -> critical * Math.sqrt(squares.inverseCumulativeProbability((i + 0.5) / 1_000) / degrees))
                .map(limit -> normal.survivalProbability(limit - shift) + normal.survivalProbability(limit + shift))
                .average()
                .orElseThrow();

        assertThat(power).isCloseTo(0.8, within(0.001));
    }

    /** The relative difference between configurations of so many runs each that vary by so much from run to run. */
    private static double detectable(double variation, int runs) {
        return ERRORS.computeIfAbsent(runs, n -> Comparison.detectableErrors(2 * n - 2.0, 0.05))
                * variation
                * Math.sqrt(2.0 / runs);
    }

    private static Comparison withP(double p) {
        return new Comparison(
                1.2, new Interval(1.1, 1.3), p, new Comparison.Replication(0.02, 8, 5), 1, HIGHER_IS_BETTER);
    }

    @Test
    void severalPrimaryMetricsShareOneErrorRate() {
        List<Comparison> adjusted = Comparison.holm(List.of(withP(0.03), withP(0.01), withP(0.04), withP(0.005)));

        assertThat(adjusted.stream().map(Comparison::p).toList()).containsExactly(0.06, 0.03, 0.06, 0.02);
        assertThat(adjusted.stream().map(Comparison::word).toList())
                .containsExactly(Word.NO_DIFFERENCE, Word.FASTER, Word.NO_DIFFERENCE, Word.FASTER);
    }

    /** Of two primary metrics, one differs by what is printed beside the other word. */
    @Test
    void theDetectableDifferenceOfAdjustedTestsIsFoundInFourOfFiveExperiments() {
        RandomGenerator random = new Seed(2).stream("power", 0);
        double spread = 0.02;
        double difference = Comparison.detectableErrors(8, 0.025) * spread * Math.sqrt(2.0 / 5);
        int found = 0;
        for (int trial = 0; trial < 1_000; trial++) {
            Comparison more = Comparison.of(
                    runs(random, 1, spread), runs(random, Math.exp(difference), spread), HIGHER_IS_BETTER);
            Comparison same = Comparison.of(runs(random, 1, spread), runs(random, 1, spread), HIGHER_IS_BETTER);
            found += Comparison.holm(List.of(same, more)).get(1).p() < 0.05 ? 1 : 0;
        }
        Comparison one = Comparison.of(P1, P1, HIGHER_IS_BETTER);

        // The degrees of freedom that variances of five runs have are seven on average, not eight.
        assertThat(found / 1_000.0).isCloseTo(0.77, within(0.04));
        assertThat(Comparison.holm(List.of(one, one)).get(0).minimumDetectable())
                .isGreaterThan(1.1 * one.minimumDetectable());
    }

    private static double[] runs(RandomGenerator random, double mean, double spread) {
        return random.doubles(5)
                .map(u -> 100 * mean * (1 + spread * random.nextGaussian()))
                .toArray();
    }

    @Test
    void aRatioOfNothingIsRefused() {
        assertThatThrownBy(() -> Comparison.of(new double[] {1, 0, 2}, P1, HIGHER_IS_BETTER))
                .hasMessageContaining("positive");
    }
}
