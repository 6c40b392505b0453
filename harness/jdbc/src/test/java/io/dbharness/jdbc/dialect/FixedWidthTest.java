package io.dbharness.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FixedWidthTest {

    /** {@code CAST(SUBSTRING(@list, 10 * n - 9, 10) AS int)}, as the statements have it. */
    private static int[] unpacked(String list) {
        return IntStream.rangeClosed(1, list.length() / 10)
                .map(n -> Integer.parseInt(list.substring(10 * n - 10, 10 * n).strip()))
                .toArray();
    }

    @Test
    void theStatementsFindEachNumberInItsPlace() {
        SplittableRandom random = new SplittableRandom(7);
        for (int length = 0; length <= 15; length++) {
            int[] values = random.ints(length, -999_999_999, Integer.MAX_VALUE).toArray();

            assertThat(unpacked(FixedWidth.text(values))).containsExactly(values);
        }
    }

    @Test
    void theLengthOfTheTextTellsHowManyThereAre() {
        assertThat(FixedWidth.text(new int[] {0, 100_000, Integer.MAX_VALUE}))
                .isEqualTo("         0    1000002147483647")
                .hasSize(30);
    }

    @Test
    void aNumberThatIsTooLongIsRefused() {
        assertThatThrownBy(() -> FixedWidth.text(new int[] {Integer.MIN_VALUE}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than 10 characters");
    }
}
