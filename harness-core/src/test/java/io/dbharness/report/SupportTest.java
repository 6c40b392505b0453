package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupportTest {

    @ParameterizedTest
    @CsvSource({
        "2, 1000, SOLID",
        "2, 999, INDICATIVE",
        "2, 369, INDICATIVE",
        "2, 368, INDICATIVE",
        "2, 100, UNSUPPORTED",
        "2, 99, MAXIMUM",
        "6, 10000000, SOLID",
        "6, 9999000, INDICATIVE",
        "9, 10000000000, SOLID"
    })
    void aPercentileIsAsGoodAsTheSamplesBeyondIt(int nines, long samples, Support support) {
        assertThat(Support.of(samples, 1 - Math.pow(10, -nines))).isEqualTo(support);
    }
}
