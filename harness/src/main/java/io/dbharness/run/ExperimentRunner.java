package io.dbharness.run;

import io.dbharness.exec.StopSignal;
import io.dbharness.experiment.Experiment;
import io.dbharness.model.HarnessException;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.result.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Runs an experiment, each run in a directory of its own: {@code run-001}, {@code run-002} and so on. A run whose result is there
 * already is read instead, so an experiment that was killed goes on where it ended. Leaves the report, also of a part. One thread.
 *
 * @param workload  name and parameters that a plan is run with: results of any other are refused
 * @param directory of the whole experiment
 * @param record    what is to be made
 * @param listener  follows
 * @param stop      ends the experiment; the run in progress is its last
 */
public record ExperimentRunner(
        Function<RunPlan, WorkloadFacts> workload,
        Path directory,
        ExperimentRecord record,
        RunListener listener,
        StopSignal stop) {

    /** Of a duration in seconds. */
    private static final double ROUNDING = 1e-3;

    /**
     * An experiment that has ended.
     *
     * @param results  of every run, in order
     * @param complete whether the experiment came to its own end; otherwise it was stopped or lost its target, and the last result may
     *     be that of the run that was cut short
     */
    public record Completion(List<RunResult> results, boolean complete) {
        public Completion {
            results = List.copyOf(results);
        }
    }

    /**
     * Runs until the experiment or its user has had enough.
     *
     * @param once runs a plan and leaves its result in a directory, which may not exist and holds none
     * @throws HarnessException when the directory holds a run that this experiment would not have made; whatever {@code once} throws
     *     passes through, and the runs before it are kept
     */
    Completion run(Experiment experiment, BiFunction<RunPlan, Path, RunResult> once) {
        try {
            Completion completion = runAll(experiment, once);
            record.write(directory);
            return completion;
        } finally {
            if (ExperimentRecord.isIn(directory)) {
                new ExperimentDirectory(directory).writeDerived();
            }
        }
    }

    private Completion runAll(Experiment experiment, BiFunction<RunPlan, Path, RunResult> once) {
        List<RunResult> results = new ArrayList<>();
        while (true) {
            Optional<RunPlan> next = experiment.next(List.copyOf(results));
            if (next.isEmpty() || stop.requested()) {
                return new Completion(results, next.isEmpty());
            }
            RunPlan plan = next.get();
            int number = results.size() + 1;
            Path run = directory.resolve(String.format(Locale.ROOT, "run-%03d", number));
            Optional<RunResult> found = found(run, plan);
            if (found.isEmpty()) {
                // Not earlier: a directory that holds another experiment is left as it is.
                record.write(directory);
            }
            // Of how many, unless that shows only on the way.
            listener.label(
                    record.searches().isEmpty()
                            ? number + "/" + record.planned().size()
                            : "" + number);
            listener.step("run " + ExperimentRecord.run(number, plan.factors())
                    + (found.isPresent() ? " is there already" : ""));
            RunResult result = found.isPresent() ? found.get() : once.apply(plan, run);
            results.add(result);
            if (result.cutShort()) {
                return new Completion(results, false);
            }
        }
    }

    /** The result of a run that was made before; what is left of one that did not end is put aside. */
    private Optional<RunResult> found(Path run, RunPlan plan) {
        if (!Files.exists(run)) {
            return Optional.empty();
        }
        if (Files.exists(run.resolve(ResultCodec.FILE))) {
            RunResult result = new ResultCodec().read(run);
            requireMade(result, workload.apply(plan), plan, run);
            if (!result.cutShort()) {
                return Optional.of(result);
            }
        }
        ExperimentDirectory.putAside(run);
        return Optional.empty();
    }

    /** Throws unless the result is one that the plan would have given. */
    private static void requireMade(RunResult result, WorkloadFacts workload, RunPlan plan, Path run) {
        List<String> differences = new ArrayList<>();
        PlanFacts found = result.plan();
        compare(differences, "workload", workload(result.workload()), workload(workload));
        compare(differences, "factors", factors(found.factors()), factors(plan.factors()));
        compare(differences, "load", found.load(), plan.load().describe());
        compare(differences, "users", found.users(), plan.load().users());
        compare(differences, "connections", found.connections(), plan.connections());
        compare(differences, "seed", found.seed(), plan.seed().value());
        compareWindows(differences, result, plan);
        if (!differences.isEmpty()) {
            throw new HarnessException(run + " holds a run of another experiment: " + String.join("; ", differences)
                    + "; repeat the options of that experiment to go on with it, or give another --out");
        }
    }

    /** A run may have had its reasons to end early, but not to measure longer than planned. */
    private static void compareWindows(List<String> differences, RunResult result, RunPlan plan) {
        double measured = result.measuredSeconds();
        double planned = plan.timeline().measurement().toNanos() / 1e9;
        boolean mayEndEarly =
                result.verdict() != Verdict.VALID || plan.limits().count().isPresent();
        if (measured > planned + ROUNDING || (measured < planned - ROUNDING && !mayEndEarly)) {
            compare(differences, "measured time", measured + " s", planned + " s");
        }
    }

    private static void compare(List<String> differences, String what, Object found, Object wanted) {
        if (!found.equals(wanted)) {
            differences.add(what + " is " + found + ", not " + wanted);
        }
    }

    private static String workload(WorkloadFacts workload) {
        return workload.name() + (workload.parameters().isEmpty() ? "" : " " + factors(workload.parameters()));
    }

    private static String factors(Map<String, String> factors) {
        return factors.isEmpty() ? "none" : ExperimentRecord.words(factors);
    }
}
