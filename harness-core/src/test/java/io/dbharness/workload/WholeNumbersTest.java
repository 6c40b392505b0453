package io.dbharness.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.quantity.Quantities;
import io.dbharness.workload.Parameter.Domain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WholeNumbersTest {

    @Test
    void aWholeNumberIsReadWithItsSign() {
        assertThat(Quantities.whole("-12")).hasValue(-12);
        assertThat(Quantities.whole("999999999999999999")).hasValue(999_999_999_999_999_999L);
    }

    /** The second is 12 in Arabic digits, the third in full-width ones. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\u0661\u0662", "\uff11\uff12", "+1", "1.0", "0x1", "1000000000000000000", " 1"})
    void anythingElseIsNone(String text) {
        assertThat(Quantities.whole(text)).isEmpty();
        assertThat(Domain.whole(0, Long.MAX_VALUE).test().test(text)).isFalse();
    }
}
