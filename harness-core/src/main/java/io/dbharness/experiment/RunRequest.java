package io.dbharness.experiment;

import io.dbharness.exec.StopSignal;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.target.ServerProbe;
import io.dbharness.target.Session;
import io.dbharness.target.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

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
 * @param collectors make the probes that are asked beside the target's own, new ones for each run
 */
public record RunRequest<S extends Session>(
        String name,
        Parameters parameters,
        BoundWorkload<S> workload,
        Target<S> target,
        RunPlan plan,
        Path directory,
        StopSignal stop,
        List<Supplier<ServerProbe>> collectors) {

    public RunRequest {
        Objects.requireNonNull(directory, "directory");
        collectors = List.copyOf(collectors);
    }

    /** Of a run beside which only its target is asked. */
    public RunRequest(
            String name,
            Parameters parameters,
            BoundWorkload<S> workload,
            Target<S> target,
            RunPlan plan,
            Path directory,
            StopSignal stop) {
        this(name, parameters, workload, target, plan, directory, stop, List.of());
    }

    /** All probes of one run. */
    List<ServerProbe> probes() {
        return Stream.concat(Stream.of(target.probe()), collectors.stream().map(Supplier::get))
                .toList();
    }

    Seed seed() {
        return plan.seed();
    }
}
