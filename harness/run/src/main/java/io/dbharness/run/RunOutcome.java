package io.dbharness.run;

import io.dbharness.model.Caveat.Severity;
import io.dbharness.model.FileWork;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.JUnitReport;
import io.dbharness.request.RunSpec.JudgingSpec;
import io.dbharness.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs that have ended, and the outcomes of the conditions of their specification. Immutable.
 *
 * @param results   result of every run, in order
 * @param complete  true if every run was completed; false if the runs were stopped or lost their target, and the last may be cut short
 * @param judgement outcomes of the conditions
 */
public record RunOutcome(List<RunResult> results, boolean complete, Judgement judgement) {

    public RunOutcome {
        results = List.copyOf(results);
    }

    /**
     * Returns the result of a single run.
     *
     * @throws IllegalStateException if there are several runs, or none
     */
    public RunResult result() {
        if (results.size() != 1) {
            throw new IllegalStateException(results.size() + " runs; use results()");
        }
        return results.get(0);
    }

    /**
     * The outcomes of {@code --fail-if} conditions, and what follows from them. Immutable.
     *
     * @param conditions         outcome of each condition
     * @param failOnInconclusive true if an inconclusive condition is a failure too
     * @param latenciesRefused   true if latencies are SUSPECT because of the client and the user refuses such results
     */
    public record Judgement(ConditionOutcomes conditions, boolean failOnInconclusive, boolean latenciesRefused) {

        private static final String FILE = "junit.xml";

        /**
         * Evaluates the conditions.
         *
         * @param results results that are evidence, by the name of the run, in order
         */
        static Judgement of(JudgingSpec judging, Map<String, RunResult> results) {
            boolean refused = judging.strictLatency()
                    && results.values().stream()
                            .flatMap(result -> result.caveats().stream())
                            .anyMatch(caveat -> caveat.concernsLatencyOnly() && caveat.severity() != Severity.NOTE);
            return new Judgement(
                    ConditionOutcomes.of(judging.failIf(), results, judging.baseline(), judging.strict()),
                    judging.failOnInconclusive(),
                    refused);
        }

        /** Writes the outcomes where pages and build servers look for them; without conditions, older ones are removed. */
        Judgement write(Map<String, RunResult> results, Path directory) {
            conditions.write(directory);
            if (!conditions.outcomes().isEmpty()) {
                Path file = directory.resolve(FILE);
                FileWork.run(
                        "write " + file,
                        () -> Files.writeString(file, new JUnitReport().report(conditions.suites(results))));
            }
            return this;
        }

        /** Returns true if the conditions reject the runs. */
        public boolean failed() {
            return latenciesRefused || conditions.anyHolds() || (failOnInconclusive && conditions.anyInconclusive());
        }

        /** Returns true if an inconclusive outcome must be reported although it rejects nothing. */
        public boolean warns() {
            return conditions.anyInconclusive() && !failOnInconclusive;
        }

        /** Returns a sentence for each reason to reject the runs. */
        public List<String> reasons() {
            List<String> reasons = new ArrayList<>();
            if (latenciesRefused) {
                reasons.add("the client has inflated the latencies");
            }
            conditions.outcomes().stream()
                    .filter(outcome -> outcome.holds() || (failOnInconclusive && outcome.failed()))
                    .forEach(outcome -> reasons.add(outcome.sentence()));
            return reasons;
        }
    }
}
