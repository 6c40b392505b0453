package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.dialect.RowSink;
import java.util.List;
import java.util.function.Supplier;

/**
 * What is loaded in one transaction, so that it is there as a whole or not at all and can be done again.
 *
 * @param name   for messages and for the row that says that it is in, for example {@code stock of warehouse 7}; at most 60 characters
 * @param tables one after the other
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
     * @param table   its name
     * @param columns in the order in which the writer adds them
     * @param rows    how many there are
     * @param writer  makes a writer that starts with the first row; equal rows every time
     */
    public record TableRows(String table, List<String> columns, long rows, Supplier<RowWriter> writer) {}

    /** Makes rows one after the other. One thread. */
    @FunctionalInterface
    public interface RowWriter {

        /**
         * Adds the values of a row without ending it.
         *
         * @param row from 0
         */
        void write(RowSink sink, int row);
    }
}
