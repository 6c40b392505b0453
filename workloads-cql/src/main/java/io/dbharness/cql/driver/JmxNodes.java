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
 * What nodes report only over JMX: the strategies' own estimate of pending compactions, dropped messages. RMI knows no time limit, so each
 * node is asked on a thread of its own and not waited for long. One thread.
 */
final class JmxNodes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JmxNodes.class);

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String POOL = "type=ThreadPools,path=*,scope=";
    private static final String PENDING = "type=Compaction,name=PendingTasks";
    private static final String VALUE = "Value";
    private static final String COUNT = "Count";

    private final List<JmxNode> nodes;
    private final RunClock clock;
    private final ExecutorService threads;
    /** Questions that were not answered in time. */
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
     * The nodes.
     *
     * @param pendingCompactions the estimate that operators read as pending tasks, of all together
     * @param bytesCompacted     since a node was started, by its address
     * @param dropped            messages given up since a node was started, by its address
     */
    record Reading(double pendingCompactions, Map<String, Double> bytesCompacted, Map<String, Double> dropped) {}

    /** Of one node. */
    private record NodeReading(double pendingCompactions, double bytesCompacted, double dropped) {}

    /** Whether the target names any node's JMX. */
    boolean known() {
        return !nodes.isEmpty();
    }

    /** How many nodes are asked. */
    int nodes() {
        return nodes.size();
    }

    /**
     * Empty when a node does not answer that should.
     *
     * @param down how many nodes are known to be down: that many may be missing
     */
    Optional<Reading> read(long down) {
        Question<NodeReading> question = node -> new NodeReading(
                node.sum(PENDING, VALUE),
                node.sum("type=Compaction,name=BytesCompacted", COUNT),
                node.sum("type=DroppedMessage,scope=*,name=Dropped", COUNT));
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

    /**
     * Returns the estimate of pending compactions, all nodes together; empty as in {@link #read}, which asks each node some 60 times more.
     */
    Optional<Double> pendingCompactions(long down) {
        return sum(PENDING, VALUE, down);
    }

    /** What nodes before Cassandra 4.0 tell by JMX alone. */
    Optional<NodeViews.Pools> pools(long down) {
        Question<NodeViews.Pools> question = node -> new NodeViews.Pools(
                true,
                (long) node.sum(POOL + "CompactionExecutor,name=ActiveTasks", VALUE),
                (long) node.sum(POOL + "CompactionExecutor,name=PendingTasks", VALUE),
                (long) (node.sum(POOL + "MemtableFlushWriter,name=ActiveTasks", VALUE)
                        + node.sum(POOL + "MemtableFlushWriter,name=PendingTasks", VALUE)
                        + node.sum(POOL + "MemtablePostFlush,name=ActiveTasks", VALUE)
                        + node.sum(POOL + "MemtablePostFlush,name=PendingTasks", VALUE)),
                Map.of(node.name(), (long) node.sum("type=Compaction,name=CompletedTasks", VALUE)));
        return ask(question, down).flatMap(answers -> answers.values().stream().reduce(NodeViews.Pools::plus));
    }

    /**
     * Live data on all nodes together, in bytes.
     *
     * @param table its name, or {@code *} for all of the keyspace
     * @param down  as in {@link #read}
     */
    Optional<Double> diskBytes(String keyspace, String table, long down) {
        String metric = "type=Table,keyspace=" + keyspace + ",scope=" + table + ",name=LiveDiskSpaceUsed";
        return sum(metric, COUNT, down);
    }

    private Optional<Double> sum(String metric, String attribute, long down) {
        return ask(node -> node.sum(metric, attribute), down)
                .map(answers -> answers.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum());
    }

    /** The answers by address; empty when too few came, as a part would look like the whole. */
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
                // A node also fails to answer for a table that is just being dropped.
                LOG.debug("a node does not answer over JMX", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new HarnessException("interrupted while asking a node over JMX", e);
            }
        });
        boolean enough = !answers.isEmpty() && nodes.size() - answers.size() <= down;
        return enough ? Optional.of(answers) : Optional.empty();
    }

    /** Does not wait for nodes that stand still; the process does not either. */
    @Override
    public void close() {
        nodes.stream().filter(node -> !open.containsKey(node)).forEach(node -> threads.execute(node::close));
        threads.shutdown();
    }
}
