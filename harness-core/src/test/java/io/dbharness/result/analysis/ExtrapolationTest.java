package io.dbharness.result.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against rows a second and utilisation published for Azure SQL Database, insert and delete tests, June 2014. */
class ExtrapolationTest {

    private static final double[] BASIC_ROWS = {20, 40, 50, 60, 68, 67, 67};
    private static final double[] BASIC_LOG = {29.2, 58.5, 73.1, 87.7, 99.1, 98.6, 98.5};
    private static final double[] BASIC_CPU = {14.1, 26.7, 33.7, 39.9, 45.2, 46.1, 48.1};

    @Test
    void theBottleneckIsTheLimitOfSmallestCapacity() {
        Extrapolation log = Extrapolation.of("log write", BASIC_ROWS, BASIC_LOG).orElseThrow();
        Extrapolation cpu = Extrapolation.of("cpu", BASIC_ROWS, BASIC_CPU).orElseThrow();

        assertThat(log.percentPerUnit()).isCloseTo(1.462, within(0.0005));
        assertThat(log.capacity()).isCloseTo(68.4, within(0.05));
        assertThat(log.exceeded()).isFalse();
        assertThat(Extrapolation.bottleneck(List.of(cpu, log))).contains(log);
    }

    @ParameterizedTest
    @CsvSource({
        "65 66 66, 95.2 96.3 96.4, 1.461, 68.4",
        "128 130 135, 94.0 95.1 98.7, 0.732, 136.6",
        "268 257 249, 98.3 93.3 88.1, 0.361, 276.9",
        "341 339 341, 99.7 99.2 99.8, 0.2926, 341.8",
        "666 662 669, 97.4 97.0 97.5, 0.1461, 684.1"
    })
    void theSlopesOfTheTiersAreThoseOfTheUnlimitedTests(String rows, String percent, double slope, double capacity) {
        double fitted = Extrapolation.throughOrigin(numbers(rows), numbers(percent));

        // The expected capacities are means over runs, which differ from a regression by little.
        assertThat(fitted).isCloseTo(slope, Percentage.withPercentage(0.15));
        assertThat(100 / fitted).isCloseTo(capacity, Percentage.withPercentage(0.15));
    }

    private static double[] numbers(String text) {
        return List.of(text.split(" ")).stream()
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @Test
    void aLimitThatIsExceededIsNotEnforced() {
        double[] rows = {20, 40, 50, 59, 70, 79, 90, 100, 110};
        double[] log = {72.7, 100, 100, 100, 100, 100, 100, 100, 100};

        Extrapolation reported = Extrapolation.of("log write", rows, log).orElseThrow();

        assertThat(reported.capacity()).isCloseTo(27.5, within(0.05));
        assertThat(reported.exceeded()).isTrue();
        assertThat(Extrapolation.bottleneck(List.of(reported))).isEmpty();
    }

    @Test
    void saturatedOrIdleLevelsPredictNothing() {
        assertThat(Extrapolation.of("log write", new double[] {81, 111}, new double[] {100, 100}))
                .isEmpty();
        assertThat(Extrapolation.of("disk read", new double[] {81, 111}, new double[] {0, 0}))
                .isEmpty();
    }
}
