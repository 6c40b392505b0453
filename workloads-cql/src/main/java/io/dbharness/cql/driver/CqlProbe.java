package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.dbharness.cql.driver.NodeTimes.Taken;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the figures that the nodes report about themselves, summed over all nodes, and the figures that this client has of each.
 * {@code pendingCompactions} is the estimate of the compaction strategies, which only JMX provides; without JMX the name is missing.
 * {@code compactionJobs} counts the running and queued jobs of the executor, which CQL provides. It is another quantity: most of these jobs
 * are checks that find nothing to do. Not thread-safe: one thread.
 */
final class CqlProbe implements ServerProbe {

    private static final Logger LOG = LoggerFactory.getLogger(CqlProbe.class);
    private static final double NANOS_PER_MILLI = 1e6;

    private final NodeViews views;
    private final NodeTimes times;
    private final ReadCounts reads;
    private final RunClock clock;
    private final NodeDowntime absences = new NodeDowntime();
    private final Map<String, Taken> answered = new TreeMap<>();
    /** Data centre of each node, including nodes that have left. */
    private final Map<String, String> datacenters = new TreeMap<>();

    private final MonotonicCounter jobsCompleted = new MonotonicCounter();
    private final MonotonicCounter bytesCompacted = new MonotonicCounter();
    private final MonotonicCounter dropped = new MonotonicCounter();
    private boolean reported;

    /**
     * Creates a probe whose counters begin with the first reading.
     *
     * @param times of the measured session
     * @param reads of the client
     */
    CqlProbe(NodeViews views, NodeTimes times, ReadCounts reads, RunClock clock) {
        this.views = views;
        this.times = times;
        this.reads = reads;
        this.clock = clock;
        times.rest();
        // Discards the times of an earlier run.
        times.take();
    }

    @Override
    public void measures(long from, long until) {
        times.measures(from, until);
    }

    @Override
    public Map<String, Double> read() {
        Map<String, Double> levels = new TreeMap<>();
        look();
        levels.put("nodesUp", (double) views.nodesUp());
        latencies(levels);
        try {
            NodeViews.Pools pools = views.pools();
            if (pools.known()) {
                levels.put("compactionsRunning", (double) pools.active());
                levels.put("compactionJobs", (double) pools.active() + pools.queued());
                levels.put("flushes", (double) pools.flushing());
                pools.completed().forEach(jobsCompleted::see);
            }
            views.compactionBytesLeft().ifPresent(bytes -> levels.put("compactionBytesLeft", bytes.doubleValue()));
            views.diskBytes().ifPresent(bytes -> levels.put("diskBytes", bytes.doubleValue()));
            views.tombstonesPerRead().ifPresent(most -> levels.put("tombstonesPerRead", (double) most));
            views.rowsPerRead().ifPresent(most -> levels.put("rowsPerRead", (double) most));
            for (String cache : List.of("key", "row", "chunk")) {
                views.cacheHitPercent(cache + "s").ifPresent(percent -> levels.put(cache + "CacheHitPercent", percent));
            }
            Optional<JmxNodes.Reading> jmx = jmx();
            jmx.ifPresent(reading -> levels.put("pendingCompactions", reading.pendingCompactions()));
            if (!reported && jmx.isEmpty()) {
                LOG.info(
                        "pending compactions are not known: {}",
                        views.jmx().known()
                                ? "no answer over JMX"
                                : "only JMX has them; add jmx=HOST:PORT for each node to the target");
            }
            reported = true;
        } catch (DriverException | HarnessException e) {
            // Nodes that are shutting down do not answer; the number of nodes that are up is known all the same.
            LOG.debug("the nodes do not report their state", e);
        }
        return levels;
    }

    /** Records the current state of each node. */
    private void look() {
        Instant now = clock.wallTime();
        times.several(views.nodes().size() > 1);
        Map<String, String> left = new TreeMap<>(datacenters);
        for (Node node : views.nodes()) {
            String name = NodeName.of(node);
            datacenters.put(name, String.valueOf(node.getDatacenter()));
            left.remove(name);
            absences.see(name, now, !NodeViews.isDown(node), views.questions().silentSince(node));
        }
        left.keySet().forEach(name -> absences.see(name, now, false, null));
    }

    /** Adds the slowest and the busiest node since the last reading; adds nothing for a single node. */
    private void latencies(Map<String, Double> levels) {
        Map<String, Taken> taken = times.take();
        taken.forEach((name, some) -> answered.merge(name, some, Taken::plus));
        long all = taken.values().stream()
                .mapToLong(some -> some.answers().getTotalCount())
                .sum();
        if (taken.size() < 2 || all == 0) {
            return;
        }
        taken.values().stream()
                .mapToDouble(some -> some.answers().getValueAtPercentile(99) / NANOS_PER_MILLI)
                .max()
                .ifPresent(millis -> levels.put("slowestNodeP99Millis", millis));
        taken.values().stream()
                .mapToDouble(some -> 100.0 * some.answers().getTotalCount() / all)
                .max()
                .ifPresent(percent -> levels.put("busiestNodePercent", percent));
    }

    private Optional<JmxNodes.Reading> jmx() {
        Optional<JmxNodes.Reading> reading = views.jmx().read(views.nodesDown());
        reading.ifPresent(now -> {
            now.bytesCompacted().forEach(bytesCompacted::see);
            now.dropped().forEach(dropped::see);
        });
        return reading;
    }

    @Override
    public Map<String, Double> counters() {
        Map<String, Double> counts = new TreeMap<>(reads.counters());
        NodeViews.Pools pools = views.pools();
        pools.completed().forEach(jobsCompleted::see);
        jobsCompleted.sum().ifPresent(jobs -> counts.put("compactionJobsCompleted", jobs));
        if (views.jmx().known()) {
            jmx();
        } else {
            views.droppedBetweenNodes().forEach((node, count) -> dropped.see(node, count));
        }
        bytesCompacted.sum().ifPresent(bytes -> counts.put("bytesCompacted", bytes));
        dropped.sum().ifPresent(messages -> counts.put("droppedMessages", messages));
        return counts;
    }

    @Override
    public List<NodeWork> nodes() {
        look();
        times.take().forEach((name, some) -> answered.merge(name, some, Taken::plus));
        List<NodeWork> nodes = new ArrayList<>();
        if (datacenters.size() > 1) {
            datacenters.forEach((name, datacenter) -> {
                Taken taken = answered.getOrDefault(name, Taken.none());
                nodes.add(new NodeWork(
                        name, datacenter, taken.answers(), taken.sumNanos(), taken.failed(), absences.take(name)));
            });
        }
        answered.clear();
        return nodes;
    }

    @Override
    public void close() {
        times.rest();
        views.close();
    }
}
