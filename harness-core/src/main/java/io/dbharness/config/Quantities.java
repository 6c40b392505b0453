package io.dbharness.config;

import io.dbharness.workload.Sizes;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with a unit: bandwidths and lengths of time, as users write them. */
public final class Quantities {

    /** What {@link #bytesPerSecond} reads, for messages. */
    public static final String BANDWIDTH = "a bandwidth such as 125MB/s or 600MiB/s";

    /** What {@link #length} reads, for messages. */
    public static final String LENGTH = "a time with its unit, such as 90s, 5m, 1h30m or 500ms";

    private static final Pattern LENGTH_FORM =
            Pattern.compile("(?:(\\d{1,7})h)?(?:(\\d{1,7})m(?!s))?(?:(\\d{1,7})s)?(?:(\\d{1,7})ms)?");

    private Quantities() {}

    /** Bytes a second: a size as {@link Sizes} reads it, then {@code /s}. */
    public static OptionalLong bytesPerSecond(String text) {
        String stripped = text.strip();
        return stripped.endsWith("/s")
                ? Sizes.parse(stripped.substring(0, stripped.length() - 2))
                : OptionalLong.empty();
    }

    /** Whole hours, minutes, seconds and milliseconds in this order, each with its unit. */
    public static Optional<Duration> length(String text) {
        Matcher matcher = LENGTH_FORM.matcher(text);
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
}
