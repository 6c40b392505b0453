package io.dbharness.result.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.testkit.TestEffort;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeanIntervalTest {

    private static final int TRIALS = TestEffort.of(100, 2_000);

    /** Share of the trials in which an interval covers the mean, of those in which there is one. */
    private static double coverage(int seconds, double correlation, double noise) {
        int covered = 0;
        int made = 0;
        for (int seed = 0; seed < TRIALS; seed++) {
            double[] series = Noise.around100(seconds, correlation, 0.05, seed);
            Random random = new Random(seed);
            IntStream.range(0, seconds).forEach(i -> series[i] += noise * random.nextGaussian());
            var interval = MeanInterval.of(series);
            made += interval.isPresent() ? 1 : 0;
            covered += interval.filter(i -> i.contains(100)).isPresent() ? 1 : 0;
        }
        return (double) covered / made;
    }

    /** Student's quantile for two degrees of freedom is 4.3027. */
    @Test
    void theMeanOfThreeRunsHasStudentsInterval() {
        Interval interval = Interval.ofMean(new double[] {396, 400, 404});

        assertThat(interval.low()).isCloseTo(400 - 4.3027 * 4 / Math.sqrt(3), within(1e-3));
        assertThat(interval.high()).isCloseTo(400 + 4.3027 * 4 / Math.sqrt(3), within(1e-3));
    }

    /** The bounds are those of the promise, 92 to 98 %, and two standard errors of so many trials. */
    @ParameterizedTest
    @CsvSource({
        "30, 0, 0",
        "60, 0, 0",
        "300, 0, 0",
        "1800, 0, 0",
        "60, 0.5, 0",
        "300, 0.5, 0",
        "60, 0.8, 0",
        "300, 0.8, 0",
        "60, 0.9, 0",
        "300, 0.9, 0",
        "1800, 0.9, 0",
        "300, 0.95, 0",
        "60, 0.8, 5",
        "60, 0.9, 5",
        "300, 0.9, 5"
    })
    void anIntervalCoversTheMeanWhateverTheCorrelation(int seconds, double correlation, double noise) {
        double error = 2 * Math.sqrt(0.95 * 0.05 / TRIALS);

        assertThat(coverage(seconds, correlation, noise)).isBetween(0.92 - error, 0.98 + error);
    }

    @Test
    void aShortSeriesThatIsCorrelatedHasNoInterval() {
        assertThat(MeanInterval.of(Noise.around100(30, 0.8, 0.05, 1))).isEmpty();
        assertThat(MeanInterval.of(Noise.around100(60, 0.8, 0.05, 1))).isPresent();
    }

    /** Independent values with this spread would have an interval of 0.26. */
    @Test
    void whatLevelsOutWithinPairsMakesNoWideInterval() {
        double[] series = IntStream.range(0, 60).mapToDouble(i -> i % 2).toArray();

        Interval interval = MeanInterval.of(series).orElseThrow();

        assertThat(interval.high() - interval.low()).isLessThan(0.04);
        assertThat(interval.contains(0.5)).isTrue();
    }

    @Test
    void aDriftMakesAnIntervalAsWideAsTheDrift() {
        double[] series = IntStream.range(0, 60).mapToDouble(i -> i).toArray();

        Interval interval = MeanInterval.of(series).orElseThrow();

        assertThat(interval.low()).isLessThan(0);
        assertThat(interval.high()).isGreaterThan(59);
    }

    /** A single value of twenty: its square is spread over the cosines as cos² of its place. */
    @Test
    void aKnownSeriesHasItsKnownInterval() {
        double[] series = new double[20];
        series[10] = 20;
        double squares = IntStream.rangeClosed(1, 8)
                .mapToDouble(j -> 2 * Math.pow(20 * Math.cos(Math.PI * j * 10.5 / 20), 2))
                .sum();

        Interval interval = MeanInterval.of(series).orElseThrow();

        assertThat(interval.high() - 1).isCloseTo(2.306004 * Math.sqrt(squares / 8) / 20, within(1e-6));
    }

    @Test
    void aRatioIsThatOfTheSumsAndPartsOfOneLengthAreItsMean() {
        double[] series = Noise.around100(60, 0, 0.05, 1);
        double[] halves = IntStream.range(0, 60).mapToDouble(i -> 0.5).toArray();

        Interval mean = MeanInterval.of(series).orElseThrow();
        Interval ratio = MeanInterval.ofRatio(series, halves).orElseThrow();

        assertThat(ratio.low()).isCloseTo(2 * mean.low(), within(1e-9));
        assertThat(ratio.high()).isCloseTo(2 * mean.high(), within(1e-9));
    }

    @Test
    void fewerThanTwentyValuesHaveNoInterval() {
        assertThat(MeanInterval.of(new double[19])).isEmpty();
        assertThat(MeanInterval.of(new double[20])).contains(new Interval(0, 0));
    }
}
