package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.time.RunClock;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Records how long each node of a cluster took for the requests that it coordinated. The driver reports node and time of each answer, so
 * that recording allocates nothing per request. Records nothing for a single node. Thread-safe.
 */
final class NodeTimes implements RequestTracker {

    private final Map<Node, Cell> cells = new ConcurrentHashMap<>();
    private final RunClock clock;
    private volatile boolean several;
    private volatile long from = Long.MAX_VALUE;
    private volatile long until = Long.MAX_VALUE;

    NodeTimes(RunClock clock) {
        this.clock = clock;
    }

    /** Recordings of one node; all threads of the driver write, one thread reads. */
    private static final class Cell {
        private final Recorder answers =
                new Recorder(LatencyHistogram.LOWEST_NANOS, LatencyHistogram.HIGHEST_NANOS, LatencyHistogram.DIGITS);
        private final LongAdder sumNanos = new LongAdder();
        private final LongAdder failed = new LongAdder();
    }

    /**
     * Answers of a node.
     *
     * @param answers  in nanoseconds
     * @param sumNanos sum of the answers' times
     * @param failed   requests that ended in an error
     */
    record Taken(Histogram answers, long sumNanos, long failed) {

        static Taken none() {
            return new Taken(
                    new Histogram(
                            LatencyHistogram.LOWEST_NANOS, LatencyHistogram.HIGHEST_NANOS, LatencyHistogram.DIGITS),
                    0,
                    0);
        }

        Taken plus(Taken other) {
            Histogram both = answers.copy();
            both.add(other.answers);
            return new Taken(both, sumNanos + other.sumNanos, failed + other.failed);
        }
    }

    /** Sets whether the cluster has more than one node; a single node is not recorded. */
    void several(boolean thereAre) {
        several = thereAre;
    }

    /** Records answers that arrive from {@code begin} until before {@code end}, in nanoseconds of the clock. */
    void measures(long begin, long end) {
        until = end;
        from = begin;
    }

    /** Stops recording until the next call of {@link #measures}. */
    void rest() {
        from = Long.MAX_VALUE;
    }

    private boolean wanted() {
        if (!several) {
            return false;
        }
        long now = clock.now();
        return now >= from && now < until;
    }

    /** Returns the answers of each node since the last call, by the node's name. */
    Map<String, Taken> take() {
        Map<String, Taken> taken = new TreeMap<>();
        cells.forEach((node, cell) -> taken.merge(
                NodeName.of(node),
                new Taken(
                        cell.answers.getIntervalHistogram(), cell.sumNanos.sumThenReset(), cell.failed.sumThenReset()),
                Taken::plus));
        return taken;
    }

    @Override
    public void onNodeSuccess(
            Request request, long latencyNanos, DriverExecutionProfile profile, Node node, String logPrefix) {
        if (wanted()) {
            Cell cell = cell(node);
            cell.answers.recordValue(Math.min(latencyNanos, LatencyHistogram.HIGHEST_NANOS));
            cell.sumNanos.add(latencyNanos);
        }
    }

    @Override
    public void onNodeError(
            Request request,
            Throwable error,
            long latencyNanos,
            DriverExecutionProfile profile,
            Node node,
            String logPrefix) {
        if (wanted()) {
            cell(node).failed.increment();
        }
    }

    private Cell cell(Node node) {
        Cell known = cells.get(node);
        return known == null ? cells.computeIfAbsent(node, first -> new Cell()) : known;
    }

    @Override
    public void close() {}
}
