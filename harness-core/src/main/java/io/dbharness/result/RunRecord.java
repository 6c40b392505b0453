package io.dbharness.result;

import io.dbharness.exec.Accounts;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.model.Caveat;
import io.dbharness.model.Operation;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.RunResult.TargetFacts;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.result.analysis.SteadyState;
import io.dbharness.target.TargetInfo;
import io.dbharness.workload.Check;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Everything known when a run has ended, before it is judged.
 *
 * @param id          the result's id
 * @param createdAt   ISO 8601, UTC
 * @param tool        what ran
 * @param workload    name and parameters
 * @param operations  the workload's operations
 * @param target      as read back from the server
 * @param environment of the client
 * @param plan        what was asked
 * @param tally       what was recorded
 * @param accounts    what the users say
 * @param health      how the generator fared
 * @param server      what the server told about itself
 * @param checks      before and after
 */
public record RunRecord(
        String id,
        String createdAt,
        Tool tool,
        WorkloadFacts workload,
        List<Operation> operations,
        TargetInfo target,
        Map<String, String> environment,
        RunPlan plan,
        Tally tally,
        Accounts accounts,
        GeneratorHealth health,
        ServerStatistics server,
        List<Check> checks) {

    /** The same run with further checks. */
    public RunRecord checked(List<Check> more) {
        List<Check> all = new ArrayList<>(checks);
        all.addAll(more);
        return new RunRecord(
                id,
                createdAt,
                tool,
                workload,
                operations,
                target,
                environment,
                plan,
                tally,
                accounts,
                health,
                server,
                all);
    }

    /** The result with its scores, caveats and verdict. */
    public RunResult judge() {
        ResultAssembly assembly = new ResultAssembly(tally, accounts);
        SteadyState steady = tally.steadyState();
        RunResult measured = new RunResult(
                RunResult.SCHEMA_VERSION,
                id,
                createdAt,
                tool,
                workload,
                new TargetFacts(target.product(), target.version(), target.url(), target.settings()),
                environment,
                ResultAssembly.plan(plan),
                assembly.windows(),
                assembly.totals(operations),
                assembly.throughput(operations, steady),
                assembly.combined(operations),
                assembly.operations(operations),
                assembly.steps(),
                Map.of(),
                checks,
                assembly.health(health),
                server,
                Verdict.VALID,
                List.of());
        List<Caveat> caveats = new ArrayList<>(target.caveats());
        caveats.addAll(Assessment.of(measured, accounts, assembly.meanResponseNanos(operations), steady));
        Map<String, Double> scores = Map.of();
        Optional<Scorecard> scorecard = scorecard();
        if (scorecard.isPresent()) {
            scores = scorecard.get().scores(measured);
            caveats.addAll(scorecard.get().caveats(measured, scores));
        }
        caveats.sort(Comparator.comparing(Caveat::severity).reversed());
        return measured.judged(scores, caveats);
    }

    private Optional<Scorecard> scorecard() {
        return ServiceLoader.load(Scorecard.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(s -> s.knows(workload.name()))
                .findFirst();
    }
}
