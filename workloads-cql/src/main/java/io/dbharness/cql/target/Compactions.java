package io.dbharness.cql.target;

import io.dbharness.model.HarnessException;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Progress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Waits until no node has compactions or flushes left. Between two compactions all pools can be empty for an instant, so several looks
 * in a row must agree and no job may have completed between them. One thread.
 */
public final class Compactions implements AutoCloseable {

    private static final int LOOKS = 5;
    private static final int LOOKS_WITH_ESTIMATE = 3;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
    private static final Duration BETWEEN_LOOKS_WITH_ESTIMATE = Duration.ofMillis(500);
    /** An estimate that stays above nothing while nothing runs will stay there. */
    private static final Duration STUCK = Duration.ofMinutes(10);

    private static final Duration LONGEST = Duration.ofHours(6);

    private final NodeViews views;

    Compactions(NodeViews views) {
        this.views = views;
    }

    /**
     * How it went.
     *
     * @param waited        until all was quiet, or given up
     * @param peakPending   the largest estimate seen; empty when no node tells it
     * @param quiet         whether nothing was left in the end
     * @param views         whether the nodes have the views at all
     */
    public record Wait(Duration waited, Optional<Double> peakPending, boolean quiet, boolean views) {

        /** One sentence. */
        public String describe() {
            if (!views) {
                return "the server has no views of its compactions (before Cassandra 4.0); nothing was waited for";
            }
            String pending = peakPending
                    .map(peak -> "at most " + peak.longValue() + " pending")
                    .orElse("pending not known without jmx= in the target, only running and queued jobs");
            return (quiet ? "quiet after " : "given up after ") + waited.toSeconds() + " s; " + pending;
        }
    }

    private record Look(boolean known, boolean idle, long completed, Optional<Double> pending) {}

    /** Waits, telling how far it is. An interrupt ends it with a {@link HarnessException}. */
    public Wait await(RunClock clock, Progress progress) {
        long begin = clock.now();
        long lastWork = begin;
        Optional<Double> peak = Optional.empty();
        Look before = look();
        if (!before.known()) {
            return new Wait(Duration.ZERO, Optional.empty(), false, false);
        }
        for (int quiet = 0; ; ) {
            boolean estimated = before.pending().isPresent();
            pause(clock, estimated ? BETWEEN_LOOKS_WITH_ESTIMATE : BETWEEN_LOOKS);
            Look now = look();
            long at = clock.now();
            peak = larger(peak, larger(before.pending(), now.pending()));
            boolean still = now.completed() == before.completed();
            lastWork = now.idle() && still ? lastWork : at;
            quiet = now.idle() && still && now.pending().orElse(0.0) == 0 ? quiet + 1 : 0;
            progress.advance("settle", quiet, estimated ? LOOKS_WITH_ESTIMATE : LOOKS, "quiet looks");
            if (quiet >= (estimated ? LOOKS_WITH_ESTIMATE : LOOKS)) {
                return new Wait(Duration.ofNanos(at - begin), peak, true, true);
            }
            if (at - lastWork > STUCK.toNanos() || at - begin > LONGEST.toNanos()) {
                return new Wait(Duration.ofNanos(at - begin), peak, false, true);
            }
            before = now;
        }
    }

    /** Live data of the workload's keyspace on all nodes, in whole MiB a table; empty before Cassandra 4.0. */
    public Optional<Long> diskBytes() {
        return views.diskBytes();
    }

    /** Live data of a table on a node, on average, in whole MiB; empty before Cassandra 4.0. */
    public OptionalDouble tableBytes(String table) {
        return views.tableBytes(table);
    }

    private Look look() {
        NodeViews.Pools pools = views.pools();
        boolean idle = pools.active() == 0 && pools.queued() == 0 && pools.flushing() == 0 && !views.compacting();
        return new Look(
                pools.known(), idle, pools.completed(), views.jmx().read().map(JmxNodes.Reading::pendingCompactions));
    }

    private static Optional<Double> larger(Optional<Double> one, Optional<Double> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.or(() -> other);
        }
        return one.get() >= other.get() ? one : other;
    }

    private static void pause(RunClock clock, Duration length) {
        try {
            clock.sleepUntil(clock.now() + length.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while waiting for compactions", e);
        }
    }

    @Override
    public void close() {
        views.close();
    }
}
