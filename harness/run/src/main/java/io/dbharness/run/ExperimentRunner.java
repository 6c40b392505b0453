package io.dbharness.run;

import io.dbharness.exec.StopSignal;
import io.dbharness.experiment.Experiment;
import io.dbharness.model.HarnessException;
import io.dbharness.plan.RunPlan;
import io.dbharness.request.RunSpec.JudgingSpec;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.result.Verdict;
import io.dbharness.run.RunOutcome.Judgement;
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
 * Runs an experiment, each run in its own directory: {@code run-001}, {@code run-002} and so on. An existing result is read instead, so
 * that a killed experiment continues where it ended. Writes the report, also of a partial experiment. Not thread-safe.
 *
 * @param workload  name and parameters of a plan's workload; existing results of any other are rejected
 * @param directory directory of the experiment
 * @param record    plan of the experiment
 * @param judging   conditions that fail the results
 * @param listener  receives progress
 * @param stop      ends the experiment after the run in progress
 */
record ExperimentRunner(
        Function<RunPlan, WorkloadFacts> workload,
        Path directory,
        ExperimentRecord record,
        JudgingSpec judging,
        RunListener listener,
        StopSignal stop) {

    /** Tolerance for the rounding of durations, in seconds. */
    private static final double ROUNDING = 1e-3;

    private record Completion(List<RunResult> results, boolean complete) {}

    /**
     * Makes runs until the experiment is complete or the user stops it.
     *
     * @param once runs a plan and writes its result into a directory, which contains no result and need not exist
     * @throws HarnessException if the directory contains a run of another experiment. Exceptions of {@code once} are passed on; earlier
     *         runs are kept
     */
    RunOutcome run(Experiment experiment, BiFunction<RunPlan, Path, RunResult> once) {
        ExperimentDirectory files = new ExperimentDirectory(directory);
        try {
            Completion completion = runAll(experiment, once);
            record.write(directory);
            Map<String, RunResult> evidence = files.conclusiveRuns();
            Judgement judgement = Judgement.of(judging, evidence).write(evidence, directory);
            return new RunOutcome(completion.results(), completion.complete(), judgement);
        } finally {
            if (ExperimentRecord.isIn(directory)) {
                files.writeDerived();
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
                // Not earlier: the directory of another experiment must not change.
                record.write(directory);
            }
            // The total number of runs of a search, a ramp or a trial is not known.
            listener.label(
                    !record.planned().isEmpty()
                            ? number + "/" + record.planned().size()
                            : "" + number);
            listener.step("run " + ExperimentRecord.run(number, plan.factors())
                    + (found.isPresent() ? " is already complete" : ""));
            RunResult result = found.isPresent() ? found.get() : once.apply(plan, run);
            results.add(result);
            if (result.cutShort()) {
                return new Completion(results, false);
            }
        }
    }

    /** Returns the result of an earlier run; renames the directory of an unfinished one. */
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
        ExperimentDirectory.archive(run);
        return Optional.empty();
    }

    /** Throws if the result does not belong to the plan. */
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
                    + "; repeat the options of that experiment to continue it, or give another --out");
        }
    }

    /** Compares the measured times. A run may end early for a reason, but may not measure longer than planned. */
    private static void compareWindows(List<String> differences, RunResult result, RunPlan plan) {
        double measured = result.measuredSeconds();
        double planned = plan.timeline().measurement().toNanos() / 1e9;
        boolean mayEndEarly = result.verdict() != Verdict.VALID
                || plan.limits().count().isPresent()
                || plan.limits().precision().isPresent();
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
