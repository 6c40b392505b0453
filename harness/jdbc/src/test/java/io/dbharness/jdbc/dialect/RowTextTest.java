package io.dbharness.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowTextTest {

    private final RowText text = new RowText(16);

    @ParameterizedTest
    @ValueSource(longs = {0, 7, 10, -1, -1234567890123L, Long.MAX_VALUE, Long.MIN_VALUE})
    void wholeNumbersReadAsJavaPrintsThem(long value) {
        text.whole(value);

        assertThat(written()).isEqualTo(Long.toString(value));
    }

    @ParameterizedTest
    @CsvSource({
        "12345, 2, 123.45",
        "5, 2, 0.05",
        "-5, 2, -0.05",
        "0, 4, 0.0000",
        "-1234, 0, -1234",
        "9223372036854775807, 9, 9223372036.854775807",
    })
    void decimalsKeepEveryDigit(long unscaled, int scale, String expected) {
        text.decimal(unscaled, scale);

        assertThat(written()).isEqualTo(expected);
    }

    @Test
    void decimalsAgreeWithBigDecimal() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            long unscaled = random.nextLong() >> random.nextInt(63);
            int scale = random.nextInt(10);
            text.clear();

            text.decimal(unscaled, scale);

            assertThat(written()).isEqualTo(BigDecimal.valueOf(unscaled, scale).toPlainString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 10})
    void aScaleOutOfRangeIsRefused(int scale) {
        assertThatThrownBy(() -> text.decimal(1, scale)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05, 2026-01-02 03:04:05",
        "2026-12-31T23:59:59.000001, 2026-12-31 23:59:59.000001",
        "0987-01-01T00:00:00.123456999, 0987-01-01 00:00:00.123456",
    })
    void timestampsGoDownToTheMicrosecond(LocalDateTime value, String expected) {
        text.timestamp(value);

        assertThat(written()).isEqualTo(expected);
    }

    /** It is kept in its form from one row to the next. */
    @Test
    void aMomentReadsTheSameTheSecondTimeAndAnotherDoesNot() {
        LocalDateTime one = LocalDateTime.of(2026, 1, 2, 3, 4, 5);

        text.timestamp(one);
        text.timestamp(one);
        text.timestamp(one.plusDays(1));
        text.timestamp(one);

        assertThat(written())
                .isEqualTo(
                        "2026-01-02 03:04:05" + "2026-01-02 03:04:05" + "2026-01-03 03:04:05" + "2026-01-02 03:04:05");
    }

    /** On both sides of each number of digits. */
    @Test
    void wholeNumbersHaveAsManyDigitsAsTheyNeed() {
        for (long power = 1; power <= 1_000_000_000_000L; power *= 10) {
            for (long value = power - 1; value <= power + 1; value++) {
                text.clear();

                text.whole(value);

                assertThat(written()).isEqualTo(Long.toString(value));
            }
        }
    }

    @Test
    void plainTextIsTakenAsItIs() {
        byte[] letters = "AzX09".getBytes(StandardCharsets.US_ASCII);

        for (int i = 0; i < 100; i++) {
            text.plain(letters, 3);
        }

        assertThat(written()).isEqualTo("AzX".repeat(100));
    }

    @Test
    void aYearThatCountsDifferentlyIsRefused() {
        LocalDateTime yearZero = LocalDateTime.of(0, 1, 1, 0, 0);

        assertThatThrownBy(() -> text.timestamp(yearZero)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatTheFormatUsesItselfIsEscaped() {
        text.string("a\tb\nc\rd\\e\\.");

        assertThat(written()).isEqualTo("a\\tb\\nc\\rd\\\\e\\\\.");
    }

    @Test
    void everyCodePointIsWrittenAsUtf8() {
        StringBuilder all = new StringBuilder();
        for (int point = '\\' + 1; point <= Character.MAX_CODE_POINT; point += 61) {
            if (Character.getType(point) != Character.SURROGATE) {
                all.appendCodePoint(point);
            }
        }

        text.string(all.toString());

        assertThat(written()).isEqualTo(all.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\uD83D", "\uDE00b"})
    void halfASurrogatePairIsRefusedRatherThanReplaced(String broken) {
        assertThatThrownBy(() -> text.string(broken))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("half a surrogate pair");
    }

    private String written() {
        return new String(text.bytes(), 0, text.size(), StandardCharsets.UTF_8);
    }
}
