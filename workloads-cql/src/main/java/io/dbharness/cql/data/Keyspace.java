package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import io.dbharness.cql.driver.Levels;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where the tables are. One thread.
 *
 * @param admin          asks the cluster
 * @param name           of it
 * @param replicasWanted when it has to be created; 0 for as many as there are nodes, but at most three
 * @param byDatacenter   the same for each data centre; empty to have replicas in the client's own alone
 */
record Keyspace(AdminSession admin, String name, int replicasWanted, Map<String, Integer> byDatacenter) {

    /** One that is there is left as it is. */
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

    /** Names of its tables; none when it does not exist. */
    List<String> tables() {
        return admin.execute(CqlText.of("tables", Map.of()), name)
                .map(row -> String.valueOf(row.getString("table_name")))
                .all();
    }

    /** Drops the materialized views of a table, without which the table cannot be dropped. */
    void dropViewsOf(String table) {
        admin.execute(CqlText.of("views", Map.of()), name).all().stream()
                .filter(row -> table.equals(row.getString("base_table_name")))
                .map(row -> String.valueOf(row.getString("view_name")))
                .forEach(view -> admin.execute(CqlText.of("drop-view", Map.of("keyspace", name, "view", view))));
    }

    /** Throws a {@link UsageException} if a level needs more replicas than a row has. */
    void requireReplicasFor(ConsistencyLevel level) {
        int needed = Levels.replicas(level);
        if (needed > replicas()) {
            throw new UsageException(List.of("consistency " + level.name().toLowerCase(Locale.ROOT) + " needs " + needed
                    + " replicas, and " + name + " has " + replicas()
                    + "; use a lower --consistency or a keyspace with more replicas"));
        }
    }

    /** In the client's own data center. */
    int nodes() {
        return localNodes().size();
    }

    /** Of each row, in the data center that keeps most. */
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

    /** The level to read at so that writes acknowledged at {@code written} are seen: where a row cannot have all its replicas, at all there are. */
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

    private List<Node> localNodes() {
        return admin.driver().getMetadata().getNodes().values().stream()
                .filter(node -> node.getDistance() != NodeDistance.IGNORED)
                .toList();
    }
}
