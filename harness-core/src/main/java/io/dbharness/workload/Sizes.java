package io.dbharness.workload;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes such as {@code 512}, {@code 8k}, {@code 4GiB} or {@code 250GB}, or one of a few words. Everything in which a user gives an amount
 * of data reads it in this way.
 *
 * @param words allowed beside sizes
 * @param most  bytes
 * @param empty whether nothing is allowed, too
 */
public record Sizes(List<String> words, long most, boolean empty) implements Parameter.Domain {

    /** What {@link #parse} reads, for messages. */
    public static final String SIZE = "a size such as 8k, 512MiB, 4GiB or 250GB";

    private static final Pattern TEXT =
            Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,6})?) ?(?:([kmgt])(ib|b)?|b)?", Pattern.CASE_INSENSITIVE);
    private static final String UNITS = "kmgt";
    private static final int BINARY = 1024;
    private static final int DECIMAL = 1000;

    public Sizes {
        words = List.copyOf(words);
    }

    /**
     * Bytes; empty for anything that is no size. A letter alone and {@code iB} count in powers of 1024, as blocks do ({@code 8k} is 8,192);
     * {@code kB}, {@code MB}, {@code GB} and {@code TB} count in powers of 1000, as disks are sold.
     */
    public static OptionalLong parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        String letter = matcher.group(2) == null ? "" : matcher.group(2).toLowerCase(Locale.ROOT);
        int base = "b".equalsIgnoreCase(matcher.group(3)) ? DECIMAL : BINARY;
        int power = letter.isEmpty() ? 0 : UNITS.indexOf(letter) + 1;
        BigDecimal bytes = new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(base).pow(power));
        try {
            return OptionalLong.of(bytes.longValueExact());
        } catch (ArithmeticException e) {
            // A part of a byte, or more than a long holds: no size.
            return OptionalLong.empty();
        }
    }

    @Override
    public String label() {
        return words.isEmpty() ? "SIZE" : String.join("|", words) + "|SIZE";
    }

    @Override
    public boolean contains(String text) {
        if (text.isEmpty() || words.contains(text)) {
            return empty || !text.isEmpty();
        }
        OptionalLong bytes = parse(text);
        return bytes.isPresent() && bytes.getAsLong() >= 1 && bytes.getAsLong() <= most;
    }

    @Override
    public String expectation() {
        String sizes = SIZE + ", from 1 to " + most + " bytes";
        return words.isEmpty() ? sizes : String.join(", ", words) + " or " + sizes;
    }
}
