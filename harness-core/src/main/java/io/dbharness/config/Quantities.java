package io.dbharness.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with a unit: sizes, bandwidths and lengths of time, as users write them. */
public final class Quantities {

    /** What {@link #bytes} reads, for messages. */
    public static final String SIZE = "a size with its unit, such as 8k, 512MiB, 4GiB or 250GB";

    /** What {@link #bytesPerSecond} reads, for messages. */
    public static final String BANDWIDTH = "a bandwidth such as 125MB/s or 600MiB/s";

    /** What {@link #length} reads, for messages. */
    public static final String LENGTH = "a time with its unit, such as 90s, 5m, 1h30m or 500ms";

    private static final Pattern SIZE_FORM = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s?([kKMGT])?(iB|B)?");
    private static final Pattern LENGTH_FORM =
            Pattern.compile("(?:(\\d{1,7})h)?(?:(\\d{1,7})m(?!s))?(?:(\\d{1,7})s)?(?:(\\d{1,7})ms)?");
    private static final Map<String, Integer> POWERS = Map.of("", 0, "K", 1, "M", 2, "G", 3, "T", 4);
    private static final int BINARY = 1024;
    private static final int DECIMAL = 1000;

    private Quantities() {}

    /**
     * Bytes. A letter alone and {@code iB} count in powers of 1024, as block sizes do ({@code 8k} is 8,192); {@code kB}, {@code MB},
     * {@code GB} and {@code TB} count in powers of 1000, as disks are sold.
     */
    public static OptionalLong bytes(String text) {
        Matcher matcher = SIZE_FORM.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        String letter = matcher.group(2) == null ? "" : matcher.group(2).toUpperCase(Locale.ROOT);
        int base = "B".equals(matcher.group(3)) ? DECIMAL : BINARY;
        BigDecimal bytes = new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(base).pow(POWERS.getOrDefault(letter, 0)));
        try {
            return OptionalLong.of(bytes.longValueExact());
        } catch (ArithmeticException e) {
            // A part of a byte, or more than a long holds: no size.
            return OptionalLong.empty();
        }
    }

    /** Bytes a second: a size, then {@code /s}. */
    public static OptionalLong bytesPerSecond(String text) {
        String stripped = text.strip();
        return stripped.endsWith("/s") ? bytes(stripped.substring(0, stripped.length() - 2)) : OptionalLong.empty();
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
