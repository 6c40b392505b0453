package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The virtual tables of {@code system_views}, which each node has of its own, so each is asked by itself, over a session apart from the
 * measured one. Nodes before Cassandra 4.0 have none; what JMX can tell instead, it does. One thread.
 */
final class NodeViews implements AutoCloseable {

    static final String POOLS =
            "SELECT name, active_tasks, pending_tasks, completed_tasks FROM system_views.thread_pools";
    static final String TASKS = "SELECT kind, progress, total, unit FROM system_views.sstable_tasks";
    static final String DISK = "SELECT keyspace_name, table_name, mebibytes FROM system_views.disk_usage";
    private static final String CACHES = "SELECT name, hit_count, request_count FROM system_views.caches";
    private static final String DROPPED = "SELECT expired_count, overload_count FROM system_views.internode_outbound";
    private static final Set<String> COMPACTING = Set.of("CompactionExecutor");
    private static final Set<String> FLUSHING = Set.of("MemtableFlushWriter", "MemtablePostFlush");

    private final Connector connector;
    private final JmxNodes jmx;
    private final String keyspace;
    private final Set<String> missing;
    private @Nullable CqlSession session;

    NodeViews(Connector connector, JmxNodes jmx, String keyspace) {
        this(connector, jmx, keyspace, Set.of());
    }

    /** @param missing queries of views that are known not to be there */
    NodeViews(Connector connector, JmxNodes jmx, String keyspace, Set<String> missing) {
        this.connector = connector;
        this.jmx = jmx;
        this.keyspace = keyspace;
        this.missing = new HashSet<>(missing);
    }

    /**
     * Thread pools of all nodes together.
     *
     * @param known      whether any node tells of them
     * @param active     compactions running
     * @param queued     jobs of the compaction executor that wait; not the strategies' estimate
     * @param completed  jobs of the compaction executor since the nodes started
     * @param flushing   memtables being written or waiting for it
     */
    record Pools(boolean known, long active, long queued, long completed, long flushing) {}

    JmxNodes jmx() {
        return jmx;
    }

    Pools pools() {
        List<Row> rows = ask(POOLS);
        if (rows.isEmpty()) {
            return jmx.pools().orElse(new Pools(false, 0, 0, 0, 0));
        }
        return new Pools(
                true,
                sum(rows, COMPACTING, "active_tasks"),
                sum(rows, COMPACTING, "pending_tasks"),
                sum(rows, COMPACTING, "completed_tasks"),
                sum(rows, FLUSHING, "active_tasks") + sum(rows, FLUSHING, "pending_tasks"));
    }

    /** Of a column, over the rows with one of the names. */
    private static long sum(List<Row> rows, Set<String> names, String column) {
        return rows.stream()
                .filter(row -> names.contains(String.valueOf(row.getString("name"))))
                .mapToLong(row -> ((Number) row.getObject(column)).longValue())
                .sum();
    }

    /** Bytes that running compactions have left; empty before Cassandra 4.0. */
    Optional<Long> compactionBytesLeft() {
        long left = compactions()
                .filter(row -> "bytes".equals(row.getString("unit")))
                .mapToLong(row -> Math.max(0, row.getLong("total") - row.getLong("progress")))
                .sum();
        return missing.contains(TASKS) ? Optional.empty() : Optional.of(left);
    }

    /** Whether any compaction runs, whatever it counts in. */
    boolean compacting() {
        return compactions().findAny().isPresent();
    }

    private Stream<Row> compactions() {
        return ask(TASKS).stream()
                .filter(row -> String.valueOf(row.getString("kind")).contains("compaction"));
    }

    /** Live data of the workload's keyspace on all nodes, in whole MiB a table; empty when no node tells. */
    Optional<Long> diskBytes() {
        long bytes = disk().mapToLong(NodeViews::bytes).sum();
        return missing.contains(DISK) ? jmx.diskBytes(keyspace, "*").map(Double::longValue) : Optional.of(bytes);
    }

    /** Live data of a table on a node, on average over those that answer; empty when none does. */
    OptionalDouble tableBytes(String table) {
        if (missing.contains(DISK)) {
            return jmx.diskBytes(keyspace, table).stream()
                    .mapToDouble(bytes -> bytes / jmx.nodes())
                    .findFirst();
        }
        // Each node has a row for each table, also where there are no data.
        return disk().filter(row -> table.equals(row.getString("table_name")))
                .mapToLong(NodeViews::bytes)
                .average();
    }

    private Stream<Row> disk() {
        return ask(DISK).stream().filter(row -> keyspace.equals(row.getString("keyspace_name")));
    }

    private static long bytes(Row row) {
        return row.getLong("mebibytes") << 20;
    }

    /** Since the nodes started; empty for a cache without requests. */
    OptionalDouble cacheHitPercent(String name) {
        List<Row> caches = ask(CACHES);
        long hits = sum(caches, Set.of(name), "hit_count");
        long requests = sum(caches, Set.of(name), "request_count");
        return requests == 0 ? OptionalDouble.empty() : OptionalDouble.of(100.0 * hits / requests);
    }

    /** Messages between nodes that were given up, seen by their senders; empty on a single node. */
    Optional<Long> droppedBetweenNodes() {
        List<Row> rows = ask(DROPPED);
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(rows.stream()
                        .mapToLong(row -> row.getLong("expired_count") + row.getLong("overload_count"))
                        .sum());
    }

    /** Nodes that the client holds to be up. */
    long nodesUp() {
        return session().getMetadata().getNodes().values().stream()
                .filter(node -> node.getState() == NodeState.UP)
                .count();
    }

    /** Asks every node of the client's data centre that is up. A view that the server does not have is asked for once. */
    private List<Row> ask(String query) {
        List<Row> rows = new ArrayList<>();
        if (missing.contains(query)) {
            return rows;
        }
        CqlSession open = session();
        try {
            for (Node node : open.getMetadata().getNodes().values()) {
                if (node.getState() != NodeState.UP || node.getDistance() == NodeDistance.IGNORED) {
                    continue;
                }
                open.execute(SimpleStatement.newInstance(query).setNode(node).setConsistencyLevel(ConsistencyLevel.ONE))
                        .forEach(rows::add);
            }
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
