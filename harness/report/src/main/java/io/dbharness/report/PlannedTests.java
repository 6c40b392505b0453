package io.dbharness.report;

import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.analysis.Interval;
import io.dbharness.result.analysis.Welch;

/**
 * Corrects comparisons for a number of tests that was fixed before the first run: looks at growing results, times candidates. The chance of
 * one false difference among all of them is at most 5 %, however the looks depend on each other (Bonferroni's inequality; Dunn, Journal of the
 * American Statistical Association 56, 1961; for repeated looks see Jennison and Turnbull, Group Sequential Methods, 2000, chapter 2). The
 * intervals hold at all looks together.
 *
 * @param number of tests, at least 1
 */
public record PlannedTests(int number) {

    private static final int HALVINGS = 100;
    private static final double MOST_ERRORS = 1e6;

    /** Returns a comparison that has not been adjusted, with the p value and the interval that hold at every look. */
    public Comparison adjust(Comparison one) {
        if (number == 1 || one.runs() < Comparison.MIN_RUNS) {
            return one;
        }
        double middle = Math.log(one.ratio());
        double half = criticalErrors(one.degreesOfFreedom()) * one.standardError();
        return new Comparison(
                one.ratio(),
                new Interval(Math.exp(middle - half), Math.exp(middle + half)),
                Math.min(1, number * one.p()),
                one.standardError(),
                one.degreesOfFreedom(),
                number,
                one.runs(),
                one.polarity());
    }

    /** Student's critical value of one of the tests, by bisection. */
    private double criticalErrors(double degreesOfFreedom) {
        double low = 0;
        double high = MOST_ERRORS;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (new Welch(middle, 1, degreesOfFreedom).p() > (1 - Interval.CONFIDENCE) / number) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
