package io.dbharness.result;

import static io.dbharness.result.MergedFacts.distinct;
import static io.dbharness.result.MergedFacts.union;

import io.dbharness.model.Caveat;
import io.dbharness.model.HarnessException;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.StepResult;
import io.dbharness.result.RunResult.TargetFacts;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.RunResult.Window;
import io.dbharness.workload.Check;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Several results as one. Histograms and counts add up, so a merged percentile is that of all requests together, never a mean of
 * percentiles; the verdict is the worst, the caveats are united, the workload's scores are made anew. Associative and commutative.
 */
public final class Merge {

    /** Windows of clients that were started together agree to this. */
    static final double WINDOW_SECONDS = 1;

    private final boolean parallel;

    private Merge(boolean parallel) {
        this.parallel = parallel;
    }

    /**
     * Clients that sent at the same time: users, connections and throughput add up.
     *
     * @param results at least one, of the same workload, with windows that agree within a second
     */
    public static RunResult clients(List<RunResult> results) {
        requireEqualWindows(results);
        return new Merge(true).all(results);
    }

    /**
     * Runs of the same plan, one after the other: measured time adds up, throughput is the mean weighted by it.
     *
     * @param results at least one, of the same workload and load
     */
    public static RunResult runs(List<RunResult> results) {
        for (RunResult result : results) {
            PlanFacts first = results.get(0).plan();
            requireEqual("loads", first.load(), result.plan().load());
            requireEqual("users", first.users(), result.plan().users());
            requireEqual("connections", first.connections(), result.plan().connections());
        }
        return new Merge(false).all(results);
    }

    private RunResult all(List<RunResult> results) {
        if (results.isEmpty()) {
            throw new IllegalArgumentException("nothing to merge");
        }
        results.forEach(result -> requireMergeable(results.get(0), result));
        return results.stream().reduce(this::two).orElseThrow();
    }

    private void requireMergeable(RunResult a, RunResult b) {
        requireEqual("workloads", MergedFacts.workload(a, parallel), MergedFacts.workload(b, parallel));
        requireEqual("operations", names(a), names(b));
        requireEqual("closed loops", a.plan().closed(), b.plan().closed());
        requireEqual("numbers of attempts", a.plan().maxAttempts(), b.plan().maxAttempts());
    }

    private static List<String> names(RunResult result) {
        return result.operations().stream().map(OperationResult::name).toList();
    }

    private static void requireEqual(String what, Object a, Object b) {
        if (!a.equals(b)) {
            throw new HarnessException("results of different " + what + " cannot be merged: " + a + " and " + b);
        }
    }

    private static void requireEqualWindows(List<RunResult> results) {
        for (String phase : List.of("warmup", "measure")) {
            double[] seconds = results.stream()
                    .mapToDouble(r -> seconds(r, phase))
                    .sorted()
                    .toArray();
            if (seconds.length > 0 && seconds[seconds.length - 1] - seconds[0] > WINDOW_SECONDS) {
                throw new HarnessException("clients whose windows differ by more than " + WINDOW_SECONDS
                        + " s did not run together: " + phase + " lasted from " + seconds[0] + " to "
                        + seconds[seconds.length - 1] + " s");
            }
        }
    }

    private static double seconds(RunResult result, String phase) {
        return result.windows().stream()
                .filter(w -> w.phase().equals(phase))
                .mapToDouble(Window::seconds)
                .sum();
    }

    private RunResult two(RunResult a, RunResult b) {
        RunResult measured = new RunResult(
                RunResult.SCHEMA_VERSION,
                MergedFacts.id(a.id(), b.id()),
                a.createdAt().compareTo(b.createdAt()) <= 0 ? a.createdAt() : b.createdAt(),
                tool(a.tool(), b.tool()),
                MergedFacts.workload(a, b),
                target(a.target(), b.target()),
                union(a.environment(), b.environment()),
                plan(a.plan(), b.plan()),
                windows(a, b),
                totals(a.totals(), b.totals()),
                throughput(a, b),
                combined(a, b),
                operations(a, b),
                steps(a, b),
                Map.of(),
                distinct(
                        a.checks(),
                        b.checks(),
                        Comparator.comparing(Check::when)
                                .reversed()
                                .thenComparing(Check::name)
                                .thenComparing(Check::detail)
                                .thenComparing(Check::passed)),
                health(a.health(), b.health()),
                a.server().plus(b.server(), parallel),
                Verdict.VALID,
                List.of());
        return judged(measured, a, b);
    }

    /** Caveats that the scores give reason for are those of the whole, not of the parts. */
    private static RunResult judged(RunResult measured, RunResult a, RunResult b) {
        Optional<Scorecard> scorecard = MergedFacts.scorecard(measured);
        Map<String, Double> scores = scorecard.map(s -> s.scores(measured)).orElse(Map.of());
        List<Caveat> caveats = new ArrayList<>(distinct(
                unscored(a, scorecard),
                unscored(b, scorecard),
                Comparator.comparing(Caveat::code).thenComparing(Caveat::detail)));
        scorecard.ifPresent(s -> caveats.addAll(s.caveats(measured, scores)));
        caveats.sort(Comparator.comparing(Caveat::severity)
                .reversed()
                .thenComparing(Caveat::code)
                .thenComparing(Caveat::detail));
        return measured.judged(scores, caveats);
    }

    private static List<Caveat> unscored(RunResult result, Optional<Scorecard> scorecard) {
        List<Caveat> caveats = new ArrayList<>(result.caveats());
        RunResult measured = result.judged(Map.of(), List.of());
        scorecard.ifPresent(s -> caveats.removeAll(s.caveats(measured, s.scores(measured))));
        return caveats;
    }

    private static Tool tool(Tool a, Tool b) {
        return new Tool(union(a.name(), b.name()), union(a.version(), b.version()), union(a.commit(), b.commit()));
    }

    private static TargetFacts target(TargetFacts a, TargetFacts b) {
        return new TargetFacts(
                union(a.product(), b.product()),
                union(a.version(), b.version()),
                union(a.url(), b.url()),
                union(a.settings(), b.settings()));
    }

    private PlanFacts plan(PlanFacts a, PlanFacts b) {
        return new PlanFacts(
                parallel ? MergedFacts.counted(a.load(), b.load()) : a.load(),
                a.closed(),
                parallel ? a.users() + b.users() : a.users(),
                parallel ? a.connections() + b.connections() : a.connections(),
                union(a.sessions(), b.sessions()),
                Math.min(a.seed(), b.seed()),
                a.maxAttempts(),
                MergedFacts.common(a.factors(), b.factors()));
    }

    private List<Window> windows(RunResult a, RunResult b) {
        return a.windows().stream()
                .map(w -> new Window(w.phase(), window(w.seconds(), seconds(b, w.phase()))))
                .toList();
    }

    private double window(double a, double b) {
        return parallel ? Math.max(a, b) : Weighted.seconds(a, b);
    }

    private static Totals totals(Totals a, Totals b) {
        return new Totals(
                a.intended() + b.intended(),
                a.started() + b.started(),
                a.skipped() + b.skipped(),
                a.backlog() + b.backlog(),
                a.completed() + b.completed(),
                a.failed() + b.failed(),
                a.retried() + b.retried(),
                a.pending() + b.pending());
    }

    /** Clients of one server are slow together, so the ends of their intervals add up; those of runs are averaged like the runs. */
    private Throughput throughput(RunResult a, RunResult b) {
        Throughput x = a.throughputPerSecond();
        Throughput y = b.throughputPerSecond();
        List<Double> ci95 = x.ci95().isEmpty() || y.ci95().isEmpty()
                ? List.of()
                : IntStream.range(0, 2)
                        .mapToObj(end ->
                                rate(a, b, r -> r.throughputPerSecond().ci95().get(end)))
                        .toList();
        return new Throughput(rate(a, b, r -> r.throughputPerSecond().value()), ci95);
    }

    private double rate(RunResult a, RunResult b, Function<RunResult, Double> perSecond) {
        Weighted first = new Weighted(perSecond.apply(a), a.measuredSeconds());
        Weighted second = new Weighted(perSecond.apply(b), b.measuredSeconds());
        return parallel ? first.plus(second) : first.mean(second);
    }

    private static List<CombinedResult> combined(RunResult a, RunResult b) {
        List<CombinedResult> columns = new ArrayList<>();
        for (CombinedResult column : a.combined()) {
            b.combined(column.name()).ifPresent(other -> columns.add(column(column, other, a, b)));
        }
        return columns;
    }

    private static CombinedResult column(CombinedResult x, CombinedResult y, RunResult a, RunResult b) {
        long skipped =
                x.name().equals("total") ? a.totals().skipped() + b.totals().skipped() : 0;
        return new CombinedResult(
                x.name(),
                MergedLatency.of(x.response(), y.response()),
                MergedLatency.of(x.service(), y.service()),
                MergedLatency.of(x.intendedResponse(), y.intendedResponse(), skipped));
    }

    private List<OperationResult> operations(RunResult a, RunResult b) {
        return IntStream.range(0, a.operations().size())
                .mapToObj(i -> operation(a, b, i))
                .toList();
    }

    private OperationResult operation(RunResult a, RunResult b, int index) {
        OperationResult x = a.operations().get(index);
        OperationResult y = b.operations().get(index);
        return new OperationResult(
                x.name(),
                x.kind(),
                MergedFacts.counts(x.counts(), y.counts()),
                rate(a, b, r -> r.operations().get(index).throughputPerSecond()),
                MergedLatency.of(x.response(), y.response()),
                MergedLatency.of(x.service(), y.service()),
                MergedLatency.of(x.connectionWait(), y.connectionWait()),
                MergedLatency.of(x.failedResponse(), y.failedResponse()));
    }

    /** Those that both tell apart. */
    private List<StepResult> steps(RunResult a, RunResult b) {
        return a.steps().stream()
                .filter(x -> b.step(x.name()).isPresent())
                .map(x -> new StepResult(
                        x.name(),
                        x.count() + step(b, x).count(),
                        rate(a, b, r -> step(r, x).perSecond()),
                        MergedLatency.of(x.service(), step(b, x).service())))
                .toList();
    }

    private static StepResult step(RunResult result, StepResult same) {
        return result.step(same.name()).orElseThrow();
    }

    /** The load generator of the whole is as good as the worst of its parts. */
    private Health health(Health a, Health b) {
        return new Health(
                Math.max(a.cpuShare(), b.cpuShare()),
                Math.max(a.collectionShare(), b.collectionShare()),
                MergedLatency.of(a.dispatch(), b.dispatch()),
                MergedLatency.of(a.hiccups(), b.hiccups()),
                parallel ? a.cpus() + b.cpus() : Math.max(a.cpus(), b.cpus()),
                Math.max(a.peakHeapBytes(), b.peakHeapBytes()));
    }
}
