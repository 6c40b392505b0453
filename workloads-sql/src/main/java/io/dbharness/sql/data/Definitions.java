package io.dbharness.sql.data;

import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.model.Resources;
import io.dbharness.sql.profile.ProfileTable;
import io.dbharness.sql.profile.ProfileTable.Column;
import io.dbharness.sql.profile.SqlProfile;
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
 * The definitions of a profile's tables on one product. Immutable.
 *
 * @param profile profile of the tables
 * @param lineage lineage of the product's dialect
 */
record Definitions(SqlProfile profile, List<String> lineage) {

    private static final int FINGERPRINT = 8;

    /** Returns the statements that create a table. */
    List<String> create(ProfileTable table) {
        return table.definition()
                .map(text -> SqlScript.split(text.in(lineage)))
                .orElseGet(() -> List.of(createOfColumns(table)));
    }

    /** Returns a definition with the key, because not every product can add a key to existing rows. */
    private String createOfColumns(ProfileTable table) {
        Stream<String> columns = table.columns().stream()
                .map(column -> column.name() + " "
                        + column.type().map(type -> type.in(lineage)).orElseThrow());
        Stream<String> key = table.key().isEmpty()
                ? Stream.empty()
                : Stream.of("PRIMARY KEY (" + String.join(", ", table.key()) + ")");
        return "CREATE TABLE " + table.name() + " ("
                + String.join(", ", Stream.concat(columns, key).toList()) + ")";
    }

    /** Returns the statements that create the indexes of a table, by their columns or by a text that begins with USING. */
    List<String> indexes(ProfileTable table) {
        List<String> statements = new ArrayList<>();
        for (String index : table.indexes()) {
            statements.add("CREATE INDEX " + table.name() + "_index_" + (statements.size() + 1) + " ON " + table.name()
                    + (index.matches("(?is)USING\\b.*") ? " " + index : " (" + index + ")"));
        }
        return statements;
    }

    /** Returns the leading columns of the table's required indexes, its key first; empty for a table without a key. */
    List<List<String>> keys(ProfileTable table) {
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

    /** Describes the rows, the tables and a hash that distinguishes these definitions from others of the same name. */
    String scale() {
        long rows = profile.tables().stream().mapToLong(ProfileTable::rows).sum();
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
        for (ProfileTable table : profile.tables()) {
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
