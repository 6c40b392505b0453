package io.dbharness.junit;

import io.dbharness.report.Numbers;
import io.dbharness.result.Metric;
import java.time.Duration;

/** Assertions on a response time. Each assertion leads back to the run, for the next one. */
public final class LatencyAssert {

    private final RunResultAssert run;
    private final Metric metric;

    LatencyAssert(RunResultAssert run, Metric metric) {
        this.run = run;
        this.metric = metric;
    }

    public RunResultAssert isLessThan(Duration limit) {
        return require("<", limit);
    }

    public RunResultAssert isLessThanOrEqualTo(Duration limit) {
        return require("<=", limit);
    }

    public RunResultAssert isGreaterThan(Duration limit) {
        return require(">", limit);
    }

    private RunResultAssert require(String sign, Duration limit) {
        double nanos = (double) limit.toNanos();
        return run.require(metric, sign, nanos, Numbers.millis(nanos) + " ms");
    }
}
