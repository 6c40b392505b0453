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
 * A table as the server describes it.
 *
 * @param table    which
 * @param columns  how many of the four columns have the expected name and type
 * @param keyed    whether it has a primary key
 * @param numbered whether the server makes ids
 * @param indexed  whether {@code k} has an index
 */
record TableShape(Table table, int columns, boolean keyed, boolean numbered, boolean indexed) {

    /** Rows at the upper end may have been deleted since. */
    private static final double LEAST = 0.99;

    private static final int MOST_TIMES = 2;

    /** The questions; their text is in {@code sysbench/data}, by dialect. */
    enum Sql {
        SHAPES,
        MAX_ID,
        MAX_K
    }

    /** All tables of the name, by number. */
    static Map<Integer, TableShape> read(JdbcTarget target, SqlCatalog<Sql> sql) {
        List<TableShape> shapes = target.jdbi()
                .withHandle(handle -> handle.select(sql.sql(Sql.SHAPES))
                        .map((row, context) -> new TableShape(
                                Table.named(row.getString("name")),
                                row.getInt("columns"),
                                row.getBoolean("keyed"),
                                row.getBoolean("numbered"),
                                row.getBoolean("indexed")))
                        .list());
        Map<Integer, TableShape> byNumber = new TreeMap<>();
        shapes.forEach(shape -> byNumber.put(shape.table().number(), shape));
        return byNumber;
    }

    /** How it differs from what is wanted, as a sentence; empty when it does not. */
    Optional<String> difference(Scale wanted) {
        if (columns != Table.COLUMNS.size() || !keyed) {
            return Optional.of(table.sqlName() + " does not have sysbench's columns and primary key");
        }
        if (indexed != wanted.secondaryIndex()) {
            return Optional.of(table.sqlName() + " has " + (indexed ? "a" : "no")
                    + " secondary index: say --secondary-index " + (indexed ? "yes" : "no"));
        }
        if (numbered != wanted.serverIds()) {
            return Optional.of("the server " + (numbered ? "makes" : "does not make") + " the ids of " + table.sqlName()
                    + ": say --auto-increment " + (numbered ? "yes" : "no"));
        }
        return Optional.empty();
    }

    /**
     * How the ids differ from what is wanted: quick for any size, and wrong only about rows deleted in the middle. Inserts of earlier runs
     * may have made a table several times as long; but both tools draw {@code k} from 1 to the size that they are told, so its largest
     * value tells a table that has grown from one that was loaded with more rows.
     */
    Optional<String> idDifference(Handle handle, SqlCatalog<Sql> sql, Scale wanted) {
        long lastId = largest(handle, sql.sql(Sql.MAX_ID));
        long tooMany = (long) MOST_TIMES * wanted.tableSize();
        boolean enough = lastId >= LEAST * wanted.tableSize();
        boolean loadedWithMore = lastId >= tooMany && indexed && largest(handle, sql.sql(Sql.MAX_K)) >= tooMany;
        return enough && !loadedWithMore
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%s has ids up to %,d, which does not go with --table-size %d",
                        table.sqlName(),
                        lastId,
                        wanted.tableSize()));
    }

    private long largest(Handle handle, String statement) {
        return handle.select(table.in(statement)).mapTo(Long.class).findFirst().orElse(0L);
    }
}
