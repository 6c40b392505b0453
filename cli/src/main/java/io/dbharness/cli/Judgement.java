package io.dbharness.cli;

import io.dbharness.model.Caveat.Severity;
import io.dbharness.model.FileWork;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.JUnitReport;
import io.dbharness.request.RunSpec.JudgingSpec;
import io.dbharness.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Evaluates {@code --fail-if} conditions against results and derives the exit code.
 *
 * @param outcomes           outcomes of the conditions
 * @param failOnInconclusive true if an inconclusive condition is a failure too
 * @param latenciesRefused   true if latencies are SUSPECT because of the client and the user refuses such results
 */
record Judgement(ConditionOutcomes outcomes, boolean failOnInconclusive, boolean latenciesRefused) {

    private static final String FILE = "junit.xml";

    /**
     * Asks the conditions, and writes the answers where reports and build servers look for them.
     *
     * @param results by the name of the run, in order
     * @param reports writes the reports again, which show the answers
     */
    static Judgement write(JudgingSpec settings, Map<String, RunResult> results, Path directory, Runnable reports) {
        ConditionOutcomes outcomes =
                ConditionOutcomes.of(settings.failIf(), results, settings.baseline(), settings.strict());
        if (outcomes.write(directory)) {
            reports.run();
        }
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

    /** Returns true if an inconclusive outcome must be reported although it does not fail the command. */
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
