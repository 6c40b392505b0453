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
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * One run, fully resolved, without the workload and the target it is bound to.
 *
 * @param load        when to send
 * @param connections sessions open at once; dedicated when there are at least as many as users, leased otherwise
 * @param timeline    warm-up, measurement, drain
 * @param seed        the root of all randomness
 * @param retry       what happens to transient failures
 * @param interval    how often the recorder is read
 * @param limits      what ends the run before its time
 * @param faults      how the server is broken during the measurement, in the order of their times
 * @param factors     what an experiment varies, name to value, and which repetition this is; empty for a single run
 */
public record RunPlan(
        LoadModel load,
        int connections,
        Timeline timeline,
        Seed seed,
        RetryPolicy retry,
        Duration interval,
        Limits limits,
        List<Fault> faults,
        Map<String, String> factors) {

    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);

    /**
     * When a run ends before its time.
     *
     * @param giveUpAfter how long a target may stay unreachable
     * @param longestWait how long an arrival of an open load may wait for a user before the run is called overloaded
     * @param request     how long one attempt at a request may take before its connection is cut and it counts as {@code TIMEOUT}
     * @param count       how many requests to intend in the measurement; without a limit if empty
     */
    public record Limits(Duration giveUpAfter, Duration longestWait, Duration request, OptionalLong count) {

        /**
         * Fifteen seconds: longer than a failover of a replicated database takes, short enough to end a run against a dead server. A minute
         * of
         * waiting and a minute for a request: no requester waits that long, and the backlog's memory stays bounded.
         */
        public static final Limits DEFAULT =
                new Limits(Duration.ofSeconds(15), Duration.ofMinutes(1), Duration.ofMinutes(1), OptionalLong.empty());

        public Limits {
            if (giveUpAfter.isNegative()
                    || longestWait.isNegative()
                    || request.isNegative()
                    || request.isZero()
                    || count.orElse(1) < 1) {
                throw new IllegalArgumentException(
                        "not limits: " + giveUpAfter + ", " + longestWait + ", " + request + ", " + count);
            }
        }

        public Limits withCount(long requests) {
            return new Limits(giveUpAfter, longestWait, request, OptionalLong.of(requests));
        }

        public Limits withGiveUpAfter(Duration unreachable) {
            return new Limits(unreachable, longestWait, request, count);
        }

        public Limits withRequest(Duration longest) {
            return new Limits(giveUpAfter, longestWait, longest, count);
        }
    }

    /** Without faults. */
    public RunPlan(
            LoadModel load,
            int connections,
            Timeline timeline,
            Seed seed,
            RetryPolicy retry,
            Duration interval,
            Limits limits,
            Map<String, String> factors) {
        this(load, connections, timeline, seed, retry, interval, limits, List.of(), factors);
    }

    public RunPlan {
        Objects.requireNonNull(load, "load");
        Objects.requireNonNull(timeline, "timeline");
        faults = faults.stream().sorted(Comparator.comparing(Fault::at)).toList();
        factors = Collections.unmodifiableMap(new TreeMap<>(factors));
        if (connections < 1 || interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("not a plan: " + connections + " connections, interval " + interval);
        }
    }

    /** A plan with the usual retry policy and interval. */
    public static RunPlan of(LoadModel load, int connections, Timeline timeline, Seed seed) {
        return new RunPlan(
                load, connections, timeline, seed, RetryPolicy.DEFAULT, DEFAULT_INTERVAL, Limits.DEFAULT, Map.of());
    }

    public RunPlan withLoad(LoadModel newLoad) {
        return new RunPlan(newLoad, connections, timeline, seed, retry, interval, limits, faults, factors);
    }

    public RunPlan withConnections(int newConnections) {
        return new RunPlan(load, newConnections, timeline, seed, retry, interval, limits, faults, factors);
    }

    public RunPlan withLimits(Limits newLimits) {
        return new RunPlan(load, connections, timeline, seed, retry, interval, newLimits, faults, factors);
    }

    public RunPlan withFaults(List<Fault> newFaults) {
        return new RunPlan(load, connections, timeline, seed, retry, interval, limits, newFaults, factors);
    }

    public RunPlan withFactors(Map<String, String> newFactors) {
        return new RunPlan(load, connections, timeline, seed, retry, interval, limits, faults, newFactors);
    }

    /** Returns true if each user keeps its own session. */
    public boolean dedicated() {
        return load.users() <= connections;
    }
}
