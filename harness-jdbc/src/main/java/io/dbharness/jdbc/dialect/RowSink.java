package io.dbharness.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;

/**
 * Rows on their way into one table: one {@code add} a column, then {@link #endRow}, and {@link #finish} after the last. Closing it
 * unfinished abandons the load on the server. One thread.
 */
public interface RowSink extends AutoCloseable {

    RowSink add(long value);

    RowSink add(String value);

    /** The same for a text that needs no escaping and is gone when the next one is made. */
    default RowSink add(Alphanumeric value) {
        return add(value.toString());
    }

    /**
     * A decimal number without floating point: {@code unscaled} times ten to the power of {@code -scale}.
     *
     * @param scale digits after the point, 0 to 9
     */
    RowSink addDecimal(long unscaled, int scale);

    /** A date and time to the microsecond; what is finer is cut off. */
    RowSink add(LocalDateTime value);

    /** Bytes as they are. */
    RowSink add(byte[] value);

    RowSink addNull();

    /**
     * Ends the row and sends what has gathered.
     *
     * @throws IllegalStateException when the row has more or fewer values than the load has columns
     */
    void endRow() throws SQLException;

    /**
     * Ends the load.
     *
     * @return the rows the server accepted
     * @throws io.dbharness.model.HarnessException when these are not as many as were sent
     */
    long finish() throws SQLException;

    /** Abandons the load unless it is finished: the server keeps none of its rows. */
    @Override
    void close() throws SQLException;

    /** The product's fastest way to put many rows into a table. Stateless. */
    @FunctionalInterface
    public interface BulkLoader {

        /**
         * Starts a load. The connection is busy with it until the sink is finished or closed; whether the rows are committed then is the
         * connection's affair (autocommit or not).
         *
         * @param table   its name as SQL has it without quotes, optionally with its schema
         * @param columns those that each row fills, in the order of the sink's {@code add} calls
         */
        RowSink open(Connection connection, String table, List<String> columns) throws SQLException;
    }
}
