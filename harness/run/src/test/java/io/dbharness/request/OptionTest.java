package io.dbharness.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.quantity.Quantities;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionTest {

    @ParameterizedTest
    @CsvSource({
        "90s, PT1M30S",
        "5m, PT5M",
        "1h30m, PT1H30M",
        "500ms, PT0.5S",
        "2m500ms, PT2M0.5S",
        "1h1m1s1ms, PT1H1M1.001S",
        "0s, PT0S"
    })
    void aTimeIsNumbersWithUnits(String text, Duration length) {
        assertThat(Quantities.duration(text)).contains(length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "s", "-5s", "1.5h", "5 m", "30s1m", "5M", "99999999s", "five minutes"})
    void anythingElseIsNone(String text) {
        assertThat(Quantities.duration(text)).isEmpty();
    }

    @Test
    void nothingIsALengthOnlyWhereItMayBe() {
        assertThat(CommonOptions.WARM_UP.domain().contains("0s")).isTrue();
        assertThat(CommonOptions.DURATION.domain().contains("0s")).isFalse();
        assertThat(CommonOptions.DURATION.domain().contains("1ms")).isTrue();
    }

    @Test
    void noRunTakesMoreThanAYear() {
        assertThat(CommonOptions.DURATION.domain().contains("8760h")).isTrue();
        assertThat(CommonOptions.DURATION.domain().contains("8760h1ms")).isFalse();
    }

    @Test
    void theMessageAsksForAUnit() {
        assertThat(CommonOptions.DURATION.domain().expectation())
                .contains("unit")
                .contains("90s");
    }
}
