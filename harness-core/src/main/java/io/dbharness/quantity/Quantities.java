package io.dbharness.quantity;

import io.dbharness.quantity.Unit.Dimension;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads numbers with units as users write them, in options, files and addresses. Each method answers with nothing when the text is not
 * what it reads; the constants name for messages what it does read. Numbers with a unit have at most nine digits before and nine after
 * the point, and no sign. No range is checked: whether 0 makes sense is for the caller to say.
 */
public final class Quantities {

    /** Describes the texts that {@link #duration} accepts, for messages. */
    public static final String DURATION = "a time with its unit, such as 90s, 5m, 1h30m or 500ms";

    /** Describes the texts that {@link #bytes} accepts, for messages. */
    public static final String SIZE = "a size such as 8k, 512MiB, 4GiB or 250GB";

    /** Describes the texts that {@link #bytesPerSecond} accepts, for messages. */
    public static final String BANDWIDTH = "a bandwidth such as 125MB/s or 600MiB/s";

    /** Describes the texts that {@link #perSecond} accepts, for messages. */
    public static final String RATE = "a rate such as 100/s, 0.5/s or 6000/min";

    /** Describes the texts that {@link #share} accepts, for messages. */
    public static final String SHARE = "a share such as 0.1%";

    private static final Pattern DECIMAL_NUMBER = Pattern.compile("[0-9]{1,15}(?:\\.[0-9]{1,15})?");
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(\\D*)");
    private static final Pattern WHOLE_TIMES =
            Pattern.compile("(?:(\\d{1,7})d)?(?:(\\d{1,7})h)?(?:(\\d{1,7})(?:min|m(?!s|in)))?(?:(\\d{1,7})s)?"
                    + "(?:(\\d{1,7})ms)?(?:(\\d{1,7})us)?");
    private static final List<ChronoUnit> WHOLE_UNITS = List.of(
            ChronoUnit.DAYS,
            ChronoUnit.HOURS,
            ChronoUnit.MINUTES,
            ChronoUnit.SECONDS,
            ChronoUnit.MILLIS,
            ChronoUnit.MICROS);
    private static final Pattern BYTES =
            Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,6})?) ?(?:([kmgt])(ib|b)?|b)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern COUNT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)([kKM])(|/.*)");
    private static final String PREFIXES = "kmgt";
    private static final int BINARY = 1024;
    private static final int DECIMAL = 1000;
    private static final String PER_SECOND = "/s";

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

    private Quantities() {}

    /**
     * A whole number in the digits 0 to 9, with a minus before it if it is negative. {@link Long#parseLong} takes the digits of all
     * scripts.
     */
    public static OptionalLong whole(String text) {
        return WHOLE.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /**
     * A length of time in whole numbers: days, hours, minutes, seconds, milliseconds and microseconds in this order, each with its unit,
     * for example {@code 1h30m} or {@code 500ms}. Minutes are {@code m} or {@code min}. A number alone is none.
     */
    public static Optional<Duration> duration(String text) {
        Matcher matcher = WHOLE_TIMES.matcher(text);
        if (text.isEmpty() || !matcher.matches()) {
            return Optional.empty();
        }
        Duration sum = Duration.ZERO;
        for (int i = 0; i < WHOLE_UNITS.size(); i++) {
            String digits = matcher.group(i + 1);
            sum = sum.plus(digits == null ? 0 : Long.parseLong(digits), WHOLE_UNITS.get(i));
        }
        return Optional.of(sum);
    }

    /** A time in nanoseconds that may have a fraction: {@code 22500us}, {@code 0.5ms}, {@code 1.5h}. */
    public static OptionalDouble nanos(String text) {
        return withUnit(text, Dimension.TIME);
    }

    /** A rate in requests a second: {@code 100/s}, {@code 6000/min}, {@code 1/h}; a number alone is a second, too. */
    public static OptionalDouble perSecond(String text) {
        OptionalDouble rate = withUnit(text, Dimension.RATE);
        return rate.isPresent() ? rate : withUnit(text + PER_SECOND, Dimension.RATE);
    }

    /** A share from 0 to 1, written in percent: {@code 0.1%} is 0.001. */
    public static OptionalDouble share(String text) {
        return withUnit(text, Dimension.SHARE);
    }

    /** A number with its thousands or millions written out: {@code 10000} of {@code 10k}; {@code 10k/s} likewise. Any other text stays. */
    public static String expandSuffix(String text) {
        Matcher matcher = COUNT.matcher(text);
        return matcher.matches()
                ? new BigDecimal(matcher.group(1))
                                .scaleByPowerOfTen("M".equals(matcher.group(2)) ? 6 : 3)
                                .stripTrailingZeros()
                                .toPlainString()
                        + matcher.group(3)
                : text;
    }

    /** A number without a unit, of at most 15 digits before and 15 after the point. */
    public static OptionalDouble number(String text) {
        return DECIMAL_NUMBER.matcher(text).matches()
                ? OptionalDouble.of(Double.parseDouble(text))
                : OptionalDouble.empty();
    }

    /** A number as {@link #number} reads it, without rounding. */
    public static Optional<BigDecimal> decimal(String text) {
        return DECIMAL_NUMBER.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    private static OptionalDouble withUnit(String text, Dimension dimension) {
        Matcher matcher = NUMBER.matcher(text);
        if (!matcher.matches()) {
            return OptionalDouble.empty();
        }
        double number = Double.parseDouble(matcher.group(1));
        return Unit.of(matcher.group(2))
                .filter(unit -> unit.dimension() == dimension)
                .map(unit -> OptionalDouble.of(unit.toBase(number)))
                .orElse(OptionalDouble.empty());
    }

    /**
     * A size in bytes. A letter alone and {@code iB} count in powers of 1024, as blocks do ({@code 8k} is 8,192); {@code kB}, {@code MB},
     * {@code GB} and {@code TB} count in powers of 1000, as disks are sold. A number alone is bytes. Upper and lower case mean the same.
     */
    public static OptionalLong bytes(String text) {
        Matcher matcher = BYTES.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        String letter = matcher.group(2) == null ? "" : matcher.group(2).toLowerCase(Locale.ROOT);
        int base = "b".equalsIgnoreCase(matcher.group(3)) ? DECIMAL : BINARY;
        int power = letter.isEmpty() ? 0 : PREFIXES.indexOf(letter) + 1;
        BigDecimal bytes = new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(base).pow(power));
        try {
            return OptionalLong.of(bytes.longValueExact());
        } catch (ArithmeticException e) {
            // A fraction of a byte, or more than a long holds.
            return OptionalLong.empty();
        }
    }

    /** A bandwidth in bytes a second: a size as {@link #bytes} reads it, then {@code /s}. */
    public static OptionalLong bytesPerSecond(String text) {
        String stripped = text.strip();
        return stripped.endsWith(PER_SECOND)
                ? bytes(stripped.substring(0, stripped.length() - PER_SECOND.length()))
                : OptionalLong.empty();
    }
}
