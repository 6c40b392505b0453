package io.dbharness.cli.option;

import io.dbharness.config.Quantities;
import io.dbharness.workload.Parameter;
import java.time.Duration;
import java.util.Optional;

/**
 * Lengths of time: whole hours, minutes, seconds and milliseconds in this order, each with its unit, for example {@code 1h30m},
 * {@code 90s}, {@code 500ms}. A number without a unit is none.
 *
 * @param zero whether {@code 0s} is allowed
 */
record Lengths(boolean zero) implements Parameter.Domain {

    private static final Duration LONGEST = Duration.ofDays(365);

    /** The length, or nothing when the text is none. */
    static Optional<Duration> parse(String text) {
        return Quantities.length(text);
    }

    @Override
    public String label() {
        return "TIME";
    }

    @Override
    public boolean contains(String text) {
        return parse(text)
                .filter(length -> zero || !length.isZero())
                .filter(length -> length.compareTo(LONGEST) <= 0)
                .isPresent();
    }

    @Override
    public String expectation() {
        return Quantities.LENGTH + (zero ? "" : ", and more than nothing");
    }
}
