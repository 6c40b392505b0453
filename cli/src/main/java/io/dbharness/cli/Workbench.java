package io.dbharness.cli;

import io.dbharness.cli.option.RunSettings;
import io.dbharness.exec.StopSignal;
import io.dbharness.experiment.RunListener;
import io.dbharness.experiment.RunRequest;
import io.dbharness.experiment.RunRequest.Beside;
import io.dbharness.experiment.Runner;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.target.ServerProbe;
import io.dbharness.target.Session;
import io.dbharness.target.Target;
import io.dbharness.workload.BoundWorkload;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A workload on its open target, ready to run.
 *
 * @param name     of the workload
 * @param settings what the user decided
 * @param target   open; the caller closes it
 * @param workload bound to the target
 * @param tools    what runs it
 */
record Workbench<S extends Session>(
        String name, RunSettings settings, Target<S> target, BoundWorkload<S> workload, Tools tools) {

    /**
     * What runs a plan.
     *
     * @param runner   turns requests into results
     * @param watching who follows
     * @param stop     the wish to end early
     * @param collectors make the probes that are asked beside the target
     */
    record Tools(Runner runner, Watching watching, StopSignal stop, List<Supplier<ServerProbe>> collectors) {}

    /** What the settings make of this workload. */
    RunPlan plan() {
        return settings.load().plan(workload);
    }

    RunListener listener() {
        return tools.watching().listener();
    }

    WorkloadFacts facts() {
        return new WorkloadFacts(name, settings.parameters().values());
    }

    /** Brings the data set into the state that all runs need. */
    void prepare(RunPlan plan, Path directory) {
        tools.runner().prepare(request(plan, directory), settings.policy(), settings.loaders(), listener());
    }

    /** Runs the plan and leaves everything about its result in the directory. */
    RunResult run(RunPlan plan, Path directory) {
        RunResult result = tools.runner().run(request(plan, directory), listener());
        new ResultFiles(directory).writeDerived();
        return result;
    }

    private RunRequest<S> request(RunPlan plan, Path directory) {
        return new RunRequest<>(
                name,
                settings.parameters(),
                workload,
                target,
                plan,
                directory,
                tools.stop(),
                new Beside(tools.collectors(), settings.collecting().limits()));
    }
}
