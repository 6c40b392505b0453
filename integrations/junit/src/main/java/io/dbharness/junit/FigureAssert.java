package io.dbharness.junit;

import io.dbharness.report.Numbers;
import io.dbharness.result.Metric;

/** Assertions on a rate, a share or a score. Each assertion leads back to the run, for the next one. */
public final class FigureAssert {

    private final RunResultAssert run;
    private final Metric metric;

    FigureAssert(RunResultAssert run, Metric metric) {
        this.run = run;
        this.metric = metric;
    }

    public RunResultAssert isLessThan(double limit) {
        return require("<", limit);
    }

    public RunResultAssert isLessThanOrEqualTo(double limit) {
        return require("<=", limit);
    }

    public RunResultAssert isGreaterThan(double limit) {
        return require(">", limit);
    }

    public RunResultAssert isGreaterThanOrEqualTo(double limit) {
        return require(">=", limit);
    }

    private RunResultAssert require(String sign, double limit) {
        return run.require(metric, sign, limit, Numbers.of(limit));
    }
}
