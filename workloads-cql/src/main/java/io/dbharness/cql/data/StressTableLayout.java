package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The existing or expected table of a run with the schema of cassandra-stress; a table of either tool is accepted.
 *
 * @param keyspace of the table
 * @param table    its name
 * @param columns  names of the required columns beside {@code key}
 * @param type     of these columns, in CQL syntax
 */
record StressTableLayout(String keyspace, String table, List<String> columns, String type) {

    /**
     * Returns the state of the existing table; empty if there is none.
     *
     * @param marked true if this tool made the table, so that it may replace it
     */
    Optional<DataSetState> inspect(AdminSession admin, boolean marked) {
        Map<String, String> found = new HashMap<>();
        for (Row row : admin.execute(CqlText.of("columns", Map.of()), keyspace, table)) {
            found.put(
                    String.valueOf(row.getString("column_name")), row.getString("kind") + " " + row.getString("type"));
        }
        if (found.isEmpty()) {
            return Optional.empty();
        }
        List<String> missing = new ArrayList<>();
        if (!"partition_key blob".equals(found.get("key"))) {
            missing.add("a partition key 'key' of type blob");
        }
        columns.stream()
                .filter(column -> !("regular " + type).equals(found.get(column)))
                .forEach(column -> missing.add("\"" + column + "\" " + type));
        return Optional.of(
                missing.isEmpty()
                        ? new DataSetState(
                                Kind.COMPLETE, "the table " + keyspace + "." + table + ", whichever tool filled it")
                        : new DataSetState(
                                marked ? Kind.DIFFERENT : Kind.FOREIGN,
                                "found a table " + table + " that is not laid out as by cassandra-stress: it lacks "
                                        + String.join(", ", missing)));
    }
}
