package io.dbharness.cli.option;

import io.dbharness.result.Condition;
import io.dbharness.result.RunResult;
import java.util.List;
import java.util.Optional;

/**
 * What must not be true of a result.
 *
 * @param failIf             the run has failed if one of them holds
 * @param baseline           what they compare with
 * @param strict             whether point values decide, whatever their confidence intervals
 * @param failOnInconclusive whether a condition that cannot be answered is a failure too
 */
public record JudgingSettings(
        List<Condition> failIf, Optional<RunResult> baseline, boolean strict, boolean failOnInconclusive) {

    public JudgingSettings {
        failIf = List.copyOf(failIf);
    }
}
