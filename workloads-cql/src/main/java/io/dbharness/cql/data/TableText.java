package io.dbharness.cql.data;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Renders every statement about one table.
 *
 * @param keyspace of the table
 * @param table    its name
 * @param shape    of its rows
 * @param storage  options of the table
 */
record TableText(String keyspace, String table, RowShape shape, Storage storage) {

    /** Renders a statement by the name of its file. */
    String of(String name) {
        return CqlText.of(name, names(storage.ttlSeconds()));
    }

    /** Renders the insert of rows of the data set, which never expire. */
    String load() {
        return CqlText.of("insert", names(0));
    }

    private Map<String, String> names(int ttlSeconds) {
        String keys = shape.clustered() ? "key, item" : "key";
        String values = join("\"%s\"", ", ");
        Map<String, String> names = new HashMap<>();
        names.put("keyspace", keyspace);
        names.put("table", table);
        names.put("keys", shape.clustered() ? "key blob,\n    item int" : "key blob");
        names.put("primary", keys);
        names.put("columns", join("\"%s\" blob", ",\n    "));
        names.put("counters", join("\"%s\" counter", ",\n    "));
        names.put("additions", join("\"%s\" = \"%s\" + ?", ", "));
        names.put("values", values);
        names.put("times", join("WRITETIME(\"%s\")", ", "));
        names.put("names", keys + ", " + values);
        names.put("marks", shape.clustered() ? "?, ?, " + join("?", ", ") : "?, " + join("?", ", "));
        names.put("condition", shape.clustered() ? "key = ? AND item = ?" : "key = ?");
        names.put("ttl", Integer.toString(ttlSeconds));
        names.put("compression", storage.compression().option());
        names.put("compaction", storage.compaction().option());
        return names;
    }

    /** Joins the column names, which are letters, digits and underscores; they are quoted because their case matters. */
    private String join(String format, String separator) {
        return shape.columns().stream()
                .map(column -> format.replace("%s", column))
                .collect(Collectors.joining(separator));
    }
}
