package io.dbharness.result.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.testkit.TestEffort;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeanIntervalTest {

    private static final int SECONDS = 1_800;
    private static final int TRIALS = 1_000;

    /** Share of the trials in which each estimator covers the mean; all of them see the same series. */
    @SafeVarargs
    private static double[] coverages(int trials, double correlation, Function<double[], Interval>... estimators) {
        double[] shares = new double[estimators.length];
        for (int seed = 0; seed < trials; seed++) {
            double[] series = Noise.around100(SECONDS, correlation, 0.05, seed);
            for (int i = 0; i < estimators.length; i++) {
                shares[i] += estimators[i].apply(series).contains(100) ? 1.0 / trials : 0;
            }
        }
        return shares;
    }

    private static Function<double[], Interval> batches(int number) {
        return series -> MeanInterval.interval95(series, number);
    }

    @ParameterizedTest
    @CsvSource({
        "0.00, 0.953, 0.952, 0.948, 0.952",
        "0.50, 0.956, 0.957, 0.959, 0.953",
        "0.80, 0.941, 0.947, 0.945, 0.934",
        "0.90, 0.951, 0.948, 0.938, 0.911",
        "0.97, 0.929, 0.897, 0.853, 0.748",
        "0.99, 0.855, 0.742, 0.656, 0.511"
    })
    void batchesCoverTheMeanWhileTheyAreLongerThanTheCorrelation(
            double correlation, double ten, double twenty, double thirty, double sixty) {
        double[] shares =
                coverages(TRIALS, correlation, batches(10), batches(20), batches(30), batches(60), this::marked);

        assertThat(shares[0]).isCloseTo(ten, within(0.025));
        assertThat(shares[1]).isCloseTo(twenty, within(0.025));
        assertThat(shares[2]).isCloseTo(thirty, within(0.03));
        assertThat(shares[3]).isCloseTo(sixty, within(0.035));
        // Longer batches where the means are correlated.
        assertThat(shares[4]).isGreaterThanOrEqualTo(shares[1]);
    }

    private Interval marked(double[] series) {
        return MeanInterval.of(series).orElseThrow().interval95();
    }

    @Test
    void twentyBatchesKeepTheirPromiseAtCorrelationPointNine() {
        assertThat(MeanInterval.BATCHES).isEqualTo(20);
        assertThat(coverages(TRIALS, 0.9, batches(MeanInterval.BATCHES))[0]).isCloseTo(0.95, within(0.02));
    }

    /** The standard error of correlated values is sqrt((1 + phi) / (1 - phi)) times what the naive formula gives. */
    @ParameterizedTest
    @CsvSource({"0.0", "0.5", "0.8", "0.9", "0.97"})
    void singleSecondsDoNotWhenTheyAreCorrelated(double correlation) {
        double tooNarrow = Math.sqrt((1 - correlation) / (1 + correlation));
        double expected = 2 * NormalDistribution.of(0, 1).cumulativeProbability(1.96 * tooNarrow) - 1;

        assertThat(coverages(TestEffort.of(250, TRIALS), correlation, batches(SECONDS))[0])
                .isCloseTo(expected, within(0.05));
    }

    @Test
    void correlatedBatchMeansAreMadeLongerAndMarked() {
        double[] drifting = new double[200];
        for (int i = 0; i < drifting.length; i++) {
            drifting[i] = i;
        }

        MeanInterval weak = MeanInterval.of(drifting).orElseThrow();
        MeanInterval sound =
                MeanInterval.of(Noise.around100(SECONDS, 0.3, 0.05, 1)).orElseThrow();

        assertThat(weak.weak()).isTrue();
        assertThat(weak.batches()).isEqualTo(MeanInterval.LONGER_BATCHES);
        assertThat(sound.weak()).isFalse();
        assertThat(sound.batches()).isEqualTo(MeanInterval.BATCHES);
    }

    @Test
    void aKnownSeriesHasItsKnownInterval() {
        double[] series = IntStream.rangeClosed(1, 20).mapToDouble(i -> i % 2).toArray();

        MeanInterval interval = MeanInterval.of(series).orElseThrow();

        assertThat(interval.mean()).isEqualTo(0.5);
        assertThat(interval.interval95().high() - 0.5).isCloseTo(2.093024 * Math.sqrt(5.0 / 19 / 20), within(1e-6));
    }

    @Test
    void fewerValuesThanBatchesHaveNoInterval() {
        assertThat(MeanInterval.of(new double[19])).isEmpty();
        assertThat(MeanInterval.of(new double[20]).orElseThrow().interval95()).isEqualTo(new Interval(0, 0));
    }
}
