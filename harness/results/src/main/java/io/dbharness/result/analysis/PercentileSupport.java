package io.dbharness.result.analysis;

import io.dbharness.measure.Quantiles;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;

/**
 * How well a percentile is supported by a number of independent samples: by the number expected beyond it, k = n (1 − q), and by
 * whether order statistics bound it (David and Nagaraja, Order Statistics, section 7.1).
 */
public enum PercentileSupport {
    /** At least ten samples are expected beyond it. */
    SOLID(""),
    /** A two-sided 95 % interval of order statistics exists, but it is wide: k is at least about ln 40 = 3.69. */
    INDICATIVE("*"),
    /** No such interval exists: another run may well give something else. */
    UNSUPPORTED("**");

    /** Explains the marks. */
    public static final String LEGEND =
            "* fewer than 10 samples are expected beyond this percentile: indicative; ** fewer than 3.7: not supported";

    /** Where this many samples are expected beyond, the uncertainty of their number is about a third. */
    public static final double SOLID_BEYOND = 10;

    /** Chance left on each side of a 95 % interval. */
    private static final double SIDE = (1 - Interval.CONFIDENCE) / 2;
    /** Guards whole sample numbers against the last bit of a quotient. */
    private static final double LAST_BITS = 1e-12;
    /** 1 − 0.999999999 is not 1e-9 in binary; six digits restore what was meant. */
    private static final MathContext MEANT = new MathContext(6);

    private final String mark;

    PercentileSupport(String mark) {
        this.mark = mark;
    }

    /** Returns the mark printed behind a percentile; empty for a solid one. */
    public String mark() {
        return mark;
    }

    public static PercentileSupport of(long samples, double quantile) {
        if (samples >= SOLID.samplesNeeded(quantile)) {
            return SOLID;
        }
        return samples >= INDICATIVE.samplesNeeded(quantile) ? INDICATIVE : UNSUPPORTED;
    }

    /** Samples from which a percentile is in this class; divided by the rate, the run length it needs. */
    public long samplesNeeded(double quantile) {
        double beyond = beyond(quantile);
        return switch (this) {
            case SOLID -> ceil(SOLID_BEYOND / beyond);
            // The largest of n samples is below the quantile with probability q^n, which must not exceed SIDE.
            case INDICATIVE -> ceil(Math.log(SIDE) / Math.log1p(-beyond));
            case UNSUPPORTED -> 1;
        };
    }

    /** Returns true if less than one sample is expected beyond the percentile, so that it is the maximum. */
    public static boolean isMaximum(long samples, double quantile) {
        return samples * beyond(quantile) * (1 + LAST_BITS) < 1;
    }

    /** Names of the rows of the percentile table that are solid, in order. */
    public static List<String> solidRows(long samples) {
        return Quantiles.BY_NAME.entrySet().stream()
                .filter(row -> of(samples, row.getValue()) == SOLID)
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Ranks of the order statistics between which the true percentile lies with 95 % confidence, if samples are independent. Upper rank
     * n + 1 means that there is no upper bound, lower rank 0 that there is no lower one.
     */
    public static Ranks ranks95(long samples, double quantile) {
        if (samples > Integer.MAX_VALUE) {
            double spread = Math.sqrt(samples * quantile * beyond(quantile));
            double half = Probabilities.normalQuantile(SIDE) * spread;
            return new Ranks(
                    Math.max(0, (long) Math.floor(samples * quantile - half)),
                    Math.min(samples + 1, ceil(samples * quantile + half) + 1));
        }
        return new Ranks(
                Probabilities.binomialQuantile(samples, quantile, 1 - SIDE),
                Probabilities.binomialQuantile(samples, quantile, SIDE) + 1);
    }

    /**
     * How many independent samples are worth as much as correlated ones of this number: those among which the share below the quantile has
     * the same 95 % interval (effective sample size; Korn and Graubard, Survey Methodology 24, 1998). At most the number itself.
     *
     * @param samples correlated ones
     * @param below   the error of how many of them are below the quantile
     */
    public static long effectiveSamples(long samples, double quantile, SumError below) {
        double spread = Probabilities.normalQuantile(SIDE) * Math.sqrt(samples * quantile * beyond(quantile));
        double ratio = spread / Math.max(spread, below.half95());
        return (long) (samples * ratio * ratio);
    }

    /** Ranks of two order statistics, counted from 1. */
    public record Ranks(long low, long high) {}

    private static double beyond(double quantile) {
        return BigDecimal.valueOf(1 - quantile).round(MEANT).doubleValue();
    }

    private static long ceil(double value) {
        return (long) Math.ceil(value * (1 - LAST_BITS));
    }
}
