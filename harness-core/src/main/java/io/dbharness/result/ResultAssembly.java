package io.dbharness.result;

import io.dbharness.exec.Accounts;
import io.dbharness.exec.Accounts.Pending;
import io.dbharness.load.ClosedLoop;
import io.dbharness.measure.Counts;
import io.dbharness.measure.Distribution;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.measure.OperationInterval;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.OperationResult.OperationCounts;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.Shift;
import io.dbharness.result.RunResult.StepResult;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.RunResult.Window;
import io.dbharness.result.analysis.MeanInterval;
import io.dbharness.result.analysis.SteadyState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Turns what was recorded and counted into the parts of a result. Pure. */
final class ResultAssembly {

    private static final double NANOS = 1e9;

    private final Tally tally;
    private final Accounts accounts;
    private final double seconds;

    ResultAssembly(Tally tally, Accounts accounts) {
        this.tally = tally;
        this.accounts = accounts;
        this.seconds = accounts.windows().measuredNanos() / NANOS;
    }

    List<OperationResult> operations(List<Operation> operations) {
        return operations.stream().map(this::operation).toList();
    }

    private OperationResult operation(Operation operation) {
        OperationInterval measured = tally.measured(operation);
        Counts counts = measured.counts();
        List<Pending> pending = pending(List.of(operation));
        return new OperationResult(
                operation.name(),
                operation.kind(),
                new OperationCounts(
                        counts.started(),
                        counts.completed(),
                        counts.rolledBack(),
                        counts.failed(),
                        names(counts.failedBy()),
                        names(counts.retriesBy()),
                        pending.size()),
                tally.completedInside(operation) / seconds,
                LatencyResult.of(measured.response(), ages(pending), 0),
                LatencyResult.of(measured.service(), running(pending), 0),
                LatencyResult.of(measured.connectionWait()),
                LatencyResult.of(measured.failedResponse()));
    }

    List<StepResult> steps() {
        return tally.steps().entrySet().stream()
                .map(step -> new StepResult(
                        step.getKey(),
                        step.getValue().count(),
                        step.getValue().count() / seconds,
                        LatencyResult.of(step.getValue())))
                .toList();
    }

    private List<Pending> pending(List<Operation> operations) {
        Set<String> names = operations.stream().map(Operation::name).collect(Collectors.toSet());
        return accounts.pending().stream()
                .filter(p -> names.contains(p.operation()))
                .toList();
    }

    private static List<Long> ages(List<Pending> pending) {
        return pending.stream().map(Pending::ageNanos).toList();
    }

    private static List<Long> running(List<Pending> pending) {
        return pending.stream().map(Pending::runningNanos).toList();
    }

    /** The columns read, write and total; only the last where the workload has nothing but transactions. */
    List<CombinedResult> combined(List<Operation> operations) {
        List<CombinedResult> columns = new ArrayList<>();
        for (OperationKind kind : List.of(OperationKind.READ, OperationKind.WRITE)) {
            List<Operation> ofKind =
                    operations.stream().filter(o -> o.kind() == kind).toList();
            if (!ofKind.isEmpty() && ofKind.size() < operations.size()) {
                // A skipped request was never drawn, so it belongs to no kind.
                columns.add(combined(kind.name().toLowerCase(Locale.ROOT), ofKind, 0));
            }
        }
        columns.add(combined("total", operations, accounts.skipped()));
        return columns;
    }

    private CombinedResult combined(String name, List<Operation> operations, long skipped) {
        Distribution response = new Distribution();
        Distribution service = new Distribution();
        for (Operation operation : operations) {
            response.add(tally.measured(operation).response());
            service.add(tally.measured(operation).service());
        }
        List<Pending> pending = pending(operations);
        return new CombinedResult(
                name,
                LatencyResult.of(response, ages(pending), 0),
                LatencyResult.of(service, running(pending), 0),
                LatencyResult.of(response, ages(pending), skipped));
    }

    private static Map<String, Long> names(Map<?, Long> counts) {
        return counts.entrySet().stream()
                .collect(Collectors.toMap(e -> String.valueOf(e.getKey()), Map.Entry::getValue));
    }

    /** {@code intended} and {@code pending} come from the users, the rest from the recorder: the identities hold two counts together. */
    Totals totals(List<Operation> operations) {
        Counts all = operations.stream().map(o -> tally.measured(o).counts()).reduce(Counts.ZERO, Counts::plus);
        return new Totals(
                accounts.starts() + accounts.skipped() + accounts.backlog(),
                all.started(),
                accounts.skipped(),
                accounts.backlog(),
                all.completed(),
                all.failed(),
                all.retried(),
                accounts.pending().size());
    }

    Throughput throughput(List<Operation> operations, SteadyState steady) {
        long completed = operations.stream().mapToLong(tally::completedInside).sum();
        List<Double> ci95 = MeanInterval.of(tally.throughputs())
                .map(mean -> List.of(mean.interval95().low(), mean.interval95().high()))
                .orElse(List.of());
        return new Throughput(completed / seconds, ci95, shifts(steady));
    }

    private List<Shift> shifts(SteadyState steady) {
        return switch (steady.kind()) {
            case SHIFT, BURST_CREDITS ->
                steady.shifts().stream()
                        .map(s -> new Shift(s.at() * tally.intervalSeconds(), s.before(), s.after()))
                        .toList();
            default -> List.of();
        };
    }

    List<Window> windows() {
        double warmUp = (accounts.windows().measureFrom() - accounts.windows().start()) / NANOS;
        return List.of(new Window("warmup", warmUp), new Window("measure", seconds));
    }

    Health health(GeneratorHealth seen) {
        return new Health(
                seen.cpuShare(),
                seen.collectionShare(),
                LatencyResult.of(tally.dispatch()),
                LatencyResult.of(seen.hiccups()),
                seen.cpus(),
                seen.peakHeapBytes());
    }

    static PlanFacts plan(RunPlan plan) {
        return new PlanFacts(
                plan.load().describe(),
                plan.load() instanceof ClosedLoop,
                plan.load().users(),
                plan.connections(),
                plan.dedicated() ? "dedicated" : "leased",
                plan.seed().value(),
                plan.retry().maxAttempts(),
                plan.factors());
    }

    /** Mean response time over all operations, for Little's law; 0 when nothing completed. */
    double meanResponseNanos(List<Operation> operations) {
        Distribution all = new Distribution();
        operations.forEach(o -> {
            all.add(tally.measured(o).response());
            all.add(tally.measured(o).failedResponse());
        });
        return all.meanNanos();
    }
}
