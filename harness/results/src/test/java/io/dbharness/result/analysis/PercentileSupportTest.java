package io.dbharness.result.analysis;

import static io.dbharness.result.analysis.PercentileSupport.INDICATIVE;
import static io.dbharness.result.analysis.PercentileSupport.SOLID;
import static io.dbharness.result.analysis.PercentileSupport.UNSUPPORTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.measure.Quantiles;
import io.dbharness.result.analysis.PercentileSupport.Ranks;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentileSupportTest {

    private static double nines(int nines) {
        return 1 - Math.pow(10, -nines);
    }

    @ParameterizedTest
    @CsvSource({
        "2, 1000, SOLID",
        "2, 999, INDICATIVE",
        "2, 368, INDICATIVE",
        "2, 367, UNSUPPORTED",
        "4, 480000, SOLID",
        "5, 480000, INDICATIVE",
        "6, 480000, UNSUPPORTED",
        "4, 1000, UNSUPPORTED",
        "6, 10000000, SOLID",
        "6, 9999999, INDICATIVE",
        "9, 10000000000, SOLID",
        "9, 9999999999, INDICATIVE",
        "2, 0, UNSUPPORTED"
    })
    void aPercentileIsAsGoodAsTheSamplesBeyondIt(int nines, long samples, PercentileSupport support) {
        assertThat(PercentileSupport.of(samples, nines(nines))).isEqualTo(support);
    }

    @ParameterizedTest
    @CsvSource({"2, 368", "3, 3688", "4, 36887", "5, 368887"})
    void anIntervalNeedsAboutLn40SamplesBeyond(int nines, long samples) {
        assertThat(INDICATIVE.samplesNeeded(nines(nines))).isEqualTo(samples);
    }

    @Test
    void everyNineNeedsTenTimesTheSamples() {
        for (int nines = 2; nines <= 9; nines++) {
            assertThat(SOLID.samplesNeeded(nines(nines))).isEqualTo(Math.round(Math.pow(10, nines + 1)));
        }
        for (int nines = 6; nines <= 9; nines++) {
            assertThat((double) INDICATIVE.samplesNeeded(nines(nines)))
                    .isCloseTo(3.69 * Math.pow(10, nines), Percentage.withPercentage(0.1));
        }
    }

    @Test
    void runLengthsFollowFromTheRate() {
        assertThat(SOLID.samplesNeeded(nines(6)) / 16_000.0).isEqualTo(625);
        assertThat(SOLID.samplesNeeded(nines(9)) / 16_000.0 / 86_400).isCloseTo(7.2, Percentage.withPercentage(1));
        assertThat(SOLID.samplesNeeded(nines(5)) / 1_000.0).isEqualTo(1_000);
    }

    @Test
    void aPercentileWithNoSampleBeyondIsTheMaximum() {
        assertThat(PercentileSupport.isMaximum(480_000, nines(6))).isTrue();
        assertThat(PercentileSupport.isMaximum(480_000, nines(5))).isFalse();
        assertThat(PercentileSupport.isMaximum(1_000, nines(3))).isFalse();
        assertThat(PercentileSupport.isMaximum(999, nines(3))).isTrue();
    }

    @Test
    void theSolidRowsEndWhereSamplesDo() {
        assertThat(PercentileSupport.solidRows(480_000)).endsWith("p99", "n3", "n4");
        assertThat(PercentileSupport.solidRows(13)).isEmpty();
        assertThat(PercentileSupport.solidRows(14)).containsExactly("p25");
    }

    @Test
    void orderStatisticsBoundAPercentile() {
        assertThat(PercentileSupport.ranks95(1_000, 0.99)).isEqualTo(new Ranks(983, 997));
        assertThat(PercentileSupport.ranks95(368, 0.99).high()).isEqualTo(368);
        assertThat(PercentileSupport.ranks95(367, 0.99).high())
                .as("one beyond the last")
                .isEqualTo(368);
    }

    @Test
    void ranksOfMoreSamplesThanAnIntHoldsContinueThoseOfFewer() {
        double width = width(Integer.MAX_VALUE);

        assertThat(width(Integer.MAX_VALUE + 1L)).isCloseTo(width, Percentage.withPercentage(0.01));
    }

    private static double width(long samples) {
        Ranks ranks = PercentileSupport.ranks95(samples, 0.99);
        return ranks.high() - ranks.low();
    }

    @Test
    void everyRowOfTheTableHasTheValueOfItsRank() {
        LatencyHistogram distribution = new LatencyHistogram();
        for (long i = 1; i <= 1_000; i++) {
            distribution.record(i * 1_000_000);
        }

        Quantiles.BY_NAME.forEach((name, quantile) -> assertThat((double) distribution.quantileNanos(quantile))
                .as(name)
                .isCloseTo(Math.ceil(1_000 * quantile * (1 - 1e-12)) * 1e6, Percentage.withPercentage(0.1)));
        assertThat(distribution.quantileNanos(nines(4))).isEqualTo(1_000_000_000);
    }

    @Test
    void unsupportedIsWhatAnySampleSupports() {
        assertThat(UNSUPPORTED.samplesNeeded(0.99)).isEqualTo(1);
    }
}
