package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.dialect.RowSink;
import java.util.List;
import java.util.function.Supplier;

/**
 * The rows that are loaded in one transaction, so that the part is atomic and can be repeated.
 *
 * @param name   name in messages and in the marker, for example {@code stock of warehouse 7}; at most 60 characters
 * @param tables tables in loading order
 */
public record LoadPart(String name, List<TableRows> tables) {

    public LoadPart {
        tables = List.copyOf(tables);
    }

    long rows() {
        return tables.stream().mapToLong(TableRows::rows).sum();
    }

    /**
     * Rows for one table.
     *
     * @param table   name of the table
     * @param columns columns in the order in which the writer adds them
     * @param rows    number of rows
     * @param writer  creates a writer that starts with the first row; each writer produces the same rows
     */
    public record TableRows(String table, List<String> columns, long rows, Supplier<RowWriter> writer) {}

    /** Produces rows sequentially. Not thread-safe. */
    @FunctionalInterface
    public interface RowWriter {

        /**
         * Adds the values of a row without completing the row.
         *
         * @param row index of the row, from 0
         */
        void write(RowSink sink, int row);
    }
}
