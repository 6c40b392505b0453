package io.dbharness.spec;

import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.RateProfile.Segment;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.quantity.Unit;
import io.dbharness.random.Seed;
import io.dbharness.sut.Fault;
import io.dbharness.workload.BoundWorkload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When and how to send, as far as it was decided.
 *
 * @param users           empty for the workload's own number, or for one a connection when nothing paces them
 * @param connections     empty for as many as sensible
 * @param mostConnections what is sensible when nothing is said
 * @param open            when requests come by themselves; empty for a closed loop
 * @param timeline        warm-up, measurement, drain
 * @param seed            the root of all randomness
 * @param maxAttempts     for transient failures
 * @param requestTimeout  how long one attempt may take
 * @param faults          how the server is broken during the measurement
 * @param count           after how many requests of the measurement to end; empty for none but its time
 */
public record LoadSpec(
        OptionalInt users,
        OptionalInt connections,
        int mostConnections,
        Optional<Open> open,
        Timeline timeline,
        Seed seed,
        int maxAttempts,
        Duration requestTimeout,
        List<Fault> faults,
        OptionalLong count) {

    /** A server that was broken on purpose may take its time to come back. */
    private static final Duration RECOVERY = Duration.ofMinutes(5);

    private static final int A_PROCESSOR = 4;
    private static final int AT_LEAST = 8;

    /**
     * Requests that come whether or not earlier ones have ended.
     *
     * @param rate    how many a second
     * @param spacing how they are spread
     * @param late    what becomes of one that finds every user busy
     */
    public record Open(Rate rate, Spacing spacing, LatePolicy late) {}

    /** What is run when nothing is said: a closed loop, 30 s of warm-up, 5 minutes of measurement. */
    public static LoadSpec usual() {
        return new LoadSpec(
                OptionalInt.empty(),
                OptionalInt.empty(),
                mostConnections(Runtime.getRuntime().availableProcessors()),
                Optional.empty(),
                Timeline.of(Duration.ofSeconds(30), Duration.ofMinutes(5)),
                Seed.DEFAULT,
                RetryPolicy.DEFAULT.maxAttempts(),
                Limits.DEFAULT.request(),
                List.of(),
                OptionalLong.empty());
    }

    /**
     * How many connections a run opens at most when nothing is said: enough to keep a server on a machine like this one busy, few enough
     * that the sessions themselves are not the load.
     */
    static int mostConnections(int processors) {
        return Math.max(AT_LEAST, A_PROCESSOR * processors);
    }

    /** The most sessions the load may open, known before the workload's own number of users is. */
    public int connectionLimit() {
        return connections.orElseGet(() -> Math.min(users.orElse(mostConnections), mostConnections));
    }

    /** The plan for a workload, bound or rehearsed. */
    public RunPlan plan(BoundWorkload<?> workload) {
        // Users who never think would only queue for connections, so there is one for each.
        boolean paced = open.isEmpty() && workload.thinkTime() != ThinkTime.NONE;
        int resolvedUsers = users.orElseGet(() -> paced ? workload.defaultUsers() : connectionLimit());
        int resolvedConnections = connections.orElseGet(() -> Math.min(resolvedUsers, mostConnections));
        LoadModel model = open.map(o ->
                        (LoadModel) new OpenArrivals(o.rate().profile(timeline), o.spacing(), o.late(), resolvedUsers))
                .orElseGet(() -> new ClosedLoop(resolvedUsers, workload.thinkTime()));
        RetryPolicy retry =
                new RetryPolicy(maxAttempts, RetryPolicy.DEFAULT.firstBackOff(), RetryPolicy.DEFAULT.maxBackOff());
        Limits limits = Limits.DEFAULT.withRequest(requestTimeout);
        if (!faults.isEmpty()) {
            limits = limits.withGiveUpAfter(RECOVERY);
        }
        return new RunPlan(
                model,
                resolvedConnections,
                timeline,
                seed,
                retry,
                RunPlan.DEFAULT_INTERVAL,
                count.isPresent() ? limits.withCount(count.getAsLong()) : limits,
                faults,
                Map.of());
    }

    LoadSpec sized(OptionalInt otherUsers, OptionalInt otherConnections) {
        return new LoadSpec(
                otherUsers,
                otherConnections,
                mostConnections,
                open,
                timeline,
                seed,
                maxAttempts,
                requestTimeout,
                faults,
                count);
    }

    LoadSpec withOpen(Open requests) {
        return new LoadSpec(
                users,
                connections,
                mostConnections,
                Optional.of(requests),
                timeline,
                seed,
                maxAttempts,
                requestTimeout,
                faults,
                count);
    }

    LoadSpec withFaults(List<Fault> others) {
        return new LoadSpec(
                users, connections, mostConnections, open, timeline, seed, maxAttempts, requestTimeout, others, count);
    }

    LoadSpec withTimeline(Timeline other) {
        return new LoadSpec(
                users, connections, mostConnections, open, other, seed, maxAttempts, requestTimeout, faults, count);
    }

    LoadSpec withSeed(Seed other) {
        return new LoadSpec(
                users, connections, mostConnections, open, timeline, other, maxAttempts, requestTimeout, faults, count);
    }

    LoadSpec withCount(long requests) {
        return new LoadSpec(
                users,
                connections,
                mostConnections,
                open,
                timeline,
                seed,
                maxAttempts,
                requestTimeout,
                faults,
                OptionalLong.of(requests));
    }

    /**
     * An arrival rate: the same all the time, or in a straight line over the measurement.
     *
     * @param from requests a second during the warm-up and at the start of the measurement
     * @param to   requests a second at its end
     */
    public record Rate(double from, double to) {

        private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,6})?)";
        private static final Pattern FORM = Pattern.compile(NUMBER + "(?:->" + NUMBER + ")?(/s|/min|/h)?");

        /** The same rate all the time. */
        public static Rate constant(double perSecond) {
            return new Rate(perSecond, perSecond);
        }

        /** Reads {@code 100/s}, {@code 6000/min}, {@code 0.5} or {@code 0->5000/s}; nothing when the text is no rate or nothing would ever be sent. */
        static Optional<Rate> parse(String text) {
            Matcher matcher = FORM.matcher(text);
            if (!matcher.matches()) {
                return Optional.empty();
            }
            Unit unit = Unit.of(String.valueOf(matcher.group(3))).orElse(Unit.PER_SECOND);
            double from = unit.toBase(Double.parseDouble(matcher.group(1)));
            double to = matcher.group(2) == null ? from : unit.toBase(Double.parseDouble(matcher.group(2)));
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
