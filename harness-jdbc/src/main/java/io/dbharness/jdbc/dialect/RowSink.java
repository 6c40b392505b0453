package io.dbharness.jdbc.dialect;

import java.sql.SQLException;
import java.time.LocalDateTime;

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

    /** Rows ended so far. */
    long rows();

    /** Bytes of the rows so far, in the form they are sent. */
    long bytes();

    /** Abandons the load unless it is finished: the server keeps none of its rows. */
    @Override
    void close() throws SQLException;
}
