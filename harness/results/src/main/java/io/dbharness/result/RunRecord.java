package io.dbharness.result;

import io.dbharness.exec.RunCounts;
import io.dbharness.exec.RunCounts.Pending;
import io.dbharness.load.ClosedLoop;
import io.dbharness.measure.Counts;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.measure.Quantiles;
import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.RunResult.Shift;
import io.dbharness.result.RunResult.Window;
import io.dbharness.result.analysis.Interval;
import io.dbharness.result.analysis.PercentileSupport;
import io.dbharness.result.analysis.SteadyState;
import io.dbharness.result.analysis.SumError;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetInfo;
import io.dbharness.workload.Check;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Everything known when a run has ended, before it is judged.
 *
 * @param origin     where the result comes from
 * @param operations the workload's operations
 * @param target     as read back from the server
 * @param plan       what was asked
 * @param tally      what was recorded
 * @param accounts   what the users say
 * @param conditions under which the load was sent
 */
@Internal
public record RunRecord(
        Origin origin,
        List<Operation> operations,
        TargetInfo target,
        RunPlan plan,
        Tally tally,
        RunCounts accounts,
        Conditions conditions) {

    private static final double NANOS = 1e9;
    /** Percentiles whose missing intervals are named. */
    private static final List<String> NAMED = List.of("p50", "p90", "p99");

    /**
     * Where a result comes from.
     *
     * @param id          the result's id
     * @param createdAt   ISO 8601, UTC
     * @param tool        what ran
     * @param workload    name and parameters
     * @param environment of the client
     */
    public record Origin(
            String id,
            String createdAt,
            RunResult.Tool tool,
            RunResult.WorkloadFacts workload,
            Map<String, String> environment) {}

    /**
     * The conditions under which a load was sent.
     *
     * @param faults what was done to the server on purpose
     * @param health how the generator fared
     * @param server what the server told about itself
     * @param agents the processes that sent the load together; none if one did
     */
    public record Conditions(
            List<Recovery.Done> faults, GeneratorHealth health, ServerStatistics server, List<AgentResult> agents) {}

    /**
     * The result with its scores, caveats and verdict.
     *
     * @param checks before and after
     */
    public RunResult judge(List<Check> checks) {
        SteadyState steady = tally.steadyState(plan.load());
        GeneratorHealth health = conditions.health;
        boolean undisturbed = conditions.faults.isEmpty();
        double warmUp = (accounts.windows().measureFrom() - accounts.windows().start()) / NANOS;
        RunResult measured = new RunResultBuilder()
                .id(origin.id)
                .createdAt(origin.createdAt)
                .tool(origin.tool)
                .workload(origin.workload)
                .target(new RunResult.TargetFacts(
                        target.product(), target.version(), Secret.masked(target.url()), target.settings()))
                .environment(origin.environment)
                .plan(planFacts())
                .windows(List.of(new Window("warmup", warmUp), new Window("measure", seconds())))
                .totals(totals())
                .throughputPerSecond(throughput(steady))
                .combined(combined())
                .operations(operations.stream().map(this::result).toList())
                .steps(steps())
                .checks(checks)
                .health(new RunResult.Health(
                        health.cpuShare(),
                        health.collectionShare(),
                        LatencyResult.of(tally.dispatch()),
                        LatencyResult.of(health.hiccups()),
                        health.cpus(),
                        health.peakHeapBytes(),
                        health.delays()))
                .server(conditions.server)
                .agents(conditions.agents)
                .intervals95(intervals())
                .build();
        List<Caveat> caveats = new ArrayList<>(target.caveats());
        caveats.addAll(Assessment.of(measured, accounts, meanResponseNanos(), steady));
        tally.stall(plan.load(), planFacts().closed() && undisturbed).ifPresent(caveats::add);
        if (undisturbed && !Assessment.CHANGED.contains(steady.kind())) {
            tally.responseTrend(plan.load()).ifPresent(caveats::add);
        }
        unknown(measured).ifPresent(caveats::add);
        plan.limits().precision().map(this::precision).ifPresent(caveats::add);
        Map<String, Double> scores =
                Scorecard.of(measured).map(card -> card.scores(measured)).orElse(Map.of());
        Scorecard.of(measured).ifPresent(card -> caveats.addAll(card.caveats(measured, scores)));
        caveats.sort(Comparator.comparing(Caveat::severity).reversed());
        return measured.judged(scores, caveats);
    }

    /** The figures that have no interval although there are samples enough: how long a run would have one. */
    private Optional<Caveat> unknown(RunResult measured) {
        List<String> figures = new ArrayList<>();
        int intervals = tally.intervals();
        if (measured.throughputPerSecond().ci95().isEmpty() && intervals >= SumError.FEWEST) {
            figures.add(String.format(
                    Locale.ROOT, "throughput (at least %.0f s)", SumError.FEWEST_CORRELATED * tally.intervalSeconds()));
        }
        LatencyResult response = measured.combined("total").orElseThrow().response();
        for (String name : NAMED) {
            double quantile = Quantiles.of(name);
            long effective = response.effectiveSamples().getOrDefault(name, 0L);
            if (effective > 0 && PercentileSupport.of(effective, quantile) == PercentileSupport.UNSUPPORTED) {
                double longer = (double) PercentileSupport.INDICATIVE.samplesNeeded(quantile) / effective;
                figures.add(String.format(
                        Locale.ROOT,
                        "%s (%d requests are worth %d independent ones; about %.0f s)",
                        name,
                        response.count(),
                        effective,
                        longer * seconds()));
            }
        }
        return figures.isEmpty()
                ? Optional.empty()
                : Optional.of(Caveat.note(
                        "NO_INTERVAL",
                        "requests are slow together, so this run is too short for a 95 % confidence interval of "
                                + String.join(", ", figures)));
    }

    /** Reports the standard error of the mean rate of a measurement that it was to end. */
    private Caveat precision(Precision asked) {
        RateError error = tally.rateError();
        String figures = "the standard error of the mean rate is " + error.against(asked);
        return error.reaches(asked)
                ? Caveat.note("PRECISION_REACHED", figures)
                : Caveat.note("PRECISION_MISSED", figures + "; the measurement ended before");
    }

    private double seconds() {
        return accounts.windows().measuredNanos() / NANOS;
    }

    private RunResult.PlanFacts planFacts() {
        return RunResult.PlanFacts.of(
                plan.load().describe(),
                plan.load() instanceof ClosedLoop,
                new RunResult.PlanFacts.Size(
                        plan.load().users(), plan.connections(), plan.dedicated() ? "dedicated" : "leased"),
                plan.seed().value(),
                plan.retry().maxAttempts(),
                plan.factors(),
                LoadFacts.of(plan));
    }

    /** {@code intended} and {@code pending} come from the users, the rest from the recorder: the identities hold two counts together. */
    private RunResult.Totals totals() {
        Counts all = operations.stream().map(o -> tally.measured(o).counts()).reduce(Counts.ZERO, Counts::plus);
        return RunResult.Totals.of(
                new RunResult.Totals.Sent(
                        accounts.starts() + accounts.skipped() + accounts.backlog(),
                        all.started(),
                        accounts.skipped(),
                        accounts.backlog()),
                new RunResult.Totals.Ended(
                        all.completed(),
                        all.failed(),
                        all.retried(),
                        accounts.pending().size()));
    }

    private RunResult.Throughput throughput(SteadyState steady) {
        long completed = operations.stream().mapToLong(tally::completedInside).sum();
        List<Double> ci95 =
                tally.batches().throughput(operations).map(Interval::ends).orElse(List.of());
        List<Shift> shifts = switch (steady.kind()) {
            case SHIFT, BURST_CREDITS ->
                steady.shifts().stream()
                        .map(s -> new Shift(s.at() * tally.intervalSeconds(), s.before(), s.after()))
                        .toList();
            default -> List.of();
        };
        return new RunResult.Throughput(completed / seconds(), ci95, shifts, tally.recoveries(conditions.faults));
    }

    /** Returns the intervals of each operation's throughput and of the shares that failed. */
    private Map<String, List<Double>> intervals() {
        Map<String, List<Double>> intervals = new TreeMap<>();
        tally.batches().failedShare(operations).ifPresent(interval -> intervals.put("errors", share(interval)));
        for (Operation operation : operations) {
            List<Operation> alone = List.of(operation);
            tally.batches()
                    .throughput(alone)
                    .ifPresent(interval -> intervals.put(named("throughput", operation), interval.ends()));
            tally.batches()
                    .failedShare(alone)
                    .ifPresent(interval -> intervals.put(named("errors", operation), share(interval)));
        }
        return intervals;
    }

    private static List<Double> share(Interval interval) {
        return List.of(Math.max(0, interval.low()), Math.min(1, interval.high()));
    }

    private static String named(String metric, Operation operation) {
        return new Metric(metric, Optional.of(operation.name())).toString();
    }

    /** The columns read, write and total; only the last where the workload has nothing but transactions. */
    private List<CombinedResult> combined() {
        List<CombinedResult> columns = new ArrayList<>();
        for (OperationKind kind : List.of(OperationKind.READ, OperationKind.WRITE)) {
            List<Operation> ofKind =
                    operations.stream().filter(o -> o.kind() == kind).toList();
            if (!ofKind.isEmpty() && ofKind.size() < operations.size()) {
                // A skipped or unsent request was never drawn, so it belongs to no kind.
                columns.add(combined(kind.name().toLowerCase(Locale.ROOT), ofKind, 0, Map.of()));
            }
        }
        columns.add(combined("total", operations, accounts.skipped(), accounts.unsent()));
        return columns;
    }

    private CombinedResult combined(String name, List<Operation> together, long skipped, Map<Long, Long> unsent) {
        LatencyHistogram response = new LatencyHistogram();
        LatencyHistogram service = new LatencyHistogram();
        for (Operation operation : together) {
            response.add(tally.measured(operation).response());
            service.add(tally.measured(operation).service());
        }
        List<Pending> pending = pending(together);
        List<Batches.Cells> responses = tally.batches().responses(together);
        return new CombinedResult(
                name,
                LatencyResult.of(response, ages(pending), 0, responses, Map.of()),
                LatencyResult.of(service, running(pending), 0, tally.batches().services(together), Map.of()),
                LatencyResult.of(response, ages(pending), skipped, responses, unsent));
    }

    private OperationResult result(Operation operation) {
        OperationInterval measured = tally.measured(operation);
        Counts counts = measured.counts();
        List<Operation> alone = List.of(operation);
        List<Pending> pending = pending(alone);
        return OperationResult.of(
                operation.name(),
                operation.kind(),
                new OperationResult.OperationCounts(
                        counts.started(),
                        counts.completed(),
                        counts.rolledBack(),
                        counts.failed(),
                        names(counts.failedBy()),
                        names(counts.retriesBy()),
                        pending.size()),
                tally.completedInside(operation) / seconds(),
                new OperationResult.Latencies(
                        LatencyResult.of(
                                measured.response(),
                                ages(pending),
                                0,
                                tally.batches().responses(alone),
                                Map.of()),
                        LatencyResult.of(
                                measured.service(),
                                running(pending),
                                0,
                                tally.batches().services(alone),
                                Map.of()),
                        LatencyResult.of(measured.connectionWait()),
                        LatencyResult.of(measured.failedResponse())));
    }

    private static Map<String, Long> names(Map<?, Long> counts) {
        return counts.entrySet().stream()
                .collect(Collectors.toMap(e -> String.valueOf(e.getKey()), Map.Entry::getValue));
    }

    private List<Pending> pending(List<Operation> of) {
        Set<String> names = of.stream().map(Operation::name).collect(Collectors.toSet());
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

    private List<RunResult.StepResult> steps() {
        List<RunResult.StepResult> steps = new ArrayList<>();
        tally.steps().forEach((name, service) -> {
            if (service.count() > 0) {
                steps.add(new RunResult.StepResult(
                        name, service.count(), service.count() / seconds(), LatencyResult.of(service)));
            }
        });
        return steps;
    }

    /** Mean response time over all operations, for Little's law; 0 when nothing completed. */
    private double meanResponseNanos() {
        LatencyHistogram all = new LatencyHistogram();
        operations.forEach(o -> {
            all.add(tally.measured(o).response());
            all.add(tally.measured(o).failedResponse());
        });
        return all.meanNanos();
    }
}
