package io.dbharness.report;

/**
 * How well a percentile is supported by the number of samples: by how many of them are expected beyond it, {@code k = n (1 - q)}.
 */
enum Support {
    SOLID(""),
    /** A two-sided 95 % interval from order statistics exists, but it is wide. */
    INDICATIVE("*"),
    /** No such interval exists: another run may well give something else. */
    UNSUPPORTED("**"),
    /** Not one sample is expected beyond it: the percentile is the maximum. */
    MAXIMUM("");

    /** Where this many samples are expected beyond, about a third of their number is the uncertainty of the rank. */
    private static final double SOLID_BEYOND = 10;
    /** Smallest k with (1 - k/n)^n at most 2.5 %: ln 40. */
    private static final double INDICATIVE_BEYOND = Math.log(40);
    /** Keeps 10,000,000 samples solid at six nines, where 1 - q is not exact in binary. */
    private static final double ROUNDING = 1e-6;

    private final String mark;

    Support(String mark) {
        this.mark = mark;
    }

    static Support of(long samples, double quantile) {
        double beyond = samples * (1 - quantile) * (1 + ROUNDING);
        if (beyond >= SOLID_BEYOND) {
            return SOLID;
        }
        if (beyond >= INDICATIVE_BEYOND) {
            return INDICATIVE;
        }
        return beyond >= 1 ? UNSUPPORTED : MAXIMUM;
    }

    /** What is printed behind the value. */
    String mark() {
        return mark;
    }
}
