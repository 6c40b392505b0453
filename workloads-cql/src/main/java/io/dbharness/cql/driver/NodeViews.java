package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import io.dbharness.time.RunClock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Queries the virtual tables of {@code system_views}. Each node has its own content in them, so each is queried separately, over a session
 * apart from the measured one. A node that does not answer is left out until it does. Nodes before Cassandra 4.0 have no such tables; JMX
 * supplies the figures that it has. Not thread-safe: one thread.
 */
final class NodeViews implements AutoCloseable {

    static final String POOLS =
            "SELECT name, active_tasks, pending_tasks, completed_tasks FROM system_views.thread_pools";
    static final String TASKS = "SELECT kind, progress, total, unit FROM system_views.sstable_tasks";
    static final String DISK = "SELECT keyspace_name, table_name, mebibytes FROM system_views.disk_usage";
    private static final String CACHES = "SELECT name, hit_count, request_count FROM system_views.caches";
    private static final String DROPPED = "SELECT expired_count, overload_count FROM system_views.internode_outbound";
    private static final String TOMBSTONES = "SELECT keyspace_name, max FROM system_views.tombstones_per_read";
    private static final String ROWS = "SELECT keyspace_name, max FROM system_views.rows_per_read";
    private static final Set<String> COMPACTING = Set.of("CompactionExecutor");
    private static final Set<String> FLUSHING = Set.of("MemtableFlushWriter", "MemtablePostFlush");

    private final Connector connector;
    private final JmxNodes jmx;
    private final String keyspace;
    private final Set<String> missing;
    private final NodeQuestions questions;
    private @Nullable CqlSession session;

    NodeViews(Connector connector, JmxNodes jmx, String keyspace, RunClock clock) {
        this(connector, jmx, keyspace, clock, Set.of());
    }

    /** @param missing queries of views that the server is known to lack */
    NodeViews(Connector connector, JmxNodes jmx, String keyspace, RunClock clock, Set<String> missing) {
        this.connector = connector;
        this.jmx = jmx;
        this.keyspace = keyspace;
        this.questions = new NodeQuestions(clock);
        this.missing = new HashSet<>(missing);
    }

    /**
     * Thread pools of all nodes together.
     *
     * @param known     true if any node reports them
     * @param active    compactions running
     * @param queued    jobs that wait in the compaction executor; not the strategies' estimate
     * @param flushing  memtables being written or waiting for it
     * @param completed jobs of the compaction executor since a node was started, by its name
     */
    record Pools(boolean known, long active, long queued, long flushing, Map<String, Long> completed) {

        static final Pools UNKNOWN = new Pools(false, 0, 0, 0, Map.of());

        /** Returns the number of completed compaction jobs of all nodes since they were started. */
        long allCompleted() {
            return completed.values().stream().mapToLong(Long::longValue).sum();
        }

        Pools plus(Pools other) {
            Map<String, Long> all = new TreeMap<>(completed);
            all.putAll(other.completed);
            return new Pools(
                    known || other.known, active + other.active, queued + other.queued, flushing + other.flushing, all);
        }
    }

    JmxNodes jmx() {
        return jmx;
    }

    Pools pools() {
        Map<String, List<Row>> nodes = ask(POOLS);
        if (missing.contains(POOLS)) {
            return jmx.pools(nodesDown()).orElse(Pools.UNKNOWN);
        }
        List<Row> rows = all(nodes);
        Map<String, Long> completed = new TreeMap<>();
        nodes.forEach((node, own) -> completed.put(node, sum(own, COMPACTING, "completed_tasks")));
        return new Pools(
                !rows.isEmpty(),
                sum(rows, COMPACTING, "active_tasks"),
                sum(rows, COMPACTING, "pending_tasks"),
                sum(rows, FLUSHING, "active_tasks") + sum(rows, FLUSHING, "pending_tasks"),
                completed);
    }

    /** Sums a column over the rows with one of the names. */
    private static long sum(List<Row> rows, Set<String> names, String column) {
        return rows.stream()
                .filter(row -> names.contains(String.valueOf(row.getString("name"))))
                .mapToLong(row -> ((Number) row.getObject(column)).longValue())
                .sum();
    }

    /** Returns the bytes that running compactions have left; empty before Cassandra 4.0. */
    Optional<Long> compactionBytesLeft() {
        long left = compactions()
                .filter(row -> "bytes".equals(row.getString("unit")))
                .mapToLong(row -> Math.max(0, row.getLong("total") - row.getLong("progress")))
                .sum();
        return missing.contains(TASKS) ? Optional.empty() : Optional.of(left);
    }

    /** Returns true if any compaction runs, in whichever unit it reports its progress. */
    boolean compacting() {
        return compactions().findAny().isPresent();
    }

    private Stream<Row> compactions() {
        return all(ask(TASKS)).stream()
                .filter(row -> String.valueOf(row.getString("kind")).contains("compaction"));
    }

    /** Returns the live data of the workload's keyspace on all nodes, in whole MiB per table; empty if no node reports it. */
    Optional<Long> diskBytes() {
        long bytes = own(DISK).mapToLong(NodeViews::bytes).sum();
        return missing.contains(DISK)
                ? jmx.diskBytes(keyspace, nodesDown()).map(Double::longValue)
                : Optional.of(bytes);
    }

    /** Returns the live data of a table per node, on average over the nodes that answer; empty if none does. */
    OptionalDouble tableBytes(String table) {
        if (missing.contains(DISK)) {
            return jmx.tableBytes(keyspace, table).stream()
                    .mapToDouble(bytes -> bytes / jmx.nodes())
                    .findFirst();
        }
        // Each node has a row for each table, also for a table without data.
        return own(DISK)
                .filter(row -> table.equals(row.getString("table_name")))
                .mapToLong(NodeViews::bytes)
                .average();
    }

    /** Returns the rows about the workload's keyspace. */
    private Stream<Row> own(String query) {
        return all(ask(query)).stream().filter(row -> keyspace.equals(row.getString("keyspace_name")));
    }

    private static long bytes(Row row) {
        return row.getLong("mebibytes") << 20;
    }

    /** Returns the highest recent number of tombstones in a read of the workload's keyspace on any node; empty before Cassandra 4.0. */
    OptionalLong tombstonesPerRead() {
        return most(TOMBSTONES);
    }

    /**
     * Returns the highest recent number of rows that a read of the workload's keyspace took on a replica of any node; empty before
     * Cassandra 4.0.
     */
    OptionalLong rowsPerRead() {
        return most(ROWS);
    }

    private OptionalLong most(String query) {
        return own(query)
                .mapToLong(row -> ((Number) row.getObject("max")).longValue())
                .max();
    }

    /** Returns the hit rate of a cache since the nodes started; empty for a cache without requests. */
    OptionalDouble cacheHitPercent(String name) {
        List<Row> caches = all(ask(CACHES));
        long hits = sum(caches, Set.of(name), "hit_count");
        long requests = sum(caches, Set.of(name), "request_count");
        return requests == 0 ? OptionalDouble.empty() : OptionalDouble.of(100.0 * hits / requests);
    }

    /** Returns the messages between nodes that were dropped since a node was started, by the name of the sending node. */
    Map<String, Long> droppedBetweenNodes() {
        Map<String, Long> dropped = new TreeMap<>();
        ask(DROPPED)
                .forEach((node, rows) -> dropped.put(
                        node,
                        rows.stream()
                                .mapToLong(row -> row.getLong("expired_count") + row.getLong("overload_count"))
                                .sum()));
        return dropped;
    }

    /** Returns all nodes that the client knows. */
    Collection<Node> nodes() {
        return session().getMetadata().getNodes().values();
    }

    /** Returns the number of nodes that the client considers up. */
    long nodesUp() {
        return nodes().stream().filter(NodeViews::isUp).count();
    }

    /** Returns the number of nodes that cannot report anything because they are down. */
    long nodesDown() {
        return nodes().stream().filter(NodeViews::isDown).count();
    }

    /**
     * Returns true for a node that is down. A node of another data centre may be neither up nor down, because the client does not connect
     * to it.
     */
    static boolean isDown(Node node) {
        return node.getState() == NodeState.DOWN || node.getState() == NodeState.FORCED_DOWN;
    }

    private static boolean isUp(Node node) {
        return node.getState() == NodeState.UP;
    }

    /** Returns the questions to the nodes, including the unanswered ones. */
    NodeQuestions questions() {
        return questions;
    }

    private static List<Row> all(Map<String, List<Row>> nodes) {
        return nodes.values().stream().flatMap(List::stream).toList();
    }

    /**
     * Queries every node of the client's data centre that is up, all at once. Queries a view only once if the server lacks it. Throws a
     * {@link SilentNodesException} if no node answers.
     */
    private Map<String, List<Row>> ask(String query) {
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        if (missing.contains(query)) {
            return rows;
        }
        CqlSession open = session();
        List<Node> there = nodes().stream()
                .filter(node -> isUp(node) && node.getDistance() != NodeDistance.IGNORED)
                .toList();
        try {
            Map<Node, AsyncResultSet> answers = questions.ask(
                    there,
                    node -> open.executeAsync(SimpleStatement.newInstance(query)
                            .setNode(node)
                            .setConsistencyLevel(ConsistencyLevel.ONE)));
            if (answers.isEmpty()) {
                throw new SilentNodesException("no node answers queries of its system_views tables");
            }
            answers.forEach((node, answer) -> {
                List<Row> own = new ArrayList<>();
                // A view has fewer rows than one page.
                answer.currentPage().forEach(own::add);
                rows.put(NodeName.of(node), own);
            });
        } catch (InvalidQueryException e) {
            missing.add(query);
        }
        return rows;
    }

    private CqlSession session() {
        CqlSession open = session;
        if (open == null) {
            open = connector.open(1);
            session = open;
        }
        return open;
    }

    @Override
    public void close() {
        jmx.close();
        CqlSession open = session;
        session = null;
        if (open != null) {
            open.close();
        }
    }
}
