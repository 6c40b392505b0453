package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.DriverException;
import io.dbharness.sut.ServerProbe;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the nodes report about themselves, summed over them. {@code pendingCompactions} is the compaction strategies' own estimate, which
 * only JMX gives; without it the name is missing. {@code compactionJobs} counts the running and queued jobs of the executor, which CQL
 * gives: another quantity, mostly checks that find nothing. One thread.
 */
final class CqlProbe implements ServerProbe {

    private static final Logger LOG = LoggerFactory.getLogger(CqlProbe.class);

    private final NodeViews views;
    private boolean reported;

    CqlProbe(NodeViews views) {
        this.views = views;
    }

    @Override
    public Map<String, Double> read() {
        Map<String, Double> levels = new TreeMap<>();
        levels.put("nodesUp", (double) views.nodesUp());
        try {
            NodeViews.Pools pools = views.pools();
            if (pools.known()) {
                levels.put("compactionsRunning", (double) pools.active());
                levels.put("compactionJobs", (double) pools.active() + pools.queued());
                levels.put("flushes", (double) pools.flushing());
            }
            views.compactionBytesLeft().ifPresent(bytes -> levels.put("compactionBytesLeft", bytes.doubleValue()));
            views.diskBytes().ifPresent(bytes -> levels.put("diskBytes", bytes.doubleValue()));
            for (String cache : List.of("key", "row", "chunk")) {
                views.cacheHitPercent(cache + "s").ifPresent(percent -> levels.put(cache + "CacheHitPercent", percent));
            }
            Optional<JmxNodes.Reading> jmx = views.jmx().read();
            jmx.ifPresent(reading -> levels.put("pendingCompactions", reading.pendingCompactions()));
            if (!reported && jmx.isEmpty()) {
                LOG.info(
                        "pending compactions are not known: {}",
                        views.jmx().known()
                                ? "no answer over JMX"
                                : "only JMX has them; add jmx=HOST:PORT for each node to the target");
            }
            reported = true;
        } catch (DriverException e) {
            // A node that is going down does not answer; the number of nodes is known even so.
            LOG.debug("a node does not report its state", e);
        }
        return levels;
    }

    @Override
    public Map<String, Double> counters() {
        Map<String, Double> counts = new TreeMap<>();
        NodeViews.Pools pools = views.pools();
        if (pools.known()) {
            counts.put("compactionJobsCompleted", (double) pools.completed());
        }
        Optional<JmxNodes.Reading> jmx = views.jmx().read();
        jmx.ifPresent(reading -> counts.put("bytesCompacted", reading.bytesCompacted()));
        jmx.map(JmxNodes.Reading::dropped)
                .or(() -> views.droppedBetweenNodes().map(Long::doubleValue))
                .ifPresent(dropped -> counts.put("droppedMessages", dropped));
        return counts;
    }

    @Override
    public void close() {
        views.close();
    }
}
