package io.dbharness.sysbench.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.sql.SqlCatalog;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/**
 * The structure of a table on the server.
 *
 * @param table    table
 * @param columns  number of the four columns with the expected name and type
 * @param keyed    true if it has a primary key
 * @param numbered true if the server generates ids
 * @param indexed  true if {@code k} has an index
 */
record TableShape(SysbenchTable table, int columns, boolean keyed, boolean numbered, boolean indexed) {

    /** The minimum share of the largest id, because the last rows may have been deleted. */
    private static final double LEAST = 0.99;

    private static final int MOST_TIMES = 2;

    /** The queries; their text is in {@code sysbench/data}, by dialect. */
    enum Sql {
        SHAPES,
        MAX_ID,
        MAX_K
    }

    /** Reads all tables with such a name, by number. */
    static Map<Integer, TableShape> read(JdbcTarget target, SqlCatalog<Sql> sql) {
        List<TableShape> shapes = target.jdbi()
                .withHandle(handle -> handle.select(sql.sql(Sql.SHAPES))
                        .map((row, context) -> new TableShape(
                                SysbenchTable.named(row.getString("name")),
                                row.getInt("columns"),
                                row.getBoolean("keyed"),
                                row.getBoolean("numbered"),
                                row.getBoolean("indexed")))
                        .list());
        Map<Integer, TableShape> byNumber = new TreeMap<>();
        shapes.forEach(shape -> byNumber.put(shape.table().number(), shape));
        return byNumber;
    }

    /** Describes the difference from the wanted scale in a sentence; empty if there is none. */
    Optional<String> difference(SysbenchScale wanted) {
        if (columns != SysbenchTable.COLUMNS.size() || !keyed) {
            return Optional.of(table.sqlName() + " does not have sysbench's columns and primary key");
        }
        if (indexed != wanted.secondaryIndex()) {
            return Optional.of(table.sqlName() + " has " + (indexed ? "a" : "no")
                    + " secondary index: give --secondary-index " + (indexed ? "yes" : "no"));
        }
        if (numbered != wanted.serverIds()) {
            return Optional.of("the server " + (numbered ? "makes" : "does not make") + " the ids of " + table.sqlName()
                    + ": give --auto-increment " + (numbered ? "yes" : "no"));
        }
        return Optional.empty();
    }

    /**
     * Describes the difference of the ids from the wanted scale. This is fast for any size, and ignores only rows deleted in the middle.
     * Inserts of earlier runs may have multiplied the size of a table. However, both tools draw {@code k} from 1 to the given size, so its
     * largest value distinguishes a grown table from one that was loaded with more rows.
     */
    Optional<String> idDifference(Handle handle, SqlCatalog<Sql> sql, SysbenchScale wanted) {
        long lastId = largest(handle, sql.sql(Sql.MAX_ID));
        long tooMany = (long) MOST_TIMES * wanted.tableSize();
        boolean enough = lastId >= LEAST * wanted.tableSize();
        boolean loadedWithMore = lastId >= tooMany && indexed && largest(handle, sql.sql(Sql.MAX_K)) >= tooMany;
        return enough && !loadedWithMore
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%s has ids up to %,d, which does not match --table-size %d",
                        table.sqlName(),
                        lastId,
                        wanted.tableSize()));
    }

    private long largest(Handle handle, String statement) {
        return handle.select(table.in(statement)).mapTo(Long.class).findFirst().orElse(0L);
    }
}
