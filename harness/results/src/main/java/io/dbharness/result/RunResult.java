package io.dbharness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.dbharness.measure.ClientDelays;
import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.workload.Check;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The complete result of one run. Immutable; written as {@code result.json} and read back by every report.
 *
 * @param schemaVersion       of the JSON form
 * @param id                  unique and sortable by time
 * @param createdAt           ISO 8601, UTC
 * @param tool                what ran
 * @param workload            what was sent
 * @param target              what it was sent to
 * @param environment         the machine and the process that sent it, name to value
 * @param plan                when and how it was sent
 * @param windows             the windows as they were
 * @param totals              the accounts of the measurement window
 * @param throughputPerSecond completions within the measurement window
 * @param combined            the same over all reads, all writes and everything
 * @param operations          one entry for each operation of the workload
 * @param steps               statements of one invocation, where the workload tells them apart; in no total
 * @param scores              the workload's own figures, for example {@code tpmC}
 * @param checks              consistency checks before and after
 * @param health              how the load generator fared
 * @param server              what the server told about itself
 * @param agents              the processes that sent it together; none if one did
 * @param verdict             whether to believe it
 * @param caveats             why not
 * @param intervals95         metrics as conditions name them, latencies and throughput of all operations apart, to the two ends of their
 *                            95 % confidence interval within the run
 * @param merged              the labels of the merged results; null for a single run
 */
public record RunResult(
        int schemaVersion,
        String id,
        String createdAt,
        Tool tool,
        WorkloadFacts workload,
        TargetFacts target,
        Map<String, String> environment,
        PlanFacts plan,
        List<Window> windows,
        Totals totals,
        Throughput throughputPerSecond,
        List<CombinedResult> combined,
        List<OperationResult> operations,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<StepResult> steps,
        Map<String, Double> scores,
        List<Check> checks,
        Health health,
        ServerStatistics server,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY) @Internal
        List<AgentResult> agents,

        Verdict verdict,
        List<Caveat> caveats,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        Map<String, List<Double>> intervals95,

        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonSetter(nulls = Nulls.SET) @Nullable @Internal
        MergedLabels merged) {

    /** Percentiles are interpolated in cells of three digits from 1 us on. */
    public static final int SCHEMA_VERSION = 2;

    /** Begins the detail of a caveat that was accepted. */
    private static final String ACCEPTED = "accepted: ";

    /** Caveats of a run that its user stopped, or whose target went away. */
    private static final Set<String> CUT_SHORT = Set.of("INTERRUPTED", "TARGET_LOST");

    public RunResult {
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        windows = List.copyOf(windows);
        combined = List.copyOf(combined);
        operations = List.copyOf(operations);
        steps = List.copyOf(steps);
        scores = Collections.unmodifiableMap(new TreeMap<>(scores));
        checks = List.copyOf(checks);
        Objects.requireNonNull(server, "server");
        agents = List.copyOf(agents);
        caveats = List.copyOf(caveats);
        intervals95 = Collections.unmodifiableMap(new TreeMap<>(intervals95));
    }

    /** Returns a builder with all of this result, for a copy that differs. */
    @Internal
    public RunResultBuilder builder() {
        return new RunResultBuilder(this);
    }

    public Optional<OperationResult> operation(String name) {
        return operations.stream().filter(o -> o.name().equals(name)).findFirst();
    }

    /** The step of this name. */
    public Optional<StepResult> step(String name) {
        return steps.stream().filter(s -> s.name().equals(name)).findFirst();
    }

    /** Returns true if the run was given up because its target was lost. */
    public boolean targetLost() {
        return caveats.stream().anyMatch(caveat -> caveat.code().equals("TARGET_LOST"));
    }

    /** Returns true if the run ended early, so that it is no evidence for its purpose. */
    public boolean cutShort() {
        return caveats.stream().anyMatch(c -> CUT_SHORT.contains(c.code()));
    }

    /**
     * The separate verdicts on throughput and latencies. INVALID latencies of a broken schedule leave a throughput of another load than was
     * asked, so both are.
     *
     * @param throughput verdict on the throughput
     * @param latency    verdict on the latencies
     */
    public record Verdicts(Verdict throughput, Verdict latency) {}

    /** One verdict for throughput, one for latencies; the run's verdict is the worse of the two. */
    @JsonProperty
    public Verdicts verdicts() {
        List<Caveat> ofThroughput = caveats.stream()
                .filter(c -> !c.concernsLatencyOnly() || c.severity() == Caveat.Severity.INVALID)
                .toList();
        return new Verdicts(Verdict.of(ofThroughput), Verdict.of(caveats));
    }

    /** Length of the measurement window in seconds. */
    public double measuredSeconds() {
        return seconds("measure");
    }

    /** Length of the window of this phase. */
    public double seconds(String phase) {
        return windows.stream()
                .filter(w -> w.phase().equals(phase))
                .mapToDouble(Window::seconds)
                .sum();
    }

    /** Returns this result with scores, verdict and caveats; the intervals of scores follow from those of throughput. */
    RunResult judged(Map<String, Double> newScores, List<Caveat> newCaveats) {
        Map<String, List<Double>> intervals = new TreeMap<>(intervals95);
        intervals.putAll(Scorecard.intervals95(this, newScores));
        return new RunResultBuilder(this)
                .scores(newScores)
                .intervals95(intervals)
                .judged(newCaveats)
                .build();
    }

    /**
     * Returns this result with some reasons for distrust accepted: they become notes and do not affect the verdict. Reasons for INVALID
     * remain, because no intention makes such numbers right.
     *
     * @param codes of the accepted caveats
     */
    public RunResult accepting(Set<String> codes) {
        List<Caveat> changed = caveats.stream()
                .map(caveat -> codes.contains(caveat.code()) && caveat.severity() == Caveat.Severity.SUSPECT
                        ? Caveat.note(caveat.code(), ACCEPTED + caveat.detail())
                        : caveat)
                .toList();
        return changed.equals(caveats) ? this : judged(scores, changed);
    }

    /** Returns the codes of the caveats that were accepted, in order. */
    public List<String> accepted() {
        return caveats.stream()
                .filter(caveat -> caveat.detail().startsWith(ACCEPTED))
                .map(Caveat::code)
                .distinct()
                .toList();
    }

    /** Returns this result with another throughput, in all and for each operation. */
    RunResult completing(UnaryOperator<Throughput> all, UnaryOperator<OperationResult> each) {
        return new RunResultBuilder(this)
                .throughputPerSecond(all.apply(throughputPerSecond))
                .operations(operations.stream().map(each).toList())
                .build();
    }

    /**
     * Several operations together.
     *
     * @param name             {@code read}, {@code write} (if the workload distinguishes them) or {@code total}
     * @param response         of completed invocations: end minus intended start
     * @param service          of completed invocations: end minus actual start
     * @param intendedResponse of all intended requests: those that were skipped are infinitely slow
     */
    public record CombinedResult(
            String name, LatencyResult response, LatencyResult service, LatencyResult intendedResponse) {}

    /** The column of this name. */
    public Optional<CombinedResult> combined(String name) {
        return combined.stream().filter(c -> c.name().equals(name)).findFirst();
    }

    /** The tool: name, version, commit of its build. */
    public record Tool(String name, String version, String commit) {}

    /** The workload's name and the parameters it ran with. */
    public record WorkloadFacts(String name, Map<String, String> parameters) {
        public WorkloadFacts {
            parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
        }
    }

    /** Product, version, address without credentials, and settings read back from the server. */
    public record TargetFacts(String product, String version, String url, Map<String, String> settings) {
        public TargetFacts {
            settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        }
    }

    /**
     * The plan of the load.
     *
     * @param load        the load model in words
     * @param closed      whether starts follow from ends
     * @param users       how many
     * @param connections sessions open at once
     * @param sessions    {@code dedicated} or {@code leased}
     * @param seed        the root of all randomness
     * @param maxAttempts attempts for a transient failure
     * @param factors     what an experiment varied, name to value
     * @param loadModel   the load model as data; null where clients with different rates were merged
     */
    public record PlanFacts(
            String load,
            boolean closed,
            int users,
            int connections,
            String sessions,
            long seed,
            int maxAttempts,
            Map<String, String> factors,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable @Internal
            LoadFacts loadModel) {

        public PlanFacts {
            factors = Collections.unmodifiableMap(new TreeMap<>(factors));
        }

        /**
         * The size of a load.
         *
         * @param users       how many
         * @param connections sessions open at once
         * @param sessions    {@code dedicated} or {@code leased}
         */
        @Internal
        public record Size(int users, int connections, String sessions) {}

        @Internal
        public static PlanFacts of(
                String load,
                boolean closed,
                Size size,
                long seed,
                int maxAttempts,
                Map<String, String> factors,
                @Nullable LoadFacts loadModel) {
            return new PlanFacts(
                    load, closed, size.users, size.connections, size.sessions, seed, maxAttempts, factors, loadModel);
        }

        /** Returns this plan with other words for load and sessions. */
        PlanFacts labelled(String newLoad, String newSessions) {
            return PlanFacts.of(
                    newLoad,
                    closed,
                    new PlanFacts.Size(users, connections, newSessions),
                    seed,
                    maxAttempts,
                    factors,
                    loadModel);
        }
    }

    /**
     * A window of the run.
     *
     * @param phase   {@code warmup} or {@code measure}
     * @param seconds its length
     */
    public record Window(String phase, double seconds) {}

    /**
     * The accounts of the measurement window. Identities: intended = started + skipped + backlog, and started = completed + failed +
     * pending; a result that breaks them is INVALID.
     */
    public record Totals(
            long intended,
            long started,
            long skipped,
            long backlog,
            long completed,
            long failed,
            long retried,
            long pending) {

        /** The left sides of the identities, and what was not sent. */
        @Internal
        public record Sent(long intended, long started, long skipped, long backlog) {}

        /** The ends of requests, and how many of them were tried again. */
        @Internal
        public record Ended(long completed, long failed, long retried, long pending) {}

        @Internal
        public static Totals of(Sent sent, Ended ended) {
            return new Totals(
                    sent.intended,
                    sent.started,
                    sent.skipped,
                    sent.backlog,
                    ended.completed,
                    ended.failed,
                    ended.retried,
                    ended.pending);
        }

        /** Returns the failed share of started requests; 0 if none was started. */
        public double failedShare() {
            return started == 0 ? 0 : (double) failed / started;
        }

        /** Returns the skipped share of intended requests; 0 if none was intended. */
        public double skippedShare() {
            return intended == 0 ? 0 : (double) skipped / intended;
        }

        /** Returns true if both identities hold. */
        boolean balance() {
            return intended == started + skipped + backlog && started == completed + failed + pending;
        }
    }

    /**
     * Completions a second.
     *
     * @param value over the whole window
     * @param ci95  lower and upper end of the 95 % confidence interval within this run, by batch means; empty when the run is too short
     * @param shifts sudden changes of its level, in time order; none of a throughput that kept its level or drifted
     * @param faults what was done to the server on purpose, and how the throughput came back; in time order
     */
    public record Throughput(
            double value,
            List<Double> ci95,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<Shift> shifts,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY) @Internal
            List<Recovery> faults) {
        public Throughput {
            ci95 = List.copyOf(ci95);
            shifts = List.copyOf(shifts);
            faults = List.copyOf(faults);
        }

        /** One that kept its level. */
        public Throughput(double value, List<Double> ci95) {
            this(value, ci95, List.of(), List.of());
        }
    }

    /**
     * A sudden change of level.
     *
     * @param atSeconds from the start of the measurement, to a thirtieth of it
     * @param before    mean a second of the level before
     * @param after     mean a second of the level after
     */
    public record Shift(double atSeconds, double before, double after) {}

    /**
     * One statement of an invocation.
     *
     * @param name      as the workload calls it
     * @param count     how often it ended within the measurement window
     * @param perSecond the same, a second
     * @param service   from its start to its end
     */
    public record StepResult(String name, long count, double perSecond, LatencyResult service) {}

    /**
     * How the load generator fared.
     *
     * @param cpuShare        of the processors it may use, 0 to 1
     * @param collectionShare of the window, 0 to 1
     * @param dispatch        how late the client itself started operations
     * @param hiccups         pauses of the process or the machine
     * @param cpus            processors it may use
     * @param peakHeapBytes   the most heap in use
     * @param delays          what the client added to service times
     */
    public record Health(
            double cpuShare,
            double collectionShare,
            LatencyResult dispatch,
            LatencyResult hiccups,
            int cpus,
            long peakHeapBytes,
            @Internal ClientDelays delays) {

        /** Below, nothing is held against a client: to encode, to send and to wake up take that long. */
        public static final long ORDINARY_DELAY_NANOS = 50_000;

        public Health {
            Objects.requireNonNull(delays, "delays");
        }
    }
}
