package io.dbharness.jdbc.dialect.yugabytedb;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers behind a session.
 *
 * @param nodes     one for each tablet server that takes sessions; none when the server does not tell
 * @param colocated whether the database keeps the tables of one tablet together unless told otherwise
 */
record Cluster(List<Node> nodes, boolean colocated) {

    private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

    /** So that a server of many cores has one for each of them to work on, and a cluster that grows has some to move. */
    private static final int TABLETS_PER_SERVER = 8;

    private static final String SERVERS = "SELECT host, cloud, region, zone FROM yb_servers()";

    private static final String COLOCATED = "SELECT yb_is_database_colocated()";

    Cluster {
        nodes = List.copyOf(nodes);
    }

    /** One server. */
    record Node(String host, String cloud, String region, String zone) {

        String place() {
            return cloud + "." + region + "." + zone;
        }
    }

    static Cluster of(Handle handle) {
        return new Cluster(nodes(handle), colocated(handle));
    }

    /** What the scripts of definitions leave open. */
    Map<String, String> scriptVariables() {
        int servers = Math.max(1, nodes.size());
        return Map.of(
                "servers",
                String.valueOf(servers),
                "tablets",
                String.valueOf(TABLETS_PER_SERVER * servers),
                "together",
                colocated ? "WITH (COLOCATION = true)" : "",
                "apart",
                colocated ? "WITH (COLOCATION = false)" : "");
    }

    /** How many servers there are in each place, for example {@code aws.us-west-2.us-west-2a: 1}. */
    String places() {
        return nodes.stream().map(Node::place).distinct().sorted().collect(Collectors.joining(", "));
    }

    private static List<Node> nodes(Handle handle) {
        try {
            return handle.select(SERVERS)
                    .map((row, context) -> new Node(
                            row.getString("host"),
                            row.getString("cloud"),
                            row.getString("region"),
                            row.getString("zone")))
                    .list();
        } catch (JdbiException e) {
            LOG.info("the server does not tell of its cluster: {}", e.getMessage());
            return List.of();
        }
    }

    private static boolean colocated(Handle handle) {
        try {
            return handle.select(COLOCATED).mapTo(Boolean.class).one();
        } catch (JdbiException e) {
            LOG.info("the server does not tell whether its database is colocated: {}", e.getMessage());
            return false;
        }
    }
}
