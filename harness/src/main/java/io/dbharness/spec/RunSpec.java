package io.dbharness.spec;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.Timeline;
import io.dbharness.random.Seed;
import io.dbharness.result.Condition;
import io.dbharness.result.RunResult;
import io.dbharness.spec.ExperimentSpec.Variant;
import io.dbharness.spec.LoadSpec.Rate;
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

/**
 * Everything that is decided about a run, or about the runs of an experiment. Immutable; each method gives a changed copy.
 *
 * @param workload   what is sent
 * @param target     where to and how to enter; an empty address stands for the workload's own default
 * @param load       when and how to send
 * @param data       what to do about the data set
 * @param experiment which runs to make
 * @param judging    what must not be true of their results
 * @param collecting where figures of the target's machine come from
 * @param agents     who sends the load; empty if this process does
 */
public record RunSpec(
        WorkloadSpec workload,
        TargetSpec target,
        LoadSpec load,
        DataSpec data,
        ExperimentSpec experiment,
        JudgingSpec judging,
        CollectSpec collecting,
        Optional<AgentsSpec> agents) {

    private static final int LOADERS = 2;

    /**
     * What to do about the data set.
     *
     * @param policy  before the first run
     * @param loaders connections to load with
     */
    public record DataSpec(LoadPolicy policy, int loaders) {}

    /** One run of a workload on its default target with the usual load: 30 s of warm-up, 5 minutes of measurement, data loaded when there are none. */
    public static RunSpec of(WorkloadSpec workload) {
        return new RunSpec(
                workload,
                TargetSpec.of(""),
                LoadSpec.usual(),
                new DataSpec(LoadPolicy.AUTO, LOADERS),
                ExperimentSpec.SINGLE,
                JudgingSpec.NONE,
                CollectSpec.AUTO,
                Optional.empty());
    }

    /** On a target, for example {@code embedded:postgresql} or {@code jdbc:postgresql://db/bench}. */
    public RunSpec on(String url) {
        return on(new TargetSpec(url, target.user(), target.password(), target.dataDir(), target.options()));
    }

    /** On a target, with what it takes to enter it. */
    public RunSpec on(TargetSpec other) {
        return new RunSpec(workload, other, load, data, experiment, judging, collecting, agents);
    }

    /** With a parameter of the workload set, for example {@code with("warehouses", 10)}. */
    public RunSpec with(String parameter, Object value) {
        return new RunSpec(
                workload.with(parameter, value), target, load, data, experiment, judging, collecting, agents);
    }

    /** So many users in a closed loop, each with a connection. */
    public RunSpec closed(int users) {
        return with(load.sized(OptionalInt.of(users), OptionalInt.of(users)));
    }

    /** So many connections, whatever the number of users. */
    public RunSpec connections(int number) {
        return with(load.sized(load.users(), OptionalInt.of(number)));
    }

    /** So many users. */
    public RunSpec users(int number) {
        return with(load.sized(OptionalInt.of(number), load.connections()));
    }

    /** Evenly spread requests that come whether or not earlier ones have ended; those that find every user busy wait. */
    public RunSpec rate(double perSecond) {
        return open(new LoadSpec.Open(Rate.constant(perSecond), Spacing.UNIFORM, LatePolicy.QUEUE));
    }

    /** Requests that come whether or not earlier ones have ended. */
    public RunSpec open(LoadSpec.Open requests) {
        return with(load.withOpen(requests));
    }

    public RunSpec warmUp(Duration length) {
        return with(load.withTimeline(Timeline.of(length, load.timeline().measurement())));
    }

    public RunSpec duration(Duration length) {
        return with(load.withTimeline(Timeline.of(load.timeline().warmUp(), length)));
    }

    /** Ends the measurement after so many requests. */
    public RunSpec until(long requests) {
        return with(load.withCount(requests));
    }

    /** Breaks the server at some times of the measurement; only one that the harness starts. */
    public RunSpec faults(Fault... faults) {
        return with(load.withFaults(List.of(faults)));
    }

    public RunSpec seed(long seed) {
        return with(load.withSeed(new Seed(seed)));
    }

    public RunSpec with(LoadSpec other) {
        return new RunSpec(workload, target, other, data, experiment, judging, collecting, agents);
    }

    public RunSpec with(DataSpec other) {
        return new RunSpec(workload, target, load, other, experiment, judging, collecting, agents);
    }

    public RunSpec with(ExperimentSpec other) {
        return new RunSpec(workload, target, load, data, other, judging, collecting, agents);
    }

    public RunSpec with(CollectSpec other) {
        return new RunSpec(workload, target, load, data, experiment, judging, other, agents);
    }

    /** With the load sent by agents. */
    public RunSpec by(AgentsSpec others) {
        return new RunSpec(workload, target, load, data, experiment, judging, collecting, Optional.of(others));
    }

    /** Every run so many times, each time with a seed of its own. */
    public RunSpec repeat(int times) {
        return with(experiment.repeated(times));
    }

    /** One run for each level of a load's factor; more than one sweep gives every combination. */
    public RunSpec sweep(Factor factor, double... levels) {
        return with(
                experiment.over(new Axis(factor, Arrays.stream(levels).boxed().toList())));
    }

    /** One run for each value of a parameter of the workload; more than one sweep gives every combination. */
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

    /** Searches for the highest level at which something holds. */
    public RunSpec search(ExperimentSpec.Goal goal) {
        return with(experiment.searching(goal));
    }

    /** What a sweep of options makes of this; this alone without one. */
    public List<Variant> variants() {
        return experiment.variants().isEmpty() ? List.of(new Variant(Map.of(), this)) : experiment.variants();
    }

    /** The most sessions that are open at once in any run: those of the load or those of loading, which each agent has. */
    public int sessions() {
        int loaders = data.loaders() * agents.map(AgentsSpec::count).orElse(1);
        int own = Math.max(experiment.connectionLimit(load.connectionLimit()), loaders);
        return experiment.variants().stream()
                .mapToInt(variant -> variant.spec().sessions())
                .reduce(own, Math::max);
    }

    /**
     * What must not be true of a result.
     *
     * @param failIf             the run has failed if one of them holds
     * @param baseline           what they compare with
     * @param strict             whether point values decide, whatever their confidence intervals
     * @param failOnInconclusive whether a condition that cannot be answered is a failure too
     * @param strictLatency      whether latencies that the client made longer are not to be used
     */
    public record JudgingSpec(
            List<Condition> failIf,
            Optional<RunResult> baseline,
            boolean strict,
            boolean failOnInconclusive,
            boolean strictLatency) {

        /** No condition. */
        public static final JudgingSpec NONE = new JudgingSpec(List.of(), Optional.empty(), false, false, false);

        public JudgingSpec {
            failIf = List.copyOf(failIf);
        }
    }

    /** What to do about the data set before a run. */
    public enum LoadPolicy {
        /** Use a complete one of the same scale, load when there is none, refuse anything else. */
        AUTO,
        /** Drop what is there and load again, once. */
        ALWAYS,
        /** Drop what is there and load again before each run of an experiment. */
        EACH,
        /** As {@code AUTO}, then end without a run. */
        ONLY,
        /** Use what is there, refuse when it is not complete. */
        NEVER
    }
}
