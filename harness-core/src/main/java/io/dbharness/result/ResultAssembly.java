package io.dbharness.result;

import io.dbharness.exec.Accounts;
import io.dbharness.load.ClosedLoop;
import io.dbharness.measure.Counts;
import io.dbharness.measure.Distribution;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.measure.OperationInterval;
import io.dbharness.model.Operation;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.OperationResult.OperationCounts;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.RunResult.Window;
import io.dbharness.result.analysis.MeanInterval;
import java.util.List;
import java.util.Map;
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
        long[] ages = accounts.pending().stream()
                .filter(p -> p.operation().equals(operation.name()))
                .mapToLong(Accounts.Pending::ageNanos)
                .toArray();
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
                        ages.length),
                tally.completedInside(operation) / seconds,
                LatencyResult.of(measured.response(), ages),
                LatencyResult.of(measured.service(), ages),
                LatencyResult.of(measured.connectionWait()),
                LatencyResult.of(measured.failedResponse()));
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

    Throughput throughput(List<Operation> operations) {
        long completed = operations.stream().mapToLong(tally::completedInside).sum();
        List<Double> ci95 = MeanInterval.of(tally.throughputs())
                .map(mean -> List.of(mean.interval95().low(), mean.interval95().high()))
                .orElse(List.of());
        return new Throughput(completed / seconds, ci95);
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
