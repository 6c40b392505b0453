package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.testkit.Draws;
import io.dbharness.testkit.SeededTest;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TableLineTest {

    @Test
    void cellsStandBetweenCommas() {
        assertThat(IntervalFiles.line("measure", -3, 0.5)).isEqualToNormalizingNewlines("measure,-3,0.500\n");
    }

    @Test
    void whatRoundsToNothingHasNoSign() {
        assertThat(IntervalFiles.line(-0.0004, -0.0006)).isEqualToNormalizingNewlines("0.000,-0.001\n");
    }

    /** Of nanoseconds in milliseconds, up to a day. */
    @SeededTest(tries = 1_000)
    void threeDecimalsAreWhatTheFormatterOfTheLanguageWrites(Draws draws) {
        long nanos = draws.between(0, 86_400_000_000_000L);
        double millis = nanos / 1e6;

        String written = IntervalFiles.line(millis).strip();

        // A value right between two may go to either side.
        boolean between = nanos % 1_000 == 500;
        assertThat(written)
                .matches(text -> between || text.equals(String.format(Locale.ROOT, "%.3f", millis)), "as formatted");
    }
}
