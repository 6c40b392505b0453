package io.dbharness.sql.data;

import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.model.Resources;
import io.dbharness.sql.profile.Profile;
import io.dbharness.sql.profile.Table;
import io.dbharness.sql.profile.Table.Column;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The tables of a profile as they are made on one product. Immutable.
 *
 * @param profile whose tables
 * @param lineage of the product's dialect
 */
record Definitions(Profile profile, List<String> lineage) {

    private static final int FINGERPRINT = 8;

    /** The statements that make a table. */
    List<String> create(Table table) {
        return table.definition()
                .map(text -> SqlScript.split(text.in(lineage)))
                .orElseGet(() -> List.of(createOfColumns(table)));
    }

    /** With its key, since not every product adds one to rows that are there. */
    private String createOfColumns(Table table) {
        Stream<String> columns = table.columns().stream()
                .map(column -> column.name() + " "
                        + column.type().map(type -> type.in(lineage)).orElseThrow());
        Stream<String> key = table.key().isEmpty()
                ? Stream.empty()
                : Stream.of("PRIMARY KEY (" + String.join(", ", table.key()) + ")");
        return "CREATE TABLE " + table.name() + " ("
                + String.join(", ", Stream.concat(columns, key).toList()) + ")";
    }

    /** The statements that make the indexes of a table. */
    List<String> indexes(Table table) {
        List<String> statements = new ArrayList<>();
        for (String index : table.indexes()) {
            statements.add("CREATE INDEX " + table.name() + "_index_" + (statements.size() + 1) + " ON " + table.name()
                    + " (" + index + ")");
        }
        return statements;
    }

    /** The columns with which indexes of the table must begin, its key first; nothing for a table whose rows no key tells apart. */
    List<List<String>> keys(Table table) {
        List<String> filled = table.filled().stream().map(Column::name).toList();
        if (table.key().isEmpty() || !(table.rows() == 0 || filled.containsAll(table.key()))) {
            return List.of();
        }
        List<List<String>> keys = new ArrayList<>(List.of(table.key()));
        for (String index : table.indexes()) {
            List<String> columns = Arrays.stream(index.split(",", -1))
                    .map(column -> column.strip().toLowerCase(Locale.ROOT).replaceFirst("\\s+(asc|desc)$", ""))
                    .toList();
            if (columns.stream().allMatch(column -> column.matches("[a-z][a-z0-9_]*"))) {
                keys.add(columns);
            }
        }
        return keys;
    }

    /** Rows, tables and what tells these definitions from others of the same name. */
    String scale() {
        long rows = profile.tables().stream().mapToLong(Table::rows).sum();
        int tables = profile.tables().size();
        return String.format(
                Locale.ROOT,
                "%,d rows in %s, definition %s",
                rows,
                tables == 1 ? "1 table" : tables + " tables",
                fingerprint());
    }

    private String fingerprint() {
        StringBuilder all = new StringBuilder();
        for (Table table : profile.tables()) {
            all.append(create(table)).append(indexes(table)).append(table.rows());
            table.filled()
                    .forEach(column ->
                            all.append(column.name()).append(column.value().orElseThrow()));
        }
        try {
            byte[] text = all.toString().getBytes(StandardCharsets.UTF_8);
            return Resources.sha256(new ByteArrayInputStream(text)).substring(0, FINGERPRINT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
