package io.dbharness.cli.classic;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One word of a classic command line.
 *
 * @param group the option it follows, such as {@code -rate}; empty for words of the command itself
 * @param name  in lower case with its sign, such as {@code threads=}, {@code n<} or {@code ratio(}; a word alone has none
 * @param value what follows the sign, as typed, without the bracket that ends it
 */
record ClassicWord(String group, String name, String value) {

    private static final Pattern FORM = Pattern.compile("([A-Za-z][A-Za-z0-9-]*)(>=|<=|=|<|>|\\()(.*)", Pattern.DOTALL);

    static ClassicWord of(String group, String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return new ClassicWord(group, text.toLowerCase(Locale.ROOT), text);
        }
        boolean list = matcher.group(2).equals("(");
        String value = matcher.group(3);
        return new ClassicWord(
                group,
                matcher.group(1).toLowerCase(Locale.ROOT) + matcher.group(2),
                list && value.endsWith(")") ? value.substring(0, value.length() - 1) : value);
    }

    boolean isSecret() {
        return name.endsWith("password=");
    }

    /** Returns true for a word without a sign, such as {@code no-warmup} or a host. */
    boolean isAlone() {
        return name.equalsIgnoreCase(value);
    }

    /** As typed, but for passwords. */
    @Override
    public String toString() {
        String text = name + (isSecret() ? "***" : value) + (name.endsWith("(") ? ")" : "");
        return (group.isEmpty() ? "" : group + " ") + (isAlone() ? value : text);
    }
}
