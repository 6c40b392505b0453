package io.dbharness.cql;

import io.dbharness.workload.Parameter;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time in whole seconds, such as {@code 90s} or {@code 30d}; {@code 0} for none. */
record Spans() implements Parameter.Domain {

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})([smhd]?)");
    private static final String UNITS = "smhd";
    private static final int[] SECONDS = {1, 60, 3_600, 86_400};
    /** The longest TTL that Cassandra takes: twenty years. */
    private static final long MOST = 630_720_000;

    /** Seconds; empty for anything that is no such length. */
    static OptionalInt parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches() || (matcher.group(2).isEmpty() && !text.equals("0"))) {
            return OptionalInt.empty();
        }
        int unit = matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2));
        long seconds = Long.parseLong(matcher.group(1)) * SECONDS[unit];
        return seconds > MOST ? OptionalInt.empty() : OptionalInt.of((int) seconds);
    }

    @Override
    public String label() {
        return "TIME";
    }

    @Override
    public boolean contains(String text) {
        return parse(text).isPresent();
    }

    @Override
    public String expectation() {
        return "0 or a time such as 90s, 30m, 12h or 30d, at most 7300d";
    }
}
