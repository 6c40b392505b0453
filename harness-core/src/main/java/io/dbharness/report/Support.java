package io.dbharness.report;

import io.dbharness.result.analysis.PercentileSupport;

/** How a report marks a percentile, by how well the number of samples supports it. */
enum Support {
    SOLID(""),
    /** A two-sided 95 % interval from order statistics exists, but it is wide. */
    INDICATIVE("*"),
    /** No such interval exists: another run may well give something else. */
    UNSUPPORTED("**"),
    /** Not one sample is expected beyond it: the percentile is the maximum. */
    MAXIMUM("");

    private final String mark;

    Support(String mark) {
        this.mark = mark;
    }

    static Support of(long samples, double quantile) {
        return switch (PercentileSupport.of(samples, quantile)) {
            case SOLID -> SOLID;
            case INDICATIVE -> INDICATIVE;
            case UNSUPPORTED -> PercentileSupport.isMaximum(samples, quantile) ? MAXIMUM : UNSUPPORTED;
        };
    }

    /** What is printed behind the value. */
    String mark() {
        return mark;
    }
}
