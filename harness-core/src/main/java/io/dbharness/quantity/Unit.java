package io.dbharness.quantity;

import java.util.Arrays;
import java.util.Optional;

/** The units of times, shares and rates, with every spelling that is understood. Sizes are read by {@link Quantities#bytes}. */
public enum Unit {
    NANOSECOND(Dimension.TIME, 1, 1, "ns"),
    MICROSECOND(Dimension.TIME, 1e3, 1, "us"),
    MILLISECOND(Dimension.TIME, 1e6, 1, "ms"),
    SECOND(Dimension.TIME, 1e9, 1, "s"),
    MINUTE(Dimension.TIME, 60e9, 1, "m", "min"),
    HOUR(Dimension.TIME, 3600e9, 1, "h"),
    DAY(Dimension.TIME, 86_400e9, 1, "d"),
    PERCENT(Dimension.SHARE, 1, 100, "%"),
    PER_SECOND(Dimension.RATE, 1, 1, "/s"),
    PER_MINUTE(Dimension.RATE, 1, 60, "/min"),
    PER_HOUR(Dimension.RATE, 1, 3600, "/h");

    /** The dimension of a unit; numbers are kept in the base unit named here. */
    public enum Dimension {
        /** In nanoseconds. */
        TIME,
        /** From 0 to 1. */
        SHARE,
        /** A second. */
        RATE
    }

    private final Dimension dimension;
    private final double times;
    private final double dividedBy;
    private final String spelling;
    private final String alias;

    Unit(Dimension dimension, double times, double dividedBy, String spelling) {
        this(dimension, times, dividedBy, spelling, spelling);
    }

    Unit(Dimension dimension, double times, double dividedBy, String spelling, String alias) {
        this.dimension = dimension;
        this.times = times;
        this.dividedBy = dividedBy;
        this.spelling = spelling;
        this.alias = alias;
    }

    /** The unit of a spelling such as {@code ms}, {@code %} or {@code /s}. */
    public static Optional<Unit> of(String spelling) {
        return Arrays.stream(values())
                .filter(unit -> unit.spelling.equals(spelling) || unit.alias.equals(spelling))
                .findFirst();
    }

    public Dimension dimension() {
        return dimension;
    }

    /** A number of this unit in the base unit of its dimension. */
    public double toBase(double number) {
        return number * times / dividedBy;
    }

    /** A value in the base unit as a number of this unit. */
    public double fromBase(double value) {
        return value * dividedBy / times;
    }
}
