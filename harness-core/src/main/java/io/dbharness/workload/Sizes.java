package io.dbharness.workload;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes such as {@code 512}, {@code 10k} or {@code 5GB}, in powers of 1024, or one of a few words.
 *
 * @param words allowed beside sizes
 * @param most  bytes
 * @param empty whether nothing is allowed, too
 */
public record Sizes(List<String> words, long most, boolean empty) implements Parameter.Domain {

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,12})([kmgt]?)b?");
    private static final String UNITS = "kmgt";
    private static final int BITS_A_UNIT = 10;

    public Sizes {
        words = List.copyOf(words);
    }

    /** Bytes; empty for anything that is no size. */
    public static OptionalLong parse(String text) {
        Matcher matcher = TEXT.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int unit = matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2)) + 1;
        return OptionalLong.of(Long.parseLong(matcher.group(1)) << (unit * BITS_A_UNIT));
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
        String sizes = "a size from 1 to " + most + " bytes such as 512, 10k or 5GB";
        return words.isEmpty() ? sizes : String.join(", ", words) + " or " + sizes;
    }
}
