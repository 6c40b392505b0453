package io.dbharness.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;

/**
 * Sends rows to one table: one {@code add} for each column, then {@link #endRow}, and {@link #finish} after the last row. Closing an
 * unfinished sink abandons the load on the server. Not thread-safe.
 */
public interface RowSink extends AutoCloseable {

    RowSink add(long value);

    RowSink add(String value);

    /** Adds a text that needs no escaping and is valid only until the next text is set. */
    default RowSink add(Alphanumeric value) {
        return add(value.toString());
    }

    /**
     * Adds a decimal number without floating point: {@code unscaled} times ten to the power of {@code -scale}.
     *
     * @param scale digits after the decimal point, 0 to 9
     */
    RowSink addDecimal(long unscaled, int scale);

    /** Adds a date and time, truncated to microseconds. */
    RowSink add(LocalDateTime value);

    /** Adds bytes unchanged. */
    RowSink add(byte[] value);

    RowSink addNull();

    /**
     * Ends the row and sends the buffered rows.
     *
     * @throws IllegalStateException if the row has more or fewer values than the load has columns
     */
    void endRow() throws SQLException;

    /**
     * Ends the load.
     *
     * @return number of rows that the server accepted
     * @throws io.dbharness.model.HarnessException if this differs from the number of sent rows
     */
    long finish() throws SQLException;

    /** Abandons an unfinished load: the server keeps none of its rows. */
    @Override
    void close() throws SQLException;

    /** Loads many rows into a table, in the product's fastest way. Stateless. */
    @FunctionalInterface
    public interface BulkLoader {

        /**
         * Starts a load. The connection is busy until the sink is finished or closed. The rows are then committed only in autocommit mode.
         *
         * @param table   unquoted SQL name of the table, optionally with its schema
         * @param columns columns of each row, in the order of the sink's {@code add} calls
         */
        RowSink open(Connection connection, String table, List<String> columns) throws SQLException;
    }
}
