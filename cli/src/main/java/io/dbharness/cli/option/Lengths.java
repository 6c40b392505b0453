package io.dbharness.cli.option;

import io.dbharness.workload.Parameter;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lengths of time: whole hours, minutes, seconds and milliseconds in this order, each with its unit, for example {@code 1h30m},
 * {@code 90s}, {@code 500ms}. A number without a unit is none.
 *
 * @param zero whether {@code 0s} is allowed
 */
record Lengths(boolean zero) implements Parameter.Domain {

    /** At most seven digits each, so that no sum overflows. */
    private static final Pattern FORM =
            Pattern.compile("(?:(\\d{1,7})h)?(?:(\\d{1,7})m(?!s))?(?:(\\d{1,7})s)?(?:(\\d{1,7})ms)?");

    private static final Duration LONGEST = Duration.ofDays(365);

    /** The length, or nothing when the text is none. */
    static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (text.isEmpty() || !matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofHours(number(matcher, 1))
                .plusMinutes(number(matcher, 2))
                .plusSeconds(number(matcher, 3))
                .plusMillis(number(matcher, 4)));
    }

    private static long number(Matcher matcher, int group) {
        String digits = matcher.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
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
        return "a time with its unit, such as 90s, 5m, 1h30m or 500ms" + (zero ? "" : ", and more than nothing");
    }
}
