package io.dbharness.report;

import io.dbharness.experiment.Factor;
import io.dbharness.model.Internal;
import io.dbharness.study.Digits;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/** Numbers as reports print them: at most four significant digits, a point for the decimals whatever the locale. */
@Internal
public final class Numbers {

    public static final double NANOS_PER_MILLI = 1e6;

    private static final int THOUSANDTHS = 3;
    /** Latencies are recorded in steps of about 10 ns; more decimals of a millisecond would be invented. */
    private static final int MOST_DECIMALS = 5;

    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_EVEN);

    /** From here on, a percentage has no decimals. */
    private static final double WHOLE_PERCENT = 10;

    /** Enough for nine nines as a percentage. */
    private static final MathContext TICK_DIGITS = new MathContext(9, RoundingMode.HALF_EVEN);

    private Numbers() {}

    /** For example {@code 12.50}, {@code 1235}, {@code 12350} for 12345.6. */
    public static String of(double value) {
        return Double.isInfinite(value) ? Double.toString(value) : Digits.four(value);
    }

    /** Formats without trailing zeros, for example {@code 0.5}, {@code 250}, {@code 12k}, {@code 1.5M}: short, as axes need it. */
    public static String tick(double value) {
        if (Math.abs(value) >= 1e6) {
            return plain(value / 1e6) + "M";
        }
        return Math.abs(value) >= 1e4 ? plain(value / 1e3) + "k" : plain(value);
    }

    private static String plain(double value) {
        return new BigDecimal(value).round(TICK_DIGITS).stripTrailingZeros().toPlainString();
    }

    /** With all its digits. */
    static String exact(double value) {
        return Double.isFinite(value) ? Factor.text(value) : Double.toString(value);
    }

    /**
     * A value and the larger distance to the ends of its interval, with as many decimals as the value, for example {@code 1129 ± 77}.
     *
     * @param interval both ends, or empty for the value alone
     */
    static String plusMinus(double value, List<Double> interval) {
        String text = of(value);
        if (interval.isEmpty() || !Double.isFinite(value)) {
            return text;
        }
        double half = Math.max(interval.get(1) - value, value - interval.get(0));
        BigDecimal rounded =
                new BigDecimal(half).setScale(Math.max(0, new BigDecimal(text).scale()), RoundingMode.HALF_EVEN);
        return text + " ± " + (rounded.signum() == 0 ? of(half) : rounded.toPlainString());
    }

    /** Nanoseconds as milliseconds, with three digits below one of them, to the hundredth of a microsecond at most. */
    public static String millis(double nanos) {
        double millis = nanos / NANOS_PER_MILLI;
        if (!Double.isFinite(millis) || Math.abs(millis) >= 1 || millis == 0) {
            return seconds(millis);
        }
        BigDecimal number = new BigDecimal(millis).round(THREE_DIGITS);
        int decimals = Math.max(THOUSANDTHS, Math.min(MOST_DECIMALS, number.scale()));
        return number.setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** Seconds, to the millisecond at most. */
    public static String seconds(double seconds) {
        if (Double.isInfinite(seconds)) {
            return LatencyCell.INFINITE;
        }
        String text = of(seconds);
        BigDecimal number = new BigDecimal(text);
        return number.scale() > THOUSANDTHS
                ? number.setScale(THOUSANDTHS, RoundingMode.HALF_EVEN).toPlainString()
                : text;
    }

    /** A share as reports print it: in percent, whole from 10 on and with two significant digits below, for example {@code 3.2 %}. */
    public static String percent(double share) {
        return inPercent(share, RoundingMode.HALF_EVEN) + " %";
    }

    /** The number alone, for sentences that have one sign for two numbers. */
    static String inPercent(double share, RoundingMode rounding) {
        double percent = 100 * share;
        if (!Double.isFinite(percent)) {
            return of(percent);
        }
        BigDecimal exact = new BigDecimal(percent);
        BigDecimal rounded = Math.abs(percent) < WHOLE_PERCENT
                ? exact.round(new MathContext(2, rounding))
                : exact.setScale(0, rounding);
        return rounded.signum() == 0 ? "0" : plain(rounded.doubleValue());
    }
}
