package io.dbharness.sql.profile;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of rows that a statement must read or change.
 *
 * @param least minimum, 0 or more
 * @param most  maximum, not below the minimum
 */
public record Expected(long least, long most) {

    /** At least one row, because an empty answer is a failure unless the profile allows it. */
    static final Expected SOME = new Expected(1, Long.MAX_VALUE);

    static final String FORMS = "a number of rows (1), a range of it (0..1), '>= 1' or any";

    private static final Expected ANY = new Expected(0, Long.MAX_VALUE);
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,18})\\s*\\.\\.\\s*([0-9]{1,18})");
    private static final Pattern AT_LEAST = Pattern.compile(">=\\s*([0-9]{1,18})");

    /** Parses a text; empty if it has none of the {@link #FORMS}. */
    static Optional<Expected> parse(String given) {
        String text = given.strip();
        Matcher range = RANGE.matcher(text);
        Matcher atLeast = AT_LEAST.matcher(text);
        if (text.equals("any")) {
            return Optional.of(ANY);
        } else if (text.matches("[0-9]{1,18}")) {
            return Optional.of(new Expected(Long.parseLong(text), Long.parseLong(text)));
        } else if (atLeast.matches()) {
            return Optional.of(new Expected(Long.parseLong(atLeast.group(1)), Long.MAX_VALUE));
        }
        return Optional.of(range)
                .filter(Matcher::matches)
                .map(found -> new Expected(Long.parseLong(found.group(1)), Long.parseLong(found.group(2))))
                .filter(expected -> expected.least <= expected.most);
    }

    /** Returns true if the number of rows is allowed. */
    public boolean allows(long rows) {
        return rows >= least && rows <= most;
    }

    /** Returns the text for messages. */
    @Override
    public String toString() {
        if (most == Long.MAX_VALUE) {
            return least + " or more";
        }
        return least == most ? String.valueOf(least) : least + " to " + most;
    }
}
