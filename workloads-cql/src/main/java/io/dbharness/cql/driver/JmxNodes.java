package io.dbharness.cql.driver;

import io.dbharness.cql.driver.JmxNode.Question;
import io.dbharness.model.HarnessException;
import io.dbharness.time.RunClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the figures that nodes report only over JMX: the strategies' estimate of pending compactions, and dropped messages. RMI has no time
 * limit, so each node has a separate thread and a bounded time to answer. Not thread-safe: one thread.
 */
final class JmxNodes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JmxNodes.class);

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String POOL = "type=ThreadPools,path=internal,scope=";
    private static final String PENDING = "type=Compaction,name=PendingTasks";
    private static final String VALUE = "Value";
    private static final String COUNT = "Count";

    private final List<JmxNode> nodes;
    private final RunClock clock;
    private final ExecutorService threads;
    /** Questions without an answer in time. */
    private final Map<JmxNode, Future<?>> open = new HashMap<>();

    JmxNodes(CqlOptions.JmxAccess access, RunClock clock) {
        this.nodes = access.nodes().stream()
                .map(address -> new JmxNode(address, access))
                .toList();
        this.clock = clock;
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "dbharness-jmx");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * The figures of all nodes.
     *
     * @param pendingCompactions the estimate that operators read as pending tasks, of all together
     * @param bytesCompacted     since a node was started, by its address
     * @param dropped            messages dropped since a node was started, by its address
     */
    record Reading(double pendingCompactions, Map<String, Double> bytesCompacted, Map<String, Double> dropped) {}

    private record NodeReading(double pendingCompactions, double bytesCompacted, double dropped) {}

    /** Returns true if the target names the JMX address of any node. */
    boolean known() {
        return !nodes.isEmpty();
    }

    /** Returns the number of nodes with a JMX address. */
    int nodes() {
        return nodes.size();
    }

    /**
     * Returns the figures of all nodes; empty if a node that is up does not answer.
     *
     * @param down number of nodes known to be down: that many answers may be missing
     */
    Optional<Reading> read(long down) {
        Question<NodeReading> question = node -> new NodeReading(
                node.metric(PENDING, VALUE), node.metric("type=Compaction,name=BytesCompacted", COUNT), node.dropped());
        return ask(question, down)
                .map(answers -> new Reading(
                        answers.values().stream()
                                .mapToDouble(NodeReading::pendingCompactions)
                                .sum(),
                        answers.entrySet().stream()
                                .collect(Collectors.toMap(
                                        Map.Entry::getKey, e -> e.getValue().bytesCompacted())),
                        answers.entrySet().stream()
                                .collect(Collectors.toMap(
                                        Map.Entry::getKey, e -> e.getValue().dropped()))));
    }

    /** Returns the estimate of pending compactions of all nodes together; empty as in {@link #read}, which asks more. */
    Optional<Double> pendingCompactions(long down) {
        return sum(PENDING, VALUE, down);
    }

    /** Returns the thread pools, which nodes before Cassandra 4.0 report over JMX only. */
    Optional<NodeViews.Pools> pools(long down) {
        Question<NodeViews.Pools> question = node -> new NodeViews.Pools(
                true,
                (long) node.metric(POOL + "CompactionExecutor,name=ActiveTasks", VALUE),
                (long) node.metric(POOL + "CompactionExecutor,name=PendingTasks", VALUE),
                (long) (node.metric(POOL + "MemtableFlushWriter,name=ActiveTasks", VALUE)
                        + node.metric(POOL + "MemtableFlushWriter,name=PendingTasks", VALUE)
                        + node.metric(POOL + "MemtablePostFlush,name=ActiveTasks", VALUE)
                        + node.metric(POOL + "MemtablePostFlush,name=PendingTasks", VALUE)),
                Map.of(node.name(), (long) node.metric("type=Compaction,name=CompletedTasks", VALUE)));
        return ask(question, down).flatMap(answers -> answers.values().stream().reduce(NodeViews.Pools::plus));
    }

    /**
     * Returns the live data of a keyspace on all nodes together, in bytes.
     *
     * @param down as in {@link #read}
     */
    Optional<Double> diskBytes(String keyspace, long down) {
        return sum("type=Keyspace,keyspace=" + keyspace + ",name=LiveDiskSpaceUsed", VALUE, down);
    }

    /** Returns the live data of a table on all nodes together, in bytes; empty if any node does not answer. */
    Optional<Double> tableBytes(String keyspace, String table) {
        return sum("type=Table,keyspace=" + keyspace + ",scope=" + table + ",name=LiveDiskSpaceUsed", COUNT, 0);
    }

    private Optional<Double> sum(String metric, String attribute, long down) {
        return ask(node -> node.metric(metric, attribute), down)
                .map(answers -> answers.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum());
    }

    /** Returns the answers by address; empty if too few arrived, because a partial sum would look like the whole. */
    private <T> Optional<Map<String, T>> ask(Question<T> question, long down) {
        open.values().removeIf(Future::isDone);
        Map<JmxNode, Future<T>> asked = new LinkedHashMap<>();
        nodes.stream()
                .filter(node -> !open.containsKey(node))
                .forEach(node -> asked.put(node, threads.submit(() -> node.ask(question))));
        Map<String, T> answers = new LinkedHashMap<>();
        long deadline = clock.now() + PATIENCE.toNanos();
        asked.forEach((node, answer) -> {
            try {
                answers.put(node.name(), answer.get(Math.max(0, deadline - clock.now()), TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                open.put(node, answer);
            } catch (ExecutionException e) {
                // A node also fails to answer for a table while it drops that table.
                LOG.debug("a node does not answer over JMX", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new HarnessException("interrupted while asking a node over JMX", e);
            }
        });
        boolean enough = !answers.isEmpty() && nodes.size() - answers.size() <= down;
        return enough ? Optional.of(answers) : Optional.empty();
    }

    /** Does not wait for nodes that hang; the daemon threads do not keep the process alive either. */
    @Override
    public void close() {
        nodes.stream().filter(node -> !open.containsKey(node)).forEach(node -> threads.execute(node::close));
        threads.shutdown();
    }
}
