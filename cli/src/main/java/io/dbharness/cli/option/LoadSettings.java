package io.dbharness.cli.option;

import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.plan.Limits;
import io.dbharness.plan.RetryPolicy;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.workload.BoundWorkload;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * When and how to send, as far as the user decided it.
 *
 * @param users           empty for the workload's own number, or for one a connection when nothing paces them
 * @param connections     empty for as many as sensible
 * @param mostConnections what is sensible when the user does not say
 * @param open            when requests come by themselves; empty for a closed loop
 * @param timeline        warm-up, measurement, drain
 * @param seed            the root of all randomness
 * @param maxAttempts     for transient failures
 * @param count           after how many requests of the measurement to end; empty for none but its time
 */
public record LoadSettings(
        OptionalInt users,
        OptionalInt connections,
        int mostConnections,
        Optional<OpenLoad> open,
        Timeline timeline,
        Seed seed,
        int maxAttempts,
        OptionalLong count) {

    private static final int A_PROCESSOR = 4;
    private static final int AT_LEAST = 8;

    /**
     * How many connections a run opens at most when nobody says: enough to keep a server on a machine like this one busy, few enough
     * that the sessions themselves are not the load.
     */
    static int mostConnections(int processors) {
        return Math.max(AT_LEAST, A_PROCESSOR * processors);
    }

    /** The most sessions the load may open, known before the workload's own number of users is. */
    public int connectionLimit() {
        return connections.orElseGet(() -> Math.min(users.orElse(mostConnections), mostConnections));
    }

    /** The plan for a workload that has met its target. */
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
        Limits limits = count.isPresent() ? Limits.DEFAULT.withCount(count.getAsLong()) : Limits.DEFAULT;
        return new RunPlan(
                model, resolvedConnections, timeline, seed, retry, RunPlan.DEFAULT_INTERVAL, limits, Map.of());
    }
}
