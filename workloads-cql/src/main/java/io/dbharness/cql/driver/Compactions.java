package io.dbharness.cql.driver;

import io.dbharness.model.HarnessException;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Progress;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Waits until no node has compactions or flushes left. Between two compactions all pools can be empty for an instant. Therefore several
 * consecutive polls must agree, and no job may have completed between them. A few quick polls suffice if nothing was running from the start
 * or if the nodes report an estimate; more and slower ones follow once work was seen. Not thread-safe: one thread.
 */
public final class Compactions implements AutoCloseable {

    private static final int POLLS = 5;
    private static final int QUICK_POLLS = 3;
    private static final Duration BETWEEN_POLLS = Duration.ofSeconds(2);
    private static final Duration BETWEEN_QUICK_POLLS = Duration.ofMillis(500);
    /** Gives up on an estimate above zero that does not change for this long while nothing runs. */
    private static final Duration STUCK = Duration.ofMinutes(10);

    private static final Duration LONGEST = Duration.ofHours(6);
    /** A pause of the garbage collector or of the machine ends before this. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final NodeViews views;
    private final RunClock clock;

    Compactions(NodeViews views, RunClock clock) {
        this.views = views;
        this.clock = clock;
    }

    /**
     * The outcome of a wait.
     *
     * @param waited      time until nothing was left, or until giving up
     * @param peakPending the largest estimate seen; empty if no node reports one
     * @param quiet       true if nothing was left in the end
     * @param views       true if any node reports its compactions
     */
    public record Wait(Duration waited, Optional<Double> peakPending, boolean quiet, boolean views) {

        /** Describes the outcome in one sentence. */
        public String describe() {
            if (!views) {
                return "Cassandra before 4.0 reports its compactions over JMX only; nothing was waited for: add jmx=HOST:PORT for each"
                        + " node to the target";
            }
            String pending = peakPending
                    .map(peak -> "at most " + peak.longValue() + " pending")
                    .orElse("pending not known without jmx= in the target, only running and queued jobs");
            return (quiet ? "quiet after " : "given up after ") + waited.toSeconds() + " s; " + pending;
        }
    }

    private record Poll(boolean known, boolean idle, long completed, Optional<Double> pending) {}

    /** Waits and reports progress. Throws a {@link HarnessException} on an interrupt or after half a minute in which no node answers. */
    public Wait await(Progress progress) {
        long begin = clock.now();
        long lastWork = begin;
        Optional<Double> peak = Optional.empty();
        Poll before = answered(this::poll);
        if (!before.known()) {
            return new Wait(Duration.ZERO, Optional.empty(), false, false);
        }
        boolean worked = !before.idle();
        for (int quiet = 0; ; ) {
            boolean quick = !worked || before.pending().isPresent();
            pause(quick ? BETWEEN_QUICK_POLLS : BETWEEN_POLLS);
            Poll now = answered(this::poll);
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

    /** Returns the live data of the workload's keyspace on all nodes, in whole MiB per table; empty if no node reports it. */
    public Optional<Long> diskBytes() {
        return answered(views::diskBytes);
    }

    /** Returns the live data of a table per node, on average, in whole MiB; empty if no node reports it. */
    public OptionalDouble tableBytes(String table) {
        return answered(() -> views.tableBytes(table));
    }

    /** Asks again while no node answers, up to half a minute. */
    private <T> T answered(Supplier<T> question) {
        long deadline = clock.now() + SILENCE.toNanos();
        while (true) {
            try {
                return question.get();
            } catch (SilentNodesException e) {
                if (clock.now() >= deadline) {
                    throw e;
                }
                pause(BETWEEN_QUICK_POLLS);
            }
        }
    }

    private void pause(Duration time) {
        try {
            clock.sleepUntil(clock.now() + time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while waiting for compactions", e);
        }
    }

    private Poll poll() {
        NodeViews.Pools pools = views.pools();
        if (!pools.known() && views.jmx().known()) {
            throw new SilentNodesException(
                    "the nodes do not answer over JMX, and Cassandra before 4.0 reports its compactions nowhere"
                            + " else; check jmx, jmxuser and jmxpassword of the target");
        }
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
