package io.dbharness.sql.profile;

import java.util.List;
import java.util.Optional;

/**
 * A table of a profile.
 *
 * @param name       in lower case
 * @param rows       how many a load makes
 * @param definition the statements that make it, separated by semicolons; empty when it is made of its columns
 * @param columns    those that are filled and, without a definition of its own, all others
 * @param key        the columns of its primary key, none where it has no key
 * @param indexes    what stands in the brackets of CREATE INDEX, for each
 */
public record Table(
        String name,
        long rows,
        Optional<SqlText> definition,
        List<Column> columns,
        List<String> key,
        List<String> indexes) {

    public Table {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        indexes = List.copyOf(indexes);
    }

    /**
     * A column.
     *
     * @param name  in lower case
     * @param type  as a definition has it, constraints included; empty where the table has a definition of its own
     * @param value what a load puts into it; empty when nothing
     */
    public record Column(String name, Optional<SqlText> type, Optional<Generator> value) {}

    /** Columns that a load fills. */
    public List<Column> filled() {
        return columns.stream().filter(column -> column.value().isPresent()).toList();
    }

    public List<String> columnNames() {
        return columns.stream().map(Column::name).toList();
    }
}
