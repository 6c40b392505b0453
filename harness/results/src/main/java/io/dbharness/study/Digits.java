package io.dbharness.study;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalInt;

/** Numbers as tables print them: a point for the decimals whatever the locale, no separators. */
public final class Digits {

    private static final MathContext THREE = new MathContext(3, RoundingMode.HALF_EVEN);
    private static final MathContext FOUR = new MathContext(4, RoundingMode.HALF_EVEN);
    /** Beyond this, a change that is printed with one decimal would look like none. */
    private static final double SMALL_PERCENT = 0.1;

    private Digits() {}

    /** Four significant digits, more before the point where there are more. */
    public static String four(double value) {
        return significant(value, FOUR);
    }

    /** Three, as four. */
    static String three(double value) {
        return significant(value, THREE);
    }

    private static String significant(double value, MathContext digits) {
        if (value == 0 || Double.isInfinite(value) || Double.isNaN(value)) {
            return value == 0 ? "0" : Double.isInfinite(value) ? "infinite" : "NaN";
        }
        BigDecimal rounded = new BigDecimal(value).round(digits);
        int decimals = Math.max(0, digits.getPrecision() - (rounded.precision() - rounded.scale()));
        return fixed(rounded.doubleValue(), decimals);
    }

    static String fixed(double value, int decimals) {
        return Double.isInfinite(value)
                ? "infinite"
                : BigDecimal.valueOf(value)
                        .setScale(decimals, RoundingMode.HALF_UP)
                        .toPlainString();
    }

    /** A value in a unit: as printed before if it was, else with so many decimals, else with four digits. */
    static String in(DisplayUnit unit, Value value, OptionalInt decimals) {
        double number = value.number() / unit.factor();
        Optional<Observation.Figure> same = value.printed().filter(f -> f.unit().factor() == unit.factor());
        if (same.isPresent()) {
            return fixed(number, same.get().decimals());
        }
        return decimals.isPresent() ? fixed(number, decimals.getAsInt()) : four(number);
    }

    /** A relative change: one decimal, two when it is below 0.1 %, none when there is none. */
    static String change(double ratio) {
        double percent = 100 * (ratio - 1);
        if (percent == 0) {
            return "0 %";
        }
        String number = fixed(percent, Math.abs(percent) < SMALL_PERCENT ? 2 : 1);
        return (percent > 0 ? "+" : "") + number + " %";
    }
}
