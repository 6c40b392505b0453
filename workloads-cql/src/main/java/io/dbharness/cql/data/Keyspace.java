package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import io.dbharness.model.HarnessException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where the tables are. One thread. */
final class Keyspace {

    private static final int MOST_REPLICAS = 3;

    private final Desk desk;
    private final String name;
    private final int replicasWanted;

    /** @param replicasWanted when it has to be created; 0 for as many as there are nodes, but at most three */
    Keyspace(Desk desk, String name, int replicasWanted) {
        this.desk = desk;
        this.name = name;
        this.replicasWanted = replicasWanted;
    }

    /** One that is there is left as it is. */
    void create() {
        String datacenter = own().stream()
                .map(node -> String.valueOf(node.getDatacenter()))
                .findFirst()
                .orElseThrow(() -> new HarnessException("no node of the client's own datacenter is known"));
        Map<String, String> names =
                Map.of("keyspace", name, "datacenter", datacenter, "replicas", Integer.toString(replicasToCreate()));
        desk.execute(new CqlText(names).of("keyspace"));
    }

    /** Names of its tables; none when it does not exist. */
    List<String> tables() {
        List<String> names = new ArrayList<>();
        desk.execute(new CqlText(Map.of()).of("tables"), name)
                .forEach(row -> names.add(String.valueOf(row.getString("table_name"))));
        return names;
    }

    /** In the client's own data center. */
    int nodes() {
        return own().size();
    }

    /** Of each row, in the data center that keeps most. */
    int replicas() {
        return desk.driver()
                .getMetadata()
                .getKeyspace(name)
                .map(Keyspace::replicas)
                .orElseGet(this::replicasToCreate);
    }

    private static int replicas(KeyspaceMetadata keyspace) {
        return keyspace.getReplication().values().stream()
                .filter(value -> value.matches("[0-9]+"))
                .mapToInt(Integer::parseInt)
                .max()
                .orElse(1);
    }

    private int replicasToCreate() {
        return replicasWanted > 0 ? replicasWanted : Math.min(MOST_REPLICAS, nodes());
    }

    private List<Node> own() {
        return desk.driver().getMetadata().getNodes().values().stream()
                .filter(node -> node.getDistance() != NodeDistance.IGNORED)
                .toList();
    }
}
