package io.dbharness.plan;

import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.random.Seed;
import io.dbharness.sut.Fault;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * One run, fully resolved, without the workload and the target it is bound to.
 *
 * @param load        when to send
 * @param connections sessions open at once; dedicated when there are at least as many as users, leased otherwise
 * @param timeline    warm-up, measurement, drain
 * @param seed        the root of all randomness
 * @param rules       retries, readings and limits
 * @param faults      how the server is broken during the measurement, in the order of their times
 * @param variation   what an experiment varies; nothing for a single run
 */
public record RunPlan(
        LoadModel load,
        int connections,
        Timeline timeline,
        Seed seed,
        Rules rules,
        List<Fault> faults,
        Variation variation) {

    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);

    /**
     * Rules of a run.
     *
     * @param retry    what happens to transient failures
     * @param interval how often the recorder is read
     * @param limits   what ends the run before its time
     */
    public record Rules(RetryPolicy retry, Duration interval, Limits limits) {

        public static final Rules DEFAULT = new Rules(RetryPolicy.DEFAULT, DEFAULT_INTERVAL, Limits.DEFAULT);

        public Rules {
            if (interval.isZero() || interval.isNegative()) {
                throw new IllegalArgumentException("not an interval: " + interval);
            }
        }
    }

    /**
     * The run among those of an experiment.
     *
     * @param factors what the experiment varies, name to value, and which repetition this is
     * @param setting the place of the setting that this run has among those of the experiment, from 0
     */
    public record Variation(Map<String, String> factors, int setting) {

        public static final Variation NONE = new Variation(Map.of(), 0);

        public Variation {
            factors = Collections.unmodifiableMap(new TreeMap<>(factors));
        }
    }

    /**
     * When a run ends before its time.
     *
     * @param giveUpAfter how long a target may stay unreachable
     * @param request     how long one attempt at a request may take before its connection is cut and it counts as {@code TIMEOUT}
     * @param count       how many requests to intend in the measurement; without a limit if empty
     * @param precision   ends the measurement as soon as its mean rate is known this well; never if empty
     */
    public record Limits(Duration giveUpAfter, Duration request, OptionalLong count, Optional<Precision> precision) {

        /**
         * Fifteen seconds: longer than a failover of a replicated database takes, short enough to end a run against a dead server. A
         * minute for a request: no requester waits that long.
         */
        public static final Limits DEFAULT =
                new Limits(Duration.ofSeconds(15), Duration.ofMinutes(1), OptionalLong.empty(), Optional.empty());

        public Limits {
            if (giveUpAfter.isNegative() || request.isNegative() || request.isZero() || count.orElse(1) < 1) {
                throw new IllegalArgumentException("not limits: " + giveUpAfter + ", " + request + ", " + count);
            }
        }

        public Limits withCount(long requests) {
            return new Limits(giveUpAfter, request, OptionalLong.of(requests), precision);
        }

        public Limits withGiveUpAfter(Duration unreachable) {
            return new Limits(unreachable, request, count, precision);
        }

        public Limits withRequest(Duration longest) {
            return new Limits(giveUpAfter, longest, count, precision);
        }

        public Limits withPrecision(Precision other) {
            return new Limits(giveUpAfter, request, count, Optional.of(other));
        }
    }

    /**
     * How well a mean rate must be known.
     *
     * @param error   the standard error of the mean of the intervals' rates, as a share of the mean, must be below this
     * @param atLeast intervals of the measurement before that counts
     */
    public record Precision(double error, int atLeast) {}

    public RunPlan {
        Objects.requireNonNull(load, "load");
        Objects.requireNonNull(timeline, "timeline");
        faults = faults.stream().sorted(Comparator.comparing(Fault::at)).toList();
        if (connections < 1) {
            throw new IllegalArgumentException("not a plan: " + connections + " connections");
        }
    }

    /** A plan with the usual retry policy and interval. */
    public static RunPlan of(LoadModel load, int connections, Timeline timeline, Seed seed) {
        return new RunPlan(load, connections, timeline, seed, Rules.DEFAULT, List.of(), Variation.NONE);
    }

    public RunPlan withLoad(LoadModel newLoad) {
        return new RunPlan(newLoad, connections, timeline, seed, rules, faults, variation);
    }

    public RunPlan withConnections(int newConnections) {
        return new RunPlan(load, newConnections, timeline, seed, rules, faults, variation);
    }

    public RunPlan withTimeline(Timeline other) {
        return new RunPlan(load, connections, other, seed, rules, faults, variation);
    }

    public RunPlan withSeed(Seed other) {
        return new RunPlan(load, connections, timeline, other, rules, faults, variation);
    }

    public RunPlan withRetry(RetryPolicy other) {
        return with(new Rules(other, interval(), limits()));
    }

    public RunPlan withInterval(Duration other) {
        return with(new Rules(retry(), other, limits()));
    }

    public RunPlan withLimits(Limits newLimits) {
        return with(new Rules(retry(), interval(), newLimits));
    }

    private RunPlan with(Rules other) {
        return new RunPlan(load, connections, timeline, seed, other, faults, variation);
    }

    public RunPlan withFaults(List<Fault> newFaults) {
        return new RunPlan(load, connections, timeline, seed, rules, newFaults, variation);
    }

    public RunPlan withFactors(Map<String, String> newFactors) {
        return with(new Variation(newFactors, setting()));
    }

    public RunPlan withSetting(int other) {
        return with(new Variation(factors(), other));
    }

    private RunPlan with(Variation other) {
        return new RunPlan(load, connections, timeline, seed, rules, faults, other);
    }

    public RetryPolicy retry() {
        return rules.retry();
    }

    public Duration interval() {
        return rules.interval();
    }

    public Limits limits() {
        return rules.limits();
    }

    public Map<String, String> factors() {
        return variation.factors();
    }

    public int setting() {
        return variation.setting();
    }

    /** Returns true if each user keeps its own session. */
    public boolean dedicated() {
        return load.users() <= connections;
    }
}
