package io.dbharness.experiment;

import io.dbharness.exec.StopSignal;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.ServerStatistics;
import io.dbharness.target.ServerProbe;
import io.dbharness.target.Session;
import io.dbharness.target.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
 * @param beside     what is known and asked beside the target
 */
public record RunRequest<S extends Session>(
        String name,
        Parameters parameters,
        BoundWorkload<S> workload,
        Target<S> target,
        RunPlan plan,
        Path directory,
        StopSignal stop,
        Beside beside) {

    public RunRequest {
        Objects.requireNonNull(directory, "directory");
    }

    /**
     * What is known and asked of the server besides what the target tells.
     *
     * @param collectors make the probes that are asked beside the target's own, new ones for each run
     * @param limits     what levels are declared to be unable to exceed; see {@link ServerStatistics#limits}
     */
    public record Beside(List<Supplier<ServerProbe>> collectors, Map<String, Double> limits) {

        static final Beside NOTHING = new Beside(List.of(), Map.of());

        public Beside {
            collectors = List.copyOf(collectors);
            limits = Map.copyOf(limits);
        }
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
        this(name, parameters, workload, target, plan, directory, stop, Beside.NOTHING);
    }

    /** All probes of one run. */
    List<ServerProbe> probes() {
        return Stream.concat(
                        Stream.of(target.probe()), beside.collectors().stream().map(Supplier::get))
                .toList();
    }

    Seed seed() {
        return plan.seed();
    }
}
