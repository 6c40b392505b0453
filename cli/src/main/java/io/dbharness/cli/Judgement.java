package io.dbharness.cli;

import io.dbharness.model.Caveat.Severity;
import io.dbharness.model.FileWork;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.JUnitReport;
import io.dbharness.result.RunResult;
import io.dbharness.spec.RunSpec.JudgingSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the conditions of {@code --fail-if} say of some results, and what follows.
 *
 * @param outcomes           what they say
 * @param failOnInconclusive whether a condition that cannot be answered is a failure too
 * @param latenciesRefused   whether latencies are suspect for the client's sake, and the user does not want such
 */
record Judgement(ConditionOutcomes outcomes, boolean failOnInconclusive, boolean latenciesRefused) {

    private static final String FILE = "junit.xml";

    /**
     * Asks the conditions, and writes the answers where reports and build servers look for them.
     *
     * @param results by the name of the run, in order
     */
    static Judgement write(JudgingSpec settings, Map<String, RunResult> results, Path directory) {
        ConditionOutcomes outcomes =
                ConditionOutcomes.of(settings.failIf(), results, settings.baseline(), settings.strict());
        outcomes.write(directory);
        if (!settings.failIf().isEmpty()) {
            Path file = directory.resolve(FILE);
            FileWork.run(
                    "write " + file, () -> Files.writeString(file, new JUnitReport().report(outcomes.suites(results))));
        }
        boolean refused = settings.strictLatency()
                && results.values().stream()
                        .flatMap(result -> result.caveats().stream())
                        .anyMatch(c -> c.concernsLatencyOnly() && c.severity() != Severity.NOTE);
        return new Judgement(outcomes, settings.failOnInconclusive(), refused);
    }

    /** Whether the user is to be told that something was not found out, which does not fail the command. */
    boolean warns() {
        return outcomes.anyInconclusive() && !failOnInconclusive;
    }

    int exitCode() {
        if (latenciesRefused) {
            return ExitCode.RUN_INVALID;
        }
        if (outcomes.anyHolds()) {
            return ExitCode.CONDITION_HOLDS;
        }
        return outcomes.anyInconclusive() && failOnInconclusive ? ExitCode.INCONCLUSIVE : ExitCode.OK;
    }
}
