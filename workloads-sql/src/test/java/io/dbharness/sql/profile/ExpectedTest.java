package io.dbharness.sql.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectedTest {

    @ParameterizedTest
    @CsvSource({
        "1, 0, false", "1, 1, true", "1, 2, false",
        "0..1, 0, true", "0..1, 1, true", "0..1, 2, false",
        ">= 2, 1, false", ">= 2, 2, true", ">= 2, 999, true",
        "any, 0, true", "any, 999, true"
    })
    void rowsBelowAndAboveAreNotAllowed(String expected, long rows, boolean allowed) {
        assertThat(Expected.parse(expected).orElseThrow().allows(rows)).isEqualTo(allowed);
    }
}
