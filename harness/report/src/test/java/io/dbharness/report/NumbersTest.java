package io.dbharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1.000",
        "12.5, 12.50",
        "999.96, 1000",
        "9999.6, 10000",
        "1234.5, 1234",
        "12345.6, 12350",
        "0.0123449, 0.01234",
        "-3.14159, -3.142",
        "NaN, NaN"
    })
    void atMostFourDigitsSignify(double value, String text) {
        assertThat(Numbers.of(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "1129, 1052, 1206, 1129 ± 77",
        "102.5, 100.25, 104.75, 102.5 ± 2.2",
        "10, 9, 13, 10.00 ± 3.00",
        "500, 500, 500, 500.0 ± 0",
        "500, 499.99, 500.01, 500.0 ± 0.01000",
        "0, 0, 0, 0 ± 0"
    })
    void anIntervalHasTheDecimalsOfItsValue(double value, double low, double high, String text) {
        assertThat(Numbers.plusMinus(value, List.of(low, high))).isEqualTo(text);
        assertThat(Numbers.plusMinus(value, List.of())).isEqualTo(Numbers.of(value));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "400, 0.00040",
        "1000, 0.00100",
        "11500, 0.0115",
        "34500, 0.0345",
        "99960, 0.100",
        "524786, 0.525",
        "999900, 1.000",
        "1234567, 1.235",
        "30000000000, 30000"
    })
    void millisecondsHaveThreeDigitsFromAMicrosecondOn(long nanos, String text) {
        assertThat(Numbers.millis((double) nanos)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"20, 20.00", "0.2424, 0.242", "0.000000001, 0.000", "5, 5.000"})
    void secondsHaveNoDigitBelowAMillisecond(double seconds, String text) {
        assertThat(Numbers.seconds(seconds)).isEqualTo(text);
    }
}
