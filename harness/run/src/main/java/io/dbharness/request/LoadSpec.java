package io.dbharness.request;

import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.RateProfile.Segment;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.model.Internal;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.quantity.Quantities;
import io.dbharness.random.Seed;
import io.dbharness.sut.Fault;
import io.dbharness.workload.BoundWorkload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The load of a run: its model, size, timing and limits. Empty values are decided when the workload is known.
 *
 * @param size     users and connections
 * @param open     arrivals of an open load; empty for a closed loop
 * @param timeline warm-up, measurement, drain
 * @param seed     the root of all randomness
 * @param attempts attempts at a request
 * @param faults   faults to inject during the measurement
 * @param until    what else than time ends the measurement
 */
@Internal
public record LoadSpec(
        Size size,
        Optional<Open> open,
        Timeline timeline,
        Seed seed,
        Attempts attempts,
        List<Fault> faults,
        Until until) {

    /** Time allowed for a server to recover from an injected fault. */
    private static final Duration RECOVERY = Duration.ofMinutes(5);

    private static final int A_PROCESSOR = 4;
    private static final int AT_LEAST = 8;

    /**
     * The users and connections of a load.
     *
     * @param users           number of users; empty for the workload's default, or for one a connection if there is no think time
     * @param connections     number of connections; empty for one a user, at most {@code mostConnections}
     * @param mostConnections largest default number of connections
     */
    public record Size(OptionalInt users, OptionalInt connections, int mostConnections) {}

    /**
     * The attempts at a request.
     *
     * @param most    attempts for a request that fails transiently
     * @param timeout time limit of one attempt
     */
    public record Attempts(int most, Duration timeout) {

        static final Attempts DEFAULT = new Attempts(RetryPolicy.DEFAULT.maxAttempts(), Limits.DEFAULT.request());
    }

    /**
     * An open load: requests arrive whether or not earlier ones have ended.
     *
     * @param rate    arrivals a second
     * @param spacing distribution of the arrivals over time
     * @param late    policy for a request that arrives while every user is busy
     */
    public record Open(Rate rate, Spacing spacing, LatePolicy late) {}

    /** Returns the default load: a closed loop, 30 s of warm-up, 5 minutes of measurement. */
    public static LoadSpec usual() {
        return new LoadSpec(
                new Size(
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        mostConnections(Runtime.getRuntime().availableProcessors())),
                Optional.empty(),
                Timeline.of(Duration.ofSeconds(30), Duration.ofMinutes(5)),
                Seed.DEFAULT,
                Attempts.DEFAULT,
                List.of(),
                Until.TIME);
    }

    /**
     * Returns the largest default number of connections. It keeps a server on a similar machine busy, while the sessions themselves add
     * little load.
     */
    static int mostConnections(int processors) {
        return Math.max(AT_LEAST, A_PROCESSOR * processors);
    }

    /** Returns the largest number of sessions that the load may open, without the workload's default number of users. */
    public int connectionLimit() {
        return connections().orElseGet(() -> Math.min(users().orElse(size.mostConnections()), size.mostConnections()));
    }

    /** Creates the plan for a workload, bound or rehearsed. */
    public RunPlan plan(BoundWorkload<?> workload) {
        // Users who never think would only queue for connections, so there is one for each.
        boolean paced = open.isEmpty() && workload.thinkTime() != ThinkTime.NONE;
        int resolvedUsers = users().orElseGet(() -> paced ? workload.defaultUsers() : connectionLimit());
        int resolvedConnections = connections().orElseGet(() -> Math.min(resolvedUsers, size.mostConnections()));
        LoadModel model = open.map(o ->
                        (LoadModel) new OpenArrivals(o.rate().profile(timeline), o.spacing(), o.late(), resolvedUsers))
                .orElseGet(() -> new ClosedLoop(resolvedUsers, workload.thinkTime()));
        RetryPolicy retry =
                new RetryPolicy(attempts.most(), RetryPolicy.DEFAULT.firstBackOff(), RetryPolicy.DEFAULT.maxBackOff());
        Limits limits = Limits.DEFAULT.withRequest(attempts.timeout());
        if (!faults.isEmpty()) {
            limits = limits.withGiveUpAfter(RECOVERY);
        }
        return RunPlan.of(model, resolvedConnections, timeline, seed)
                .withRetry(retry)
                .withLimits(until.on(limits))
                .withFaults(faults);
    }

    public OptionalInt users() {
        return size.users();
    }

    public OptionalInt connections() {
        return size.connections();
    }

    LoadSpec sized(OptionalInt otherUsers, OptionalInt otherConnections) {
        Size other = new Size(otherUsers, otherConnections, size.mostConnections());
        return new LoadSpec(other, open, timeline, seed, attempts, faults, until);
    }

    LoadSpec withOpen(Open requests) {
        return new LoadSpec(size, Optional.of(requests), timeline, seed, attempts, faults, until);
    }

    LoadSpec withFaults(List<Fault> others) {
        return new LoadSpec(size, open, timeline, seed, attempts, others, until);
    }

    LoadSpec withTimeline(Timeline other) {
        return new LoadSpec(size, open, other, seed, attempts, faults, until);
    }

    LoadSpec withSeed(Seed other) {
        return new LoadSpec(size, open, timeline, other, attempts, faults, until);
    }

    LoadSpec withUntil(Until other) {
        return new LoadSpec(size, open, timeline, seed, attempts, faults, other);
    }

    /**
     * An arrival rate: constant, or linear over the measurement.
     *
     * @param from requests a second during the warm-up and at the start of the measurement
     * @param to   requests a second at its end
     */
    public record Rate(double from, double to) {

        /** Creates a constant rate. */
        public static Rate constant(double perSecond) {
            return new Rate(perSecond, perSecond);
        }

        /**
         * Parses {@code 100/s}, {@code 6000/min}, {@code 0.5} or {@code 0->5000/s}; empty if the text is malformed or the rate is always 0.
         */
        static Optional<Rate> parse(String text) {
            int slash = text.indexOf('/');
            String numbers = slash < 0 ? text : text.substring(0, slash);
            String unit = slash < 0 ? "" : text.substring(slash);
            List<OptionalDouble> ends = Stream.of(numbers.split("->", 2))
                    .map(number -> Quantities.perSecond(number + unit))
                    .toList();
            if (ends.stream().anyMatch(OptionalDouble::isEmpty)) {
                return Optional.empty();
            }
            double from = ends.get(0).getAsDouble();
            double to = ends.get(ends.size() - 1).getAsDouble();
            return from > 0 || to > 0 ? Optional.of(new Rate(from, to)) : Optional.empty();
        }

        boolean isRamp() {
            return from != to;
        }

        RateProfile profile(Timeline timeline) {
            if (!isRamp()) {
                return RateProfile.constant(from);
            }
            List<Segment> segments = new ArrayList<>();
            if (!timeline.warmUp().isZero()) {
                segments.add(new Segment(from, from, timeline.warmUp()));
            }
            segments.add(new Segment(from, to, timeline.measurement()));
            return new RateProfile(segments);
        }
    }
}
