package io.dbharness.cql.data;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Every statement about one table.
 *
 * @param keyspace where it is
 * @param shape    of its rows
 * @param storage  how they are kept
 */
record TableText(String keyspace, RowShape shape, Storage storage) {

    /** A statement by the name of its file. */
    String of(String name) {
        return CqlText.of(name, names(storage.ttlSeconds()));
    }

    /** Rows of the data set itself never expire. */
    String load() {
        return CqlText.of("insert", names(0));
    }

    private Map<String, String> names(int ttlSeconds) {
        String values = join("c%d", ", ");
        String keys = shape.clustered() ? "key, item" : "key";
        Map<String, String> names = new HashMap<>();
        names.put("keyspace", keyspace);
        names.put("table", shape.table());
        names.put("keys", shape.clustered() ? "key bigint,\n    item int" : "key bigint");
        names.put("primary", keys);
        names.put("columns", join("c%d blob", ",\n    "));
        names.put("values", values);
        names.put("names", keys + ", " + values);
        names.put("marks", shape.clustered() ? "?, ?, " + join("?", ", ") : "?, " + join("?", ", "));
        names.put("condition", shape.clustered() ? "key = ? AND item = ?" : "key = ?");
        names.put("ttl", Integer.toString(ttlSeconds));
        names.put("compression", storage.compression().option);
        names.put("compaction", storage.compaction().option);
        return names;
    }

    private String join(String format, String separator) {
        return IntStream.range(0, shape.columns())
                .mapToObj(column -> format.replace("%d", Integer.toString(column)))
                .collect(Collectors.joining(separator));
    }
}
