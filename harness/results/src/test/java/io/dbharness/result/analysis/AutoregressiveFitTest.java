package io.dbharness.result.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoregressiveFitTest {

    private static final int TRIALS = 1_000;

    @Test
    void aLineThroughAllValuesIsFoundExactly() {
        double[] line = {5, 7, 9, 11, 13, 15, 17, 19, 21, 23};

        AutoregressiveFit fit = AutoregressiveFit.of(line, i -> i, 2);

        assertThat(fit.slope()).isCloseTo(2, within(1e-9));
        assertThat(fit.p()).isLessThan(1e-6);
    }

    @Test
    void equalValuesHaveNoSlope() {
        double[] level = new double[60];
        Arrays.fill(level, 500);

        assertThat(AutoregressiveFit.of(level, i -> i, 2).p()).isCloseTo(1, within(1e-9));
    }

    /** Of a slope that is not there, one in twenty has p below 5 %; correlated errors make it fewer and never many more. */
    @ParameterizedTest
    @CsvSource({"0.0, 60", "0.6, 60", "0.9, 60", "0.9, 120", "0.6, 30"})
    void falseAlarmsAreAsRareAsTheirProbabilityAlsoWithCorrelatedErrors(double correlation, int length) {
        long alarms = LongStream.range(0, TRIALS)
                .filter(seed -> AutoregressiveFit.of(Noise.around100(length, correlation, 0.05, seed), i -> i, 2)
                                .p()
                        < 0.05)
                .count();

        assertThat(alarms).isLessThanOrEqualTo(TRIALS * 7 / 100);
    }

    @Test
    void theCorrelationOfErrorsIsEstimated() {
        double mean = LongStream.range(0, 100)
                .mapToDouble(seed -> AutoregressiveFit.of(Noise.around100(1_000, 0.6, 0.05, seed), i -> i, 2)
                        .correlation())
                .average()
                .orElseThrow();

        assertThat(mean).isCloseTo(0.6, within(0.02));
    }
}
