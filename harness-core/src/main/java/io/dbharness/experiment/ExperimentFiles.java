package io.dbharness.experiment;

import io.dbharness.model.HarnessException;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.result.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What an experiment makes of the runs it finds in its directory. */
final class ExperimentFiles {

    /** Of a duration in seconds. */
    private static final double ROUNDING = 1e-3;

    private ExperimentFiles() {}

    /** Throws unless the result is one that the plan would have given. */
    static void requireMade(RunResult result, WorkloadFacts workload, RunPlan plan, Path run) {
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
        return factors.isEmpty()
                ? "none"
                : factors.entrySet().stream()
                        .map(f -> f.getKey() + " " + f.getValue())
                        .collect(Collectors.joining(", "));
    }

    /** Renames the directory of a run that did not end; nothing that was measured is deleted. */
    static void putAside(Path run) {
        try {
            for (int n = 1; ; n++) {
                Path aside = run.resolveSibling(run.getFileName() + "-unfinished-" + n);
                if (!Files.exists(aside)) {
                    Files.move(run, aside);
                    return;
                }
            }
        } catch (IOException e) {
            throw new HarnessException("cannot put aside the unfinished " + run + ": " + e.getMessage(), e);
        }
    }
}
