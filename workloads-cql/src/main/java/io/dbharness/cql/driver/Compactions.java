package io.dbharness.cql.driver;

import io.dbharness.model.HarnessException;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Progress;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Waits until no node has compactions or flushes left. Between two compactions all pools can be empty for an instant, so several
 * consecutive polls must agree and no job may have completed between them: a few quick ones if nothing was under way from the start or
 * nodes tell an estimate, more and slower ones after work was seen. One thread.
 */
public final class Compactions implements AutoCloseable {

    private static final int POLLS = 5;
    private static final int QUICK_POLLS = 3;
    private static final Duration BETWEEN_POLLS = Duration.ofSeconds(2);
    private static final Duration BETWEEN_QUICK_POLLS = Duration.ofMillis(500);
    /** An estimate above zero that does not change while nothing runs is given up on after this long. */
    private static final Duration STUCK = Duration.ofMinutes(10);

    private static final Duration LONGEST = Duration.ofHours(6);

    private final NodeViews views;

    Compactions(NodeViews views) {
        this.views = views;
    }

    /**
     * How it went.
     *
     * @param waited        until nothing was left, or given up
     * @param peakPending   the largest estimate seen; empty when no node reports it
     * @param quiet         whether nothing was left in the end
     * @param views         whether the nodes tell of their compactions at all
     */
    public record Wait(Duration waited, Optional<Double> peakPending, boolean quiet, boolean views) {

        /** One sentence. */
        public String describe() {
            if (!views) {
                return "Cassandra before 4.0 tells of its compactions by JMX only; nothing was waited for: add jmx=HOST:PORT for each"
                        + " node to the target";
            }
            String pending = peakPending
                    .map(peak -> "at most " + peak.longValue() + " pending")
                    .orElse("pending not known without jmx= in the target, only running and queued jobs");
            return (quiet ? "quiet after " : "given up after ") + waited.toSeconds() + " s; " + pending;
        }
    }

    private record Poll(boolean known, boolean idle, long completed, Optional<Double> pending) {}

    /**
     * Waits, telling how far it is. An interrupt ends it with a {@link HarnessException}, and so does a JMX that was named and does not
     * answer where nothing else tells.
     */
    public Wait await(RunClock clock, Progress progress) {
        long begin = clock.now();
        long lastWork = begin;
        Optional<Double> peak = Optional.empty();
        Poll before = poll();
        if (!before.known() && views.jmx().known()) {
            throw new HarnessException(
                    "the nodes do not answer over JMX, and Cassandra before 4.0 tells of its compactions nowhere"
                            + " else; check jmx, jmxuser and jmxpassword of the target");
        }
        if (!before.known()) {
            return new Wait(Duration.ZERO, Optional.empty(), false, false);
        }
        boolean worked = !before.idle();
        for (int quiet = 0; ; ) {
            boolean quick = !worked || before.pending().isPresent();
            try {
                clock.sleepUntil(clock.now() + (quick ? BETWEEN_QUICK_POLLS : BETWEEN_POLLS).toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new HarnessException("interrupted while waiting for compactions", e);
            }
            Poll now = poll();
            long at = clock.now();
            peak = Stream.of(peak, before.pending(), now.pending())
                    .flatMap(Optional::stream)
                    .max(Comparator.naturalOrder());
            boolean still = now.completed() == before.completed();
            worked |= !now.idle() || !still;
            lastWork = now.idle() && still ? lastWork : at;
            quiet = now.idle() && still && now.pending().orElse(0.0) == 0 ? quiet + 1 : 0;
            int needed = !worked || now.pending().isPresent() ? QUICK_POLLS : POLLS;
            progress.advance("settle", quiet, needed, "quiet polls");
            boolean done = quiet >= needed;
            if (done || at - lastWork > STUCK.toNanos() || at - begin > LONGEST.toNanos()) {
                return new Wait(Duration.ofNanos(at - begin), peak, done, true);
            }
            before = now;
        }
    }

    /** Live data of the workload's keyspace on all nodes, in whole MiB a table; empty when no node tells. */
    public Optional<Long> diskBytes() {
        return views.diskBytes();
    }

    /** Live data of a table on a node, on average, in whole MiB; empty when no node tells. */
    public OptionalDouble tableBytes(String table) {
        return views.tableBytes(table);
    }

    private Poll poll() {
        NodeViews.Pools pools = views.pools();
        boolean idle = pools.active() == 0
                && pools.queued() == 0
                && pools.flushing() == 0
                && !views.compacting()
                && views.questions().allAnswered();
        return new Poll(pools.known(), idle, pools.allCompleted(), views.jmx().pendingCompactions(views.nodesDown()));
    }

    @Override
    public void close() {
        views.close();
    }
}
