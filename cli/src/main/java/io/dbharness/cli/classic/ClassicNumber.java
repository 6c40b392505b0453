package io.dbharness.cli.classic;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses numbers of cassandra-stress, which may end in k, m or b for thousands, millions or billions. */
final class ClassicNumber {

    private static final Pattern WHOLE = Pattern.compile("([0-9]{1,15})([kmb]?)");
    private static final Pattern FIXED = Pattern.compile("~?fixed\\(([^()]*)\\)");
    private static final Pattern LAST = Pattern.compile("[^(]*\\((?:[^,()]*?\\.\\.+)?([^,().]+)(?:,[^()]*)?\\)");
    private static final long MOST = 1_000_000_000_000_000L;

    private ClassicNumber() {}

    static Optional<Long> parse(String text) {
        Matcher matcher = WHOLE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long factor = (long) Math.pow(1_000, " kmb".indexOf(matcher.group(2).isEmpty() ? " " : matcher.group(2)));
        long value = Long.parseLong(matcher.group(1));
        return value <= MOST / factor ? Optional.of(value * factor) : Optional.empty();
    }

    /** The number of {@code FIXED(N)}. */
    static Optional<Long> fixed(String text) {
        Matcher matcher = FIXED.matcher(text.toLowerCase(Locale.ROOT));
        return matcher.matches() ? parse(matcher.group(1)) : Optional.empty();
    }

    /** The largest number of a distribution such as {@code gaussian(1..10M,5)}. */
    static Optional<Long> most(String distribution) {
        Matcher matcher = LAST.matcher(distribution);
        return matcher.matches() ? parse(matcher.group(1)) : Optional.empty();
    }
}
