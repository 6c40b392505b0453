package io.dbharness.experiment;

import io.dbharness.model.Internal;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.result.RunResult;
import java.util.List;
import java.util.Optional;

/**
 * A series of rising levels that ends where throughput grows no more, as the automatic number of threads of cassandra-stress does: when the
 * mean gain of the last three levels is below 0 or, for runs that end by the standard error of their mean rate, that of the last five is
 * below this error.
 *
 * @param levels each over the one before it
 */
@Internal
public record Ramp(RunSeries levels) implements Experiment {

    private static final int FEW = 3;
    private static final int MORE = 5;

    @Override
    public Optional<RunPlan> next(List<RunResult> soFar) {
        return levels.next(soFar).filter(plan -> {
            double error = plan.limits().precision().map(Precision::error).orElse(Double.NEGATIVE_INFINITY);
            return grows(soFar, FEW, 0) && grows(soFar, MORE, error);
        });
    }

    /** Returns true if the throughput of the last levels grew by this share on average, or there are too few of them to say. */
    private static boolean grows(List<RunResult> soFar, int gains, double least) {
        int runs = soFar.size();
        if (runs < gains + 1) {
            return true;
        }
        double sum = 0;
        for (int run = runs - gains; run < runs; run++) {
            double before = soFar.get(run - 1).throughputPerSecond().value();
            sum += (soFar.get(run).throughputPerSecond().value() - before) / before;
        }
        return sum / gains >= least;
    }
}
