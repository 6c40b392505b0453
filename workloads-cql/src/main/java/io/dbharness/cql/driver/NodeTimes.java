package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import io.dbharness.measure.Distribution;
import io.dbharness.time.RunClock;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How long each node of a cluster took for the requests that it coordinated, from the driver itself, which tells node and time of each
 * answer: nothing is allocated for a request. Of a single node nothing is recorded. Thread-safe.
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

    /** Of one node; all threads of the driver write, one reads. */
    private static final class Cell {
        private final Recorder answers =
                new Recorder(Distribution.LOWEST_NANOS, Distribution.HIGHEST_NANOS, Distribution.DIGITS);
        private final LongAdder sumNanos = new LongAdder();
        private final LongAdder failed = new LongAdder();
    }

    /**
     * What a node answered.
     *
     * @param answers  in nanoseconds
     * @param sumNanos of these
     * @param failed   requests that ended in an error
     */
    record Taken(Histogram answers, long sumNanos, long failed) {

        static Taken none() {
            return new Taken(
                    new Histogram(Distribution.LOWEST_NANOS, Distribution.HIGHEST_NANOS, Distribution.DIGITS), 0, 0);
        }

        Taken plus(Taken other) {
            Histogram both = answers.copy();
            both.add(other.answers);
            return new Taken(both, sumNanos + other.sumNanos, failed + other.failed);
        }
    }

    /** Whether there is more than one node, so that telling them apart says something. */
    void several(boolean thereAre) {
        several = thereAre;
    }

    /** Records what is answered from one instant of the clock to another. */
    void measures(long begin, long end) {
        until = end;
        from = begin;
    }

    /** Records nothing until it is told to. */
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

    /** What each node answered since this was called last, by name. */
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
            cell.answers.recordValue(Math.min(latencyNanos, Distribution.HIGHEST_NANOS));
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
