package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupportTest {

    @ParameterizedTest
    @CsvSource({
        "2, 1000, ''",
        "2, 999, *",
        "2, 369, *",
        "2, 368, *",
        "2, 100, **",
        "2, 99, = max",
        "6, 10000000, ''",
        "6, 9999000, *",
        "9, 10000000000, ''"
    })
    void aPercentileIsAsGoodAsTheSamplesBeyondIt(int nines, long samples, String mark) {
        assertThat(LatencyCell.mark(samples, 1 - Math.pow(10, -nines))).isEqualTo(mark);
    }
}
