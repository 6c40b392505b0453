package io.dbharness.study;

import io.dbharness.quantity.Unit.Dimension;
import java.util.Optional;
import java.util.Set;

/**
 * A unit for printing numbers. Times are kept in nanoseconds and shares from 0 to 1, as {@link io.dbharness.result.Metric} has them;
 * every other unit is only a word.
 *
 * @param name as in a file; {@code %} is of shares, {@code percent} of numbers that are percentages already
 */
public record DisplayUnit(String name) {

    public static final DisplayUnit NONE = new DisplayUnit("");

    public static final DisplayUnit MILLIS = new DisplayUnit("ms");
    public static final DisplayUnit SHARE = new DisplayUnit("%");

    /** Those that numbers are converted from and to; {@code h} or {@code m} in a published table is only a word. */
    private static final Set<String> CONVERTED = Set.of("ns", "us", "ms", "s", "min", "%");

    /** How much one of it is in the unit that numbers are kept in. */
    double factor() {
        return known().map(unit -> unit.toBase(1)).orElse(1.0);
    }

    boolean isTime() {
        return known().filter(unit -> unit.dimension() == Dimension.TIME).isPresent();
    }

    private Optional<io.dbharness.quantity.Unit> known() {
        return CONVERTED.contains(name) ? io.dbharness.quantity.Unit.of(name) : Optional.empty();
    }

    /** As printed. */
    public String word() {
        return name.equals("percent") ? "%" : name;
    }
}
