package io.dbharness.cli;

import io.dbharness.cli.HostFigures.Where;
import io.dbharness.cli.option.RunSettings;
import io.dbharness.model.UsageException;
import io.dbharness.target.Session;
import io.dbharness.target.Target;
import io.dbharness.target.TargetSpec;
import io.dbharness.target.simulated.SimulatedTarget;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Rehearsal;
import io.dbharness.workload.Workload;
import java.util.List;
import java.util.function.Supplier;

/**
 * A target and how a workload is bound to it.
 *
 * @param target open
 * @param where  the target is
 * @param bind   asks the target, which may not answer
 */
record Meeting<S extends Session>(Target<S> target, Where where, Supplier<BoundWorkload<S>> bind) {

    /** Opens the target; any workload can be rehearsed on a simulation. */
    // Safe: the kinds of session are compared first.
    @SuppressWarnings("unchecked")
    static <S extends Session> Meeting<?> of(
            Services services, TargetSpec spec, Workload<S> workload, RunSettings settings) {
        Target<?> target = services.target(spec.url()).open(spec);
        Where where = new Where(spec.url(), target.data().or(spec::dataDir));
        if (target instanceof SimulatedTarget simulated) {
            return new Meeting<>(simulated, where, () -> new Rehearsal(workload.rehearse(settings.parameters())));
        }
        if (!workload.sessionType().isAssignableFrom(target.sessionType())) {
            target.close();
            throw new UsageException(
                    List.of("the workload " + workload.descriptor().name()
                            + " cannot talk to this kind of --target; its own is "
                            + workload.descriptor().defaultTarget()));
        }
        Target<S> fitting = (Target<S>) target;
        return new Meeting<>(fitting, where, () -> workload.bind(fitting, settings.parameters()));
    }
}
