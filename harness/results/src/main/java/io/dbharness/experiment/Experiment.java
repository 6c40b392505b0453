package io.dbharness.experiment;

import io.dbharness.model.Internal;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.RunResult;
import java.util.List;
import java.util.Optional;

/** Decides what to run next, given the results so far. Pure, so that a killed experiment resumes from its files. */
@Internal
@FunctionalInterface
public interface Experiment {

    /** The next plan, or nothing when the experiment is complete. */
    Optional<RunPlan> next(List<RunResult> soFar);
}
