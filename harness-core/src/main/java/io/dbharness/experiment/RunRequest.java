package io.dbharness.experiment;

import io.dbharness.exec.StopSignal;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.target.Session;
import io.dbharness.target.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import java.nio.file.Path;
import java.util.Objects;

/**
 * One run, bound to its target.
 *
 * @param name       the workload's name
 * @param parameters its parameters
 * @param workload   bound
 * @param target     open; the caller closes it
 * @param plan       when and how to send
 * @param directory  where the files go; created, must not hold a result
 * @param stop       the wish to end early
 */
public record RunRequest<S extends Session>(
        String name,
        Parameters parameters,
        BoundWorkload<S> workload,
        Target<S> target,
        RunPlan plan,
        Path directory,
        StopSignal stop) {

    public RunRequest {
        Objects.requireNonNull(directory, "directory");
    }

    Seed seed() {
        return plan.seed();
    }
}
