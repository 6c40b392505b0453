package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import io.dbharness.cql.driver.Levels;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Creates and inspects the keyspace of the tables. Not thread-safe: one thread.
 *
 * @param admin          runs the statements
 * @param name           of the keyspace
 * @param replicasWanted replicas of a new keyspace; 0 for one per node, but at most three
 * @param byDatacenter   replicas of a new keyspace per data centre; empty for replicas in the client's data centre only
 */
record Keyspace(AdminSession admin, String name, int replicasWanted, Map<String, Integer> byDatacenter) {

    /** Creates the keyspace; leaves an existing one unchanged. */
    void create() {
        String replication = replicasByDatacenter().entrySet().stream()
                .map(replicas -> "'" + replicas.getKey() + "': " + replicas.getValue())
                .collect(Collectors.joining(", "));
        admin.execute(CqlText.of("keyspace", Map.of("keyspace", name, "replication", replication)));
    }

    private Map<String, Integer> replicasByDatacenter() {
        if (!byDatacenter.isEmpty()) {
            return byDatacenter;
        }
        String datacenter = localNodes().stream()
                .map(node -> String.valueOf(node.getDatacenter()))
                .findFirst()
                .orElseThrow(() -> new HarnessException("no node of the client's own datacenter is known"));
        return Map.of(datacenter, replicasToCreate());
    }

    /** Returns the names of its tables; none if it does not exist. */
    List<String> tables() {
        return admin.execute(CqlText.of("tables", Map.of()), name).stream()
                .map(row -> String.valueOf(row.getString("table_name")))
                .toList();
    }

    /** Drops the materialized views of a table; the server refuses to drop a table that has any. */
    void dropViewsOf(String table) {
        admin.execute(CqlText.of("views", Map.of()), name).stream()
                .filter(row -> table.equals(row.getString("base_table_name")))
                .map(row -> String.valueOf(row.getString("view_name")))
                .forEach(view -> admin.execute(CqlText.of("drop-view", Map.of("keyspace", name, "view", view))));
    }

    /** Throws a {@link UsageException} if a level needs more replicas than a row has. */
    void requireReplicasFor(ConsistencyLevel level) {
        int needed = Levels.replicas(level);
        int replicas = replicas();
        if (needed > replicas) {
            throw new UsageException(List.of("consistency " + level.name().toLowerCase(Locale.ROOT) + " needs " + needed
                    + " replicas, and " + name + " has " + replicas
                    + "; use a lower --consistency or a keyspace with more replicas"));
        }
    }

    /** Returns the number of nodes in the client's data centre. */
    int nodes() {
        return localNodes().size();
    }

    /** Returns the replicas of each row in the data centre that has most. */
    int replicas() {
        Optional<KeyspaceMetadata> there = admin.driver().getMetadata().getKeyspace(name);
        return there.isEmpty()
                ? replicasToCreate()
                : there.get().getReplication().values().stream()
                        .filter(value -> value.matches("[0-9]+"))
                        .mapToInt(Integer::parseInt)
                        .max()
                        .orElse(1);
    }

    /**
     * Returns the read level that sees writes acknowledged at {@code written}. If a row cannot have all its replicas, the read asks all
     * that exist.
     */
    ConsistencyLevel levelAfter(ConsistencyLevel written) {
        int nodes = nodes();
        if (nodes >= replicas() || nodes > 2) {
            return ReadBack.levelAfter(written);
        }
        return nodes == 1 ? ConsistencyLevel.ONE : ConsistencyLevel.TWO;
    }

    private int replicasToCreate() {
        return byDatacenter.values().stream()
                .max(Integer::compare)
                .orElseGet(() -> replicasWanted > 0 ? replicasWanted : Math.min(3, nodes()));
    }

    /** Includes nodes of the data centre that requests do not go to. */
    private List<Node> localNodes() {
        Collection<Node> all = admin.driver().getMetadata().getNodes().values();
        Set<String> local = all.stream()
                .filter(node -> node.getDistance() != NodeDistance.IGNORED)
                .map(node -> String.valueOf(node.getDatacenter()))
                .collect(Collectors.toSet());
        return all.stream()
                .filter(node -> local.contains(String.valueOf(node.getDatacenter())))
                .toList();
    }
}
