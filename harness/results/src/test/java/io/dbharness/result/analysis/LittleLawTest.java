package io.dbharness.result.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LittleLawTest {

    /** Published operations a second and mean latencies in ms of three disks under a distributed database. */
    @ParameterizedTest
    @CsvSource({
        "4437.97, 13.52, 60, 60.001",
        "4767.33, 12.58, 60, 59.973",
        "4741.16, 12.65, 60, 59.976",
        "597, 40.17, 24, 23.981",
        "597.28, 40.17, 24, 23.993",
        "609, 39.4, 24, 23.995",
        "1574.48, 38.11, 60, 60.003",
        "4305.58, 13.93, 60, 59.977",
        "4310.24, 13.92, 60, 59.999",
        "590.07, 40.67, 24, 23.998",
        "584.96, 41.03, 24, 24.001"
    })
    void aPublishedTableGivesAwayItsConcurrency(double throughput, double millis, int users, double recovered) {
        LittleLaw law = new LittleLaw(throughput, millis / 1_000, 0);

        assertThat(law.users()).isCloseTo(recovered, within(0.0006));
        assertThat(law.residual(users)).isCloseTo(0, within(0.001));
    }

    @Test
    void fiveHundredASecondAtSixteenMillisecondsAreEightOutstanding() {
        assertThat(new LittleLaw(500, 0.01599, 0).users()).isCloseTo(8, within(0.01));
        assertThat(new LittleLaw(4.10e6 / 8_192, 0.01599, 0).users()).isCloseTo(8.003, within(0.0005));
        assertThat(new LittleLaw(4.10 * 1_048_576 / 8_192, 0.01599, 0).users())
                .as("megabytes of 2^20 bytes would not fit")
                .isCloseTo(8.39, within(0.005));
    }

    @ParameterizedTest
    @CsvSource({
        "19974, 22.1, 441.4",
        "7198, 48.3, 347.7",
        "23985, 21.9, 525.3",
        "61489, 19.4, 1192.9",
        "235, 4.2, 0.987",
        "76, 13.0, 0.988",
        "77, 12.9, 0.993",
        "368, 2.7, 0.994"
    })
    void aSlowTableOfOneUserIsRecognised(double throughput, double millis, double users) {
        assertThat(new LittleLaw(throughput, millis / 1_000, 0).users()).isCloseTo(users, within(0.051));
    }

    /** 20,000 terminals of 20.99 s keying and thinking; 45 % of transactions are New-Order. */
    @ParameterizedTest
    @CsvSource({"25135, 0.494", "25600.1, 0.104", "25616.27, 0.090"})
    void thinkTimeTellsTheResponseTimeThatATableLeavesOut(double newOrdersPerMinute, double seconds) {
        double throughput = newOrdersPerMinute / 60 / 0.45;

        assertThat(LittleLaw.responseSeconds(20_000, throughput, 20.99)).isCloseTo(seconds, within(0.0006));
        assertThat(new LittleLaw(throughput, seconds, 20.99).residual(20_000)).isCloseTo(0, within(0.001));
    }
}
