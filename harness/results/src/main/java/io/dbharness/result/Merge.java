package io.dbharness.result;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.model.UsageException;
import io.dbharness.result.OperationResult.OperationCounts;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.StepResult;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.RunResult.Window;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.workload.Check;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Several results as one. Histograms and counts add up, so a merged percentile is that of all requests together, never a mean of
 * percentiles. The verdict is the worst one, all caveats are kept, the workload's scores are computed again. Commutative, and associative
 * but for the last digits of the intervals of very many requests.
 */
@Internal
public final class Merge {

    /** How far apart the windows of clients that were started together may be. */
    static final double WINDOW_SECONDS = 1;

    private static final String TOTAL = "total";

    private final boolean parallel;
    /** By their parts and skipped requests: some are alike, such as response and service times of a closed loop. */
    private final Map<Map.Entry<List<List<Object>>, Long>, LatencyResult> latencies = new ConcurrentHashMap<>();

    private Merge(boolean parallel) {
        this.parallel = parallel;
    }

    /**
     * Clients that sent at the same time: users, connections and throughput add up.
     *
     * @param results at least one, of the same workload, with windows that agree within a second
     */
    public static RunResult clients(List<RunResult> results) {
        for (String phase : List.of("warmup", "measure")) {
            double[] seconds =
                    results.stream().mapToDouble(r -> r.seconds(phase)).sorted().toArray();
            if (seconds.length > 0 && seconds[seconds.length - 1] - seconds[0] > WINDOW_SECONDS) {
                throw refused("clients whose windows differ by more than " + WINDOW_SECONDS
                        + " s did not run together: " + phase + " lasted from " + seconds[0] + " to "
                        + seconds[seconds.length - 1] + " s");
            }
        }
        return new Merge(true).all(results);
    }

    /**
     * Runs of the same plan, one after the other: measured time adds up, throughput is the mean weighted by it.
     *
     * @param results at least one, of the same workload and load
     */
    public static RunResult runs(List<RunResult> results) {
        requireOnePlan(results);
        return new Merge(false).all(results);
    }

    /**
     * Merges as {@link #runs} does, but only the accounts, the throughput and the response times of all operations together, a small part
     * of the work: most distributions of a result are those of single operations. Returns a single result unchanged, and the whole merge
     * of results without a column of all operations.
     *
     * @param results at least one, of the same workload and load
     */
    public static RunResult outline(List<RunResult> results) {
        if (results.size() == 1
                || results.stream().anyMatch(r -> r.combined(TOTAL).isEmpty())) {
            return runs(results);
        }
        requireOnePlan(results);
        Merge merge = new Merge(false);
        merge.requireSame(results);
        return merge.withLatencies(results.stream().map(Merge::outline).toList());
    }

    private static RunResult outline(RunResult result) {
        return new RunResultBuilder()
                .id(result.id())
                .createdAt(result.createdAt())
                .workload(result.workload())
                .plan(result.plan())
                .windows(result.windows())
                .totals(result.totals())
                .throughputPerSecond(result.throughputPerSecond())
                .combined(result.combined(TOTAL).stream().toList())
                .build();
    }

    private static void requireOnePlan(List<RunResult> results) {
        for (RunResult result : results) {
            PlanFacts first = results.get(0).plan();
            requireEqual("loads", first.load(), result.plan().load());
            requireEqual("users", first.users(), result.plan().users());
            requireEqual("connections", first.connections(), result.plan().connections());
        }
    }

    private RunResult all(List<RunResult> results) {
        if (results.isEmpty()) {
            throw new IllegalArgumentException("nothing to merge");
        }
        requireSame(results);
        return results.size() == 1 ? results.get(0) : judged(withLatencies(results), results);
    }

    private void requireSame(List<RunResult> results) {
        for (int i = 1; i < results.size(); i++) {
            RunResult a = results.get(0);
            RunResult b = results.get(i);
            // Results compare their ids last.
            if (results.subList(0, i).stream().anyMatch(one -> one.id().equals(b.id()) && one.equals(b))) {
                throw refused("the result " + b.id() + " is given twice");
            }
            requireEqual("workloads", common(a), common(b));
            requireEqual("operations", names(a), names(b));
            requireEqual("closed loops", a.plan().closed(), b.plan().closed());
            requireEqual("numbers of attempts", a.plan().maxAttempts(), b.plan().maxAttempts());
        }
    }

    /**
     * All but scores, verdict and caveats. Labels and distributions are merged at once; each distribution costs its percentiles and their
     * intervals, on all processors.
     */
    private RunResult withLatencies(List<RunResult> results) {
        RunResult whole = results.stream().reduce(this::two).orElseThrow();
        MergedLabels labels = MergedLabels.of(results, parallel);
        return whole.builder()
                .id(labels.id())
                .tool(labels.tool())
                .workload(labels.workload())
                .target(labels.target())
                .environment(labels.environment())
                .plan(whole.plan().labelled(labels.load(whole.plan().load()), labels.sessions()))
                .merged(labels)
                .combined(combined(results, whole.totals().skipped()))
                .operations(IntStream.range(0, whole.operations().size())
                        .parallel()
                        .mapToObj(i -> operation(
                                whole.operations().get(i),
                                results.stream()
                                        .map(result -> result.operations().get(i))
                                        .toList()))
                        .toList())
                .steps(whole.steps().parallelStream()
                        .map(step -> step(step, results))
                        .toList())
                .scores(Map.of())
                .health(health(
                        whole.health(), results.stream().map(RunResult::health).toList()))
                .verdict(Verdict.VALID)
                .caveats(List.of())
                .build();
    }

    private static UsageException refused(String why) {
        return new UsageException(List.of(why));
    }

    private static void requireEqual(String what, Object a, Object b) {
        if (!a.equals(b)) {
            throw refused("results of different " + what + " cannot be merged: " + a + " and " + b);
        }
    }

    private static List<String> names(RunResult result) {
        return result.operations().stream().map(OperationResult::name).toList();
    }

    /** The workload; for several clients of one job, without the parameters that may differ between them. */
    private WorkloadFacts common(RunResult result) {
        Map<String, String> parameters = new TreeMap<>(result.workload().parameters());
        if (parallel) {
            Scorecard.of(result).ifPresent(card -> parameters.keySet().removeAll(card.perClient()));
        }
        return new WorkloadFacts(result.workload().name(), parameters);
    }

    /** Merges all but scores, verdict and caveats; distributions and labels are those of the first. */
    private RunResult two(RunResult a, RunResult b) {
        Comparator<Check> checks = Comparator.comparing(Check::when)
                .reversed()
                .thenComparing(Check::name)
                .thenComparing(Check::detail)
                .thenComparing(Check::passed);
        return a.builder()
                .createdAt(a.createdAt().compareTo(b.createdAt()) <= 0 ? a.createdAt() : b.createdAt())
                .plan(plan(a.plan(), b.plan()))
                .windows(windows(a, b))
                .totals(totals(a.totals(), b.totals()))
                .throughputPerSecond(throughput(a, b))
                .operations(IntStream.range(0, a.operations().size())
                        .mapToObj(i -> operation(a, b, i))
                        .toList())
                .steps(steps(a, b))
                .checks(distinct(a.checks(), b.checks(), checks))
                .health(health(a.health(), b.health()))
                .server(a.server().plus(b.server(), parallel))
                .agents(Stream.concat(a.agents().stream(), b.agents().stream())
                        .sorted(Comparator.comparing(AgentResult::name))
                        .toList())
                .intervals95(intervals(a, b))
                .build();
    }

    /** Caveats that come from scores are made from the scores of the whole, not of the parts. */
    private static RunResult judged(RunResult measured, List<RunResult> results) {
        Optional<Scorecard> scorecard = Scorecard.of(measured);
        Map<String, Double> scores = scorecard.map(s -> s.scores(measured)).orElse(Map.of());
        List<Caveat> caveats = new ArrayList<>(results.stream()
                .flatMap(result -> withoutScores(result, scorecard).stream())
                .distinct()
                .toList());
        scorecard.ifPresent(s -> caveats.addAll(s.caveats(measured, scores)));
        caveats.sort(Comparator.comparing(Caveat::severity)
                .reversed()
                .thenComparing(Caveat::code)
                .thenComparing(Caveat::detail));
        return measured.judged(scores, caveats);
    }

    private static List<Caveat> withoutScores(RunResult result, Optional<Scorecard> scorecard) {
        List<Caveat> caveats = new ArrayList<>(result.caveats());
        RunResult measured = result.judged(Map.of(), List.of());
        scorecard.ifPresent(s -> caveats.removeAll(s.caveats(measured, s.scores(measured))));
        return caveats;
    }

    private PlanFacts plan(PlanFacts a, PlanFacts b) {
        Map<String, String> factors = new TreeMap<>(a.factors());
        factors.entrySet().retainAll(b.factors().entrySet());
        return PlanFacts.of(
                a.load(),
                a.closed(),
                new PlanFacts.Size(
                        parallel ? a.users() + b.users() : a.users(),
                        parallel ? a.connections() + b.connections() : a.connections(),
                        a.sessions()),
                Math.min(a.seed(), b.seed()),
                a.maxAttempts(),
                factors,
                // Each client has its own rate, so no single rate describes what all of them sent.
                Objects.equals(a.loadModel(), b.loadModel()) && (a.closed() || !parallel) ? a.loadModel() : null);
    }

    private List<Window> windows(RunResult a, RunResult b) {
        return a.windows().stream()
                .map(w -> new Window(w.phase(), secondsTogether(w.seconds(), b.seconds(w.phase()))))
                .toList();
    }

    private static Totals totals(Totals a, Totals b) {
        return Totals.of(
                new Totals.Sent(
                        a.intended() + b.intended(),
                        a.started() + b.started(),
                        a.skipped() + b.skipped(),
                        a.backlog() + b.backlog()),
                new Totals.Ended(
                        a.completed() + b.completed(),
                        a.failed() + b.failed(),
                        a.retried() + b.retried(),
                        a.pending() + b.pending()));
    }

    private Throughput throughput(RunResult a, RunResult b) {
        return new Throughput(
                rate(a, b, r -> r.throughputPerSecond().value()),
                interval(
                        a,
                        b,
                        r -> r.throughputPerSecond().value(),
                        r -> r.throughputPerSecond().ci95()));
    }

    /** Returns the intervals of each operation's throughput; shares of failures have none together. */
    private Map<String, List<Double>> intervals(RunResult a, RunResult b) {
        Map<String, List<Double>> intervals = new TreeMap<>();
        for (OperationResult operation : a.operations()) {
            Metric metric = new Metric("throughput", Optional.of(operation.name()));
            List<Double> ends = interval(a, b, r -> metric.of(r).orElse(0), metric::interval95);
            if (!ends.isEmpty()) {
                intervals.put(metric.toString(), ends);
            }
        }
        return intervals;
    }

    /**
     * Clients of one server are slow at the same time, so their deviations are added; those of runs one after the other are independent, so
     * their squares are.
     */
    private List<Double> interval(
            RunResult a, RunResult b, ToDoubleFunction<RunResult> value, Function<RunResult, List<Double>> ends) {
        if (ends.apply(a).isEmpty() || ends.apply(b).isEmpty()) {
            return List.of();
        }
        return IntStream.range(0, 2)
                .mapToObj(end -> {
                    ToDoubleFunction<RunResult> one = r -> ends.apply(r).get(end);
                    double all = rate(a, b, value);
                    int side = end == 0 ? -1 : 1;
                    return parallel ? rate(a, b, one) : all + side * deviation(a, b, value, one);
                })
                .toList();
    }

    /**
     * How far an end of the interval of runs one after the other is from their mean rate. Squares are added as decimals of two places, and
     * the result is not rounded, so that the next merge finds the sum of squares again, of very many requests within the precision of a
     * double.
     */
    private double deviation(
            RunResult a, RunResult b, ToDoubleFunction<RunResult> value, ToDoubleFunction<RunResult> end) {
        BigDecimal squares = Stream.of(a, b)
                .map(r -> (end.applyAsDouble(r) - value.applyAsDouble(r)) * r.measuredSeconds())
                .map(completions ->
                        BigDecimal.valueOf(completions * completions).setScale(2, RoundingMode.HALF_UP))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return Math.sqrt(squares.doubleValue()) / secondsTogether(a.measuredSeconds(), b.measuredSeconds());
    }

    /**
     * For rates at the same time, their sum, rounded to a millionth a second; for rates one after the other, their mean, rounded to a
     * thousandth of a completion. Integers are added, so that the order of the results cannot change the last bit.
     */
    private double rate(RunResult a, RunResult b, ToDoubleFunction<RunResult> perSecond) {
        double first = perSecond.applyAsDouble(a);
        double second = perSecond.applyAsDouble(b);
        if (parallel) {
            return (Math.round(first * 1e6) + Math.round(second * 1e6)) / 1e6;
        }
        long thousandths =
                Math.round(first * a.measuredSeconds() * 1e3) + Math.round(second * b.measuredSeconds() * 1e3);
        return thousandths / 1e3 / secondsTogether(a.measuredSeconds(), b.measuredSeconds());
    }

    /** Returns the longer time of parallel runs; otherwise the sum, to a nanosecond. */
    private double secondsTogether(double a, double b) {
        return parallel ? Math.max(a, b) : (Math.round(a * 1e9) + Math.round(b * 1e9)) / 1e9;
    }

    /** Merges the columns that all results have. */
    private List<CombinedResult> combined(List<RunResult> results, long skipped) {
        return results.get(0).combined().parallelStream()
                .map(column -> results.stream()
                        .flatMap(result -> result.combined(column.name()).stream())
                        .toList())
                .filter(parts -> parts.size() == results.size())
                .map(parts -> {
                    String name = parts.get(0).name();
                    return new CombinedResult(
                            name,
                            latency(parts, CombinedResult::response, 0),
                            latency(parts, CombinedResult::service, 0),
                            latency(parts, CombinedResult::intendedResponse, name.equals(TOTAL) ? skipped : 0));
                })
                .toList();
    }

    private OperationResult operation(RunResult a, RunResult b, int index) {
        OperationResult x = a.operations().get(index);
        OperationResult y = b.operations().get(index);
        return OperationResult.of(
                x.name(),
                x.kind(),
                counts(x.counts(), y.counts()),
                rate(a, b, r -> r.operations().get(index).throughputPerSecond()),
                x.latencies());
    }

    private OperationResult operation(OperationResult whole, List<OperationResult> parts) {
        return OperationResult.of(
                whole.name(),
                whole.kind(),
                whole.counts(),
                whole.throughputPerSecond(),
                new OperationResult.Latencies(
                        latency(parts, OperationResult::response, 0),
                        latency(parts, OperationResult::service, 0),
                        latency(parts, OperationResult::connectionWait, 0),
                        latency(parts, OperationResult::failedResponse, 0)));
    }

    private static OperationCounts counts(OperationCounts a, OperationCounts b) {
        return new OperationCounts(
                a.started() + b.started(),
                a.completed() + b.completed(),
                a.rolledBack() + b.rolledBack(),
                a.failed() + b.failed(),
                merged(a.failedBy(), b.failedBy(), Long::sum),
                merged(a.retriesBy(), b.retriesBy(), Long::sum),
                a.pending() + b.pending());
    }

    /**
     * Merges steps; a step that only one result has did not happen in the other. In the workload's order where both have the same,
     * otherwise by name.
     */
    private List<StepResult> steps(RunResult a, RunResult b) {
        List<String> first = a.steps().stream().map(StepResult::name).toList();
        List<String> second = b.steps().stream().map(StepResult::name).toList();
        List<String> names = first.equals(second)
                ? first
                : Stream.concat(first.stream(), second.stream())
                        .distinct()
                        .sorted()
                        .toList();
        return names.stream().map(name -> step(name, a, b)).toList();
    }

    private StepResult step(String name, RunResult a, RunResult b) {
        List<StepResult> parts =
                Stream.of(a, b).flatMap(result -> result.step(name).stream()).toList();
        return new StepResult(
                name,
                parts.stream().mapToLong(StepResult::count).sum(),
                rate(a, b, r -> r.step(name).map(StepResult::perSecond).orElse(0.0)),
                parts.get(0).service());
    }

    private StepResult step(StepResult whole, List<RunResult> results) {
        List<StepResult> parts = results.stream()
                .flatMap(result -> result.step(whole.name()).stream())
                .toList();
        return new StepResult(whole.name(), whole.count(), whole.perSecond(), latency(parts, StepResult::service, 0));
    }

    /** The load generator of the whole is only as good as the worst of the parts. */
    private Health health(Health a, Health b) {
        return new Health(
                Math.max(a.cpuShare(), b.cpuShare()),
                Math.max(a.collectionShare(), b.collectionShare()),
                a.dispatch(),
                a.hiccups(),
                parallel ? a.cpus() + b.cpus() : Math.max(a.cpus(), b.cpus()),
                Math.max(a.peakHeapBytes(), b.peakHeapBytes()),
                a.delays().plus(b.delays()));
    }

    private Health health(Health whole, List<Health> parts) {
        return new Health(
                whole.cpuShare(),
                whole.collectionShare(),
                latency(parts, Health::dispatch, 0),
                latency(parts, Health::hiccups, 0),
                whole.cpus(),
                whole.peakHeapBytes(),
                whole.delays());
    }

    /**
     * Requests of runs one after the other are independent; clients at the same time see the same slow times, so one's are worth those of
     * all.
     */
    private <T> LatencyResult latency(List<T> parts, Function<T, LatencyResult> of, long skipped) {
        List<LatencyResult> all = parts.stream().map(of).toList();
        return latencies.computeIfAbsent(
                Map.entry(all.stream().map(LatencyResult::mergedParts).toList(), skipped),
                key -> latency(all, skipped, parallel ? Math::max : Long::sum));
    }

    /**
     * The sum of stored distributions.
     *
     * @param skipped requests of all that were never sent and rank as infinitely slow
     * @param worth   of effective samples of two
     */
    static LatencyResult latency(List<LatencyResult> parts, long skipped, BinaryOperator<Long> worth) {
        LatencyHistogram all = new LatencyHistogram();
        List<Long> pending = new ArrayList<>();
        Map<Long, Long> unsent = Map.of();
        Map<String, Long> effective = Map.of();
        for (LatencyResult part : parts) {
            if (!part.atLeast().isEmpty()
                    && part.pendingNanos().isEmpty()
                    && part.unsentNanos().isEmpty()) {
                throw refused("a result with pending requests does not say how old they were, so it cannot be merged");
            }
            all.add(part.distribution());
            pending.addAll(part.pendingNanos());
            unsent = merged(unsent, part.unsentNanos(), Long::sum);
            effective = merged(effective, part.effectiveSamples(), worth);
        }
        for (LatencyResult part : parts) {
            effective.keySet().retainAll(part.effectiveSamples().keySet());
        }
        return LatencyResult.of(all, pending, skipped, effective, unsent);
    }

    /** The names of both; {@code both} makes one value of two where a name is in both. */
    static <K extends Comparable<K>, T> Map<K, T> merged(Map<K, T> a, Map<K, T> b, BinaryOperator<T> both) {
        Map<K, T> merged = new TreeMap<>(a);
        b.forEach((name, value) -> merged.merge(name, value, both));
        return merged;
    }

    /** The elements of both, each once, in order. */
    static <T> List<T> distinct(List<T> a, List<T> b, Comparator<T> order) {
        return Stream.concat(a.stream(), b.stream()).distinct().sorted(order).toList();
    }
}
