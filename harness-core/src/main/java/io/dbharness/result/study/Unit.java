package io.dbharness.result.study;

import java.util.Map;

/**
 * What a number is printed in. Times are kept in nanoseconds and shares from 0 to 1, as {@link io.dbharness.result.Metric} has them;
 * every other unit is only a word.
 *
 * @param name as in a file; {@code %} is of shares, {@code percent} of numbers that are percentages already
 */
public record Unit(String name) {

    public static final Unit NONE = new Unit("");

    static final Unit MILLIS = new Unit("ms");
    static final Unit SHARE = new Unit("%");

    private static final Map<String, Double> FACTORS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "%", 0.01);

    /** How much one of it is in the unit that numbers are kept in. */
    double factor() {
        return FACTORS.getOrDefault(name, 1.0);
    }

    boolean isTime() {
        return FACTORS.containsKey(name) && !equals(SHARE);
    }

    /** As printed. */
    public String word() {
        return name.equals("percent") ? "%" : name;
    }
}
