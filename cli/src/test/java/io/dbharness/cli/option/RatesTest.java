package io.dbharness.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatesTest {

    @ParameterizedTest
    @CsvSource({"100/s, 100", "100, 100", "0.5/s, 0.5", "12.25, 12.25"})
    void aRateIsANumberASecond(String text, double perSecond) {
        assertThat(Rates.parse(text)).hasValue(perSecond);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0/s", "-1", "1e3", "NaN", "100/m", "20..200:10", "100 /s", "1,5"})
    void anythingElseIsNone(String text) {
        assertThat(Rates.parse(text)).isEmpty();
    }
}
