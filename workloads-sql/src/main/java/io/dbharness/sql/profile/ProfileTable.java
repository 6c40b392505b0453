package io.dbharness.sql.profile;

import java.util.List;
import java.util.Optional;

/**
 * A table of a profile.
 *
 * @param name       name in lower case
 * @param rows       number of rows that a load creates
 * @param definition statements that create the table, separated by semicolons; empty if it is created from its columns
 * @param columns    columns that a load fills; without a definition, all columns
 * @param key        columns of its primary key; none without a key
 * @param indexes    text in the parentheses of CREATE INDEX, for each index
 */
public record ProfileTable(
        String name,
        long rows,
        Optional<SqlText> definition,
        List<Column> columns,
        List<String> key,
        List<String> indexes) {

    public ProfileTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        indexes = List.copyOf(indexes);
    }

    /**
     * A column.
     *
     * @param name  name in lower case
     * @param type  type with constraints, as in a definition; empty if the table has its own definition
     * @param value generator of loaded values; empty if a load does not fill the column
     */
    public record Column(String name, Optional<SqlText> type, Optional<Generator> value) {}

    /** Returns the columns that a load fills. */
    public List<Column> filled() {
        return columns.stream().filter(column -> column.value().isPresent()).toList();
    }

    public List<String> columnNames() {
        return columns.stream().map(Column::name).toList();
    }
}
