package io.dbharness.cql.target;

import com.datastax.oss.driver.api.core.DriverException;
import io.dbharness.target.ServerProbe;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the nodes tell about themselves, summed over them. {@code pendingCompactions} is the compaction strategies' own estimate, which
 * only JMX gives; without it the name is missing. {@code compactionJobs} counts the running and queued jobs of the executor, which CQL
 * gives: another quantity, mostly checks that find nothing. One thread.
 */
final class CqlProbe implements ServerProbe {

    private static final Logger LOG = LoggerFactory.getLogger(CqlProbe.class);

    private static final double PERCENT = 100.0;

    private final NodeViews views;
    private boolean told;

    CqlProbe(NodeViews views) {
        this.views = views;
    }

    @Override
    public Map<String, Double> read() {
        Map<String, Double> levels = new TreeMap<>();
        levels.put("nodesUp", (double) views.nodesUp());
        try {
            ask(levels);
        } catch (DriverException e) {
            // A node on its way down does not answer; how many there are is known all the same.
            LOG.debug("a node does not tell its state", e);
        }
        return levels;
    }

    private void ask(Map<String, Double> levels) {
        NodeViews.Pools pools = views.pools();
        if (pools.known()) {
            levels.put("compactionsRunning", (double) pools.active());
            levels.put("compactionJobs", (double) pools.active() + pools.queued());
            levels.put("flushes", (double) pools.flushing());
        }
        views.compactionBytesLeft().ifPresent(bytes -> levels.put("compactionBytesLeft", bytes.doubleValue()));
        views.diskBytes().ifPresent(bytes -> levels.put("diskBytes", bytes.doubleValue()));
        cache("keys", "keyCacheHitPercent", levels);
        cache("rows", "rowCacheHitPercent", levels);
        cache("chunks", "chunkCacheHitPercent", levels);
        Optional<JmxNodes.Reading> jmx = views.jmx().read();
        jmx.ifPresent(reading -> levels.put("pendingCompactions", reading.pendingCompactions()));
        tellOnce(jmx.isPresent());
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

    /** Since the nodes started; a cache that nobody has asked has no rate. */
    private void cache(String name, String as, Map<String, Double> levels) {
        views.cache(name)
                .filter(cache -> cache.requests() > 0)
                .ifPresent(cache -> levels.put(as, PERCENT * cache.hits() / cache.requests()));
    }

    private void tellOnce(boolean estimated) {
        if (!told && !estimated) {
            LOG.info(
                    "pending compactions are not known: {}",
                    views.jmx().known()
                            ? "no answer by JMX"
                            : "only JMX tells them; add jmx=HOST:PORT for each node to the target");
        }
        told = true;
    }

    @Override
    public void close() {
        views.close();
    }
}
