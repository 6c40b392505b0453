package io.dbharness.request;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.experiment.Search.Bounds;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.Timeline;
import io.dbharness.model.Internal;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.random.Seed;
import io.dbharness.request.ExperimentSpec.Goal;
import io.dbharness.request.ExperimentSpec.Variant;
import io.dbharness.request.LoadSpec.Rate;
import io.dbharness.result.Condition;
import io.dbharness.result.RunResult;
import io.dbharness.sut.Fault;
import io.dbharness.sut.TargetSpec;
import io.dbharness.workload.WorkloadSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The complete specification of a run, or of the runs of an experiment. Immutable; each method returns a changed copy.
 *
 * @param workload   workload and its parameters
 * @param target     address and credentials; an empty address means the workload's default
 * @param load       load model, size, timing and limits
 * @param data       preparation of the data set
 * @param experiment runs to make
 * @param judging    conditions that fail the results
 * @param system     machines that take part
 */
public record RunSpec(
        WorkloadSpec workload,
        TargetSpec target,
        @Internal LoadSpec load,
        DataSpec data,
        @Internal ExperimentSpec experiment,
        JudgingSpec judging,
        @Internal SystemSpec system) {

    private static final int LOADERS = 2;

    /**
     * The machines that take part in a run.
     *
     * @param collecting sources of metrics of the target's machine
     * @param agents     agents that send the load; empty if this process sends it
     * @param settings   settings of the server that are under test
     */
    @Internal
    public record SystemSpec(CollectSpec collecting, Optional<AgentsSpec> agents, SettingsSpec settings) {

        static final SystemSpec DEFAULT = new SystemSpec(CollectSpec.AUTO, Optional.empty(), SettingsSpec.NONE);
    }

    /** Returns the sources of metrics of the target's machine. */
    @Internal
    public CollectSpec collecting() {
        return system.collecting();
    }

    /** Returns the agents that send the load; empty if this process sends it. */
    public Optional<AgentsSpec> agents() {
        return system.agents();
    }

    /** Returns the settings of the server that are under test. */
    @Internal
    public SettingsSpec settings() {
        return system.settings();
    }

    /**
     * The preparation of the data set.
     *
     * @param policy  policy before the first run
     * @param loaders connections for loading
     */
    public record DataSpec(LoadPolicy policy, int loaders) {}

    /**
     * Returns one run of a workload on its default target with the default load: 30 s of warm-up, 5 minutes of measurement, data loaded if
     * there are none.
     */
    public static RunSpec of(WorkloadSpec workload) {
        return new RunSpec(
                workload,
                TargetSpec.of(""),
                LoadSpec.usual(),
                new DataSpec(LoadPolicy.AUTO, LOADERS),
                ExperimentSpec.SINGLE,
                JudgingSpec.NONE,
                SystemSpec.DEFAULT);
    }

    /** Returns a copy with a target, for example {@code embedded:postgresql} or {@code jdbc:postgresql://db/bench}. */
    public RunSpec on(String url) {
        return on(new TargetSpec(url, target.user(), target.password(), target.dataDir(), target.options()));
    }

    /** Returns a copy with a target and its credentials. */
    public RunSpec on(TargetSpec other) {
        return new RunSpec(workload, other, load, data, experiment, judging, system);
    }

    /** Returns a copy with a parameter of the workload, for example {@code with("warehouses", 10)}. */
    public RunSpec with(String parameter, Object value) {
        return new RunSpec(workload.with(parameter, value), target, load, data, experiment, judging, system);
    }

    /** Returns a copy with a number of users in a closed loop, each with a connection. */
    public RunSpec closed(int users) {
        return with(load.sized(OptionalInt.of(users), OptionalInt.of(users)));
    }

    /** Returns a copy with a number of connections, independent of the number of users. */
    public RunSpec connections(int number) {
        return with(load.sized(load.users(), OptionalInt.of(number)));
    }

    /** Returns a copy with a number of users. */
    public RunSpec users(int number) {
        return with(load.sized(OptionalInt.of(number), load.connections()));
    }

    /** Returns a copy with an open load of evenly spread requests. A request waits while every user is busy. */
    public RunSpec rate(double perSecond) {
        return open(perSecond, Spacing.UNIFORM, LatePolicy.QUEUE);
    }

    /**
     * Returns a copy with an open load.
     *
     * @param spacing how arrivals are spread
     * @param late    treatment of a request that finds every user busy
     */
    public RunSpec open(double perSecond, Spacing spacing, LatePolicy late) {
        return with(load.withOpen(new LoadSpec.Open(Rate.constant(perSecond), spacing, late)));
    }

    public RunSpec warmUp(Duration length) {
        return with(load.withTimeline(Timeline.of(length, load.timeline().measurement())));
    }

    public RunSpec duration(Duration length) {
        return with(load.withTimeline(Timeline.of(load.timeline().warmUp(), length)));
    }

    /** Returns a copy whose measurement ends after a number of requests. */
    public RunSpec until(long requests) {
        return with(load.withUntil(Until.requests(requests)));
    }

    /**
     * Returns a copy whose measurement ends when the standard error of its mean rate is low enough.
     *
     * @param error   as a share of the mean, such as 0.02
     * @param samples intervals of a second before that counts
     */
    public RunSpec untilError(double error, int samples) {
        return with(load.withUntil(new Until(OptionalLong.empty(), Optional.of(new Precision(error, samples)))));
    }

    /** Returns a copy that injects faults during the measurement; the harness must start the server. */
    public RunSpec faults(Fault... faults) {
        return with(load.withFaults(List.of(faults)));
    }

    public RunSpec seed(long seed) {
        return with(load.withSeed(new Seed(seed)));
    }

    @Internal
    public RunSpec with(LoadSpec other) {
        return new RunSpec(workload, target, other, data, experiment, judging, system);
    }

    public RunSpec with(DataSpec other) {
        return new RunSpec(workload, target, load, other, experiment, judging, system);
    }

    @Internal
    public RunSpec with(ExperimentSpec other) {
        return new RunSpec(workload, target, load, data, other, judging, system);
    }

    public RunSpec with(JudgingSpec other) {
        return new RunSpec(workload, target, load, data, experiment, other, system);
    }

    /** Returns a copy whose result is rejected if one of the conditions holds, as with {@code --fail-if}. */
    public RunSpec failIf(Condition... conditions) {
        return with(new JudgingSpec(
                List.of(conditions),
                judging.baseline(),
                judging.strict(),
                judging.failOnInconclusive(),
                judging.strictLatency()));
    }

    @Internal
    public RunSpec with(CollectSpec other) {
        return with(new SystemSpec(other, agents(), settings()));
    }

    /** Returns a copy whose load is sent by agents. */
    public RunSpec by(AgentsSpec others) {
        return with(new SystemSpec(collecting(), Optional.of(others), settings()));
    }

    /** Returns a copy with settings of the server that are under test. */
    @Internal
    public RunSpec with(SettingsSpec others) {
        return with(new SystemSpec(collecting(), agents(), others));
    }

    private RunSpec with(SystemSpec other) {
        return new RunSpec(workload, target, load, data, experiment, judging, other);
    }

    /** Returns a copy that repeats every run, each time with its own seed. */
    public RunSpec repeat(int times) {
        return with(experiment.repeated(times));
    }

    /** Returns a copy with one run for each level of a factor of the load; several sweeps give every combination. */
    public RunSpec sweep(Factor factor, double... levels) {
        return with(
                experiment.over(new Axis(factor, Arrays.stream(levels).boxed().toList())));
    }

    /** Returns a copy with one run for each value of a parameter of the workload; several sweeps give every combination. */
    public RunSpec sweep(String parameter, Object... values) {
        List<Variant> variants = new ArrayList<>();
        for (Variant variant : variants()) {
            for (Object value : values) {
                variants.add(variant.with(
                        parameter, String.valueOf(value), variant.spec().with(parameter, value)));
            }
        }
        return with(experiment.among(variants));
    }

    /**
     * Returns a copy that searches for the highest level of a factor at which a condition holds.
     *
     * @param lowest  the first level, above 0
     * @param highest the highest level to try
     */
    public RunSpec search(Condition condition, Factor factor, double lowest, double highest) {
        return with(experiment.searching(
                new Goal(condition, factor, new Bounds(lowest, highest, Bounds.DEFAULT_TOLERANCE))));
    }

    /** Returns the variants of a sweep of options; only this run if there is no sweep. */
    @Internal
    public List<Variant> variants() {
        return experiment.variants().isEmpty() ? List.of(new Variant(Map.of(), this)) : experiment.variants();
    }

    /** Returns the largest number of sessions open at once in any run: those of the load, or those that load data on each agent. */
    public int sessions() {
        int loaders = data.loaders() * agents().map(AgentsSpec::count).orElse(1);
        int idle = ConnectionOptions.of(target).idle();
        int own = Math.max(experiment.connectionLimit(load.connectionLimit()) + idle, loaders);
        return experiment.variants().stream()
                .mapToInt(variant -> variant.spec().sessions())
                .reduce(own, Math::max);
    }

    /**
     * The conditions that a result must not meet.
     *
     * @param failIf             conditions; the run fails if one of them holds
     * @param baseline           result that conditions compare with
     * @param strict             true to decide by point values, regardless of confidence intervals
     * @param failOnInconclusive true if a condition that cannot be decided is also a failure
     * @param strictLatency      true to reject latencies that the client inflated
     */
    public record JudgingSpec(
            List<Condition> failIf,
            Optional<RunResult> baseline,
            boolean strict,
            boolean failOnInconclusive,
            boolean strictLatency) {

        /** No conditions. */
        public static final JudgingSpec NONE = new JudgingSpec(List.of(), Optional.empty(), false, false, false);

        public JudgingSpec {
            failIf = List.copyOf(failIf);
        }
    }

    /** The preparation of the data set before a run. */
    public enum LoadPolicy {
        /** Use a complete data set of the same scale, load if there is none, reject any other. */
        AUTO,
        /** Drop the existing data and load again, once. */
        ALWAYS,
        /** Drop the existing data and load again before each run of an experiment. */
        EACH,
        /** As {@code AUTO}, then end without a run. */
        ONLY,
        /** Use the existing data, reject incomplete data. */
        NEVER
    }
}
