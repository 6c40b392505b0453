package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TableLineTest {

    @Test
    void cellsStandBetweenCommas() {
        assertThat(new TableLine().add("measure").add(-3).add(0.5).end())
                .isEqualToNormalizingNewlines("measure,-3,0.500\n");
    }

    @Test
    void whatRoundsToNothingHasNoSign() {
        assertThat(new TableLine().add(-0.0004).add(-0.0006).end()).isEqualToNormalizingNewlines("0.000,-0.001\n");
    }

    /** Of nanoseconds in milliseconds, up to a day. */
    @Property
    void threeDecimalsAreWhatTheFormatterOfTheLanguageWrites(
            @ForAll @LongRange(min = 0, max = 86_400_000_000_000L) long nanos) {
        double millis = nanos / 1e6;

        String written = new TableLine().add(millis).end().strip();

        // A value right between two may go to either side.
        boolean between = nanos % 1_000 == 500;
        assertThat(written)
                .matches(text -> between || text.equals(String.format(Locale.ROOT, "%.3f", millis)), "as formatted");
    }
}
