package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.dbharness.model.HarnessException;
import io.dbharness.time.Polling;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Waits for the indexes of a table. A node builds an index after the statement that creates it has returned, and refuses queries of an index
 * that is not built.
 *
 * @param admin    reads the schema
 * @param keyspace of the table
 * @param table    its name
 */
record IndexBuilds(AdminSession admin, String keyspace, String table) {

    private static final Duration STEP = Duration.ofSeconds(10);
    private static final int MOST_STEPS = 360;

    /** Throws a {@link HarnessException} that names an index that is not built within an hour. */
    void await(RunClock clock, Progress progress) {
        Set<String> wanted = admin.execute(CqlText.of("indexes", Map.of()), keyspace).stream()
                .filter(row -> table.equals(row.getString("table_name")))
                .map(row -> String.valueOf(row.getString("index_name")))
                .collect(Collectors.toSet());
        if (wanted.isEmpty()) {
            return;
        }
        List<Node> nodes = admin.driver().getMetadata().getNodes().values().stream()
                .filter(node -> node.getDistance() != NodeDistance.IGNORED)
                .toList();
        try {
            for (Node node : nodes) {
                int step = 0;
                while (!new Polling(clock)
                        .until(STEP, () -> missing(wanted, node).isEmpty())) {
                    step++;
                    progress.advance("build indexes", step, MOST_STEPS, "steps of 10 s at most");
                    if (step == MOST_STEPS) {
                        throw new HarnessException("the index " + String.join(", ", missing(wanted, node)) + " of "
                                + keyspace + "." + table + " is not built on " + node.getEndPoint() + " after an hour");
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while waiting for indexes", e);
        } catch (IOException e) {
            throw new HarnessException("cannot ask for the state of indexes: " + e.getMessage(), e);
        }
    }

    private Set<String> missing(Set<String> wanted, Node node) {
        Set<String> missing = new HashSet<>(wanted);
        String text = CqlText.of("built-indexes", Map.of());
        for (Row row : admin.executeOn(node, text, keyspace)) {
            missing.remove(row.getString(0));
        }
        return missing;
    }
}
