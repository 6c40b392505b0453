package io.dbharness.agents;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.Slice;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.model.Problems;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.random.Seed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One agent's part of a plan, as data. Think times are those of the workload, which each agent knows by itself.
 *
 * @param open        null for a closed loop
 * @param users       of this part
 * @param connections of this part
 * @param slice       which part
 * @param times       in nanoseconds: warm-up, measurement, drain, interval, first and longest back-off, patience with an unreachable
 *                    target, limit of a request
 * @param seed        of the whole
 * @param attempts    for a request
 * @param count       requests of this part after which the measurement ends; null for none
 * @param factors     of the experiment
 */
record LoadAssignment(
        @JsonSetter(nulls = Nulls.SET) @Nullable Open open,
        int users,
        int connections,
        Slice slice,
        List<Long> times,
        long seed,
        int attempts,
        @JsonSetter(nulls = Nulls.SET) @Nullable Long count,
        Map<String, String> factors) {

    /** Arrivals of the whole load; the slice says which of them are this part's. */
    record Open(List<Segment> rate, Spacing spacing, LatePolicy late) {}

    /** A straight line of a rate. */
    record Segment(double from, double to, long nanos) {}

    /** Notes what cannot be divided. */
    static void check(RunPlan plan, int agents, Problems problems) {
        Map<String, Long> divided = Map.of(
                "users", (long) plan.load().users(),
                "connections", (long) plan.connections(),
                "requests of --until", plan.limits().count().orElse(Long.MAX_VALUE));
        divided.forEach((what, number) -> problems.require(
                number >= agents,
                number + " " + what + " cannot be divided among " + agents + " agents; give at least one each"));
    }

    /** The part of this place among so many. */
    static LoadAssignment of(RunPlan plan, int index, int agents) {
        Slice place = new Slice(index, agents, 0);
        int users = plan.load().users();
        Slice slice = new Slice(index, agents, (int) place.before(users));
        Limits limits = plan.limits();
        return new LoadAssignment(
                plan.load() instanceof OpenArrivals arrivals ? open(arrivals) : null,
                (int) slice.share(users),
                (int) slice.share(plan.connections()),
                slice,
                List.of(
                        plan.timeline().warmUp().toNanos(),
                        plan.timeline().measurement().toNanos(),
                        plan.timeline().drain().toNanos(),
                        plan.interval().toNanos(),
                        plan.retry().firstBackOff().toNanos(),
                        plan.retry().maxBackOff().toNanos(),
                        limits.giveUpAfter().toNanos(),
                        limits.request().toNanos()),
                plan.seed().value(),
                plan.retry().maxAttempts(),
                limits.count().isPresent() ? slice.share(limits.count().getAsLong()) : null,
                plan.factors());
    }

    private static Open open(OpenArrivals arrivals) {
        return new Open(
                arrivals.rate().segments().stream()
                        .map(s -> new Segment(s.from(), s.to(), s.over().toNanos()))
                        .toList(),
                arrivals.spacing(),
                arrivals.late());
    }

    /** The plan that an agent runs. */
    RunPlan plan(ThinkTime thinkTime) {
        return RunPlan.of(load(thinkTime), connections, new Timeline(time(0), time(1), time(2)), new Seed(seed))
                .withRetry(new RetryPolicy(attempts, time(4), time(5)))
                .withInterval(time(3))
                .withLimits(new Limits(
                        time(6),
                        time(7),
                        count == null ? OptionalLong.empty() : OptionalLong.of(count),
                        Optional.empty()))
                .withFactors(factors);
    }

    private LoadModel load(ThinkTime thinkTime) {
        if (open == null) {
            return new ClosedLoop(users, thinkTime, slice);
        }
        RateProfile rate = new RateProfile(open.rate().stream()
                .map(s -> new RateProfile.Segment(s.from(), s.to(), Duration.ofNanos(s.nanos())))
                .toList());
        return new OpenArrivals(rate, open.spacing(), open.late(), users, slice);
    }

    private Duration time(int index) {
        return Duration.ofNanos(times.get(index));
    }
}
