package io.dbharness.mysql;

import io.dbharness.jdbc.dialect.RowSink;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;

/** Loads rows with batches of one {@code INSERT}; the driver sends each batch in one message. Not thread-safe. */
final class MysqlRowSink implements RowSink {

    private static final int ROWS_A_BATCH = 1_000;

    private final PreparedStatement insert;
    private final String table;
    private final int columns;
    private int filled;
    private int batched;
    private long rows;

    /** @param insert statement with one parameter for each column; closed with the sink */
    MysqlRowSink(PreparedStatement insert, String table, int columns) {
        this.insert = insert;
        this.table = table;
        this.columns = columns;
    }

    @FunctionalInterface
    private interface Setter {
        void set(int index) throws SQLException;
    }

    private RowSink next(Setter setter) {
        try {
            setter.set(++filled);
            return this;
        } catch (SQLException e) {
            // The driver keeps references to values until it sends them.
            throw new IllegalStateException("a value for " + table + " cannot be set", e);
        }
    }

    @Override
    public RowSink add(long value) {
        return next(index -> insert.setLong(index, value));
    }

    @Override
    public RowSink add(String value) {
        return next(index -> insert.setString(index, value));
    }

    @Override
    public RowSink addDecimal(long unscaled, int scale) {
        return next(index -> insert.setBigDecimal(index, BigDecimal.valueOf(unscaled, scale)));
    }

    @Override
    public RowSink add(LocalDateTime value) {
        return next(index -> insert.setObject(index, value));
    }

    @Override
    public RowSink add(byte[] value) {
        return next(index -> insert.setBytes(index, value));
    }

    @Override
    public RowSink addNull() {
        return next(index -> insert.setNull(index, Types.NULL));
    }

    @Override
    public void endRow() throws SQLException {
        if (filled != columns) {
            throw new IllegalStateException("a row for " + table + " has " + filled + " values, not " + columns);
        }
        insert.addBatch();
        filled = 0;
        rows++;
        if (++batched == ROWS_A_BATCH) {
            send();
        }
    }

    private void send() throws SQLException {
        if (batched > 0) {
            insert.executeBatch();
            batched = 0;
        }
    }

    /** Sends the last batch and returns the number of rows; a rejected row fails its batch. */
    @Override
    public long finish() throws SQLException {
        send();
        return rows;
    }

    @Override
    public void close() throws SQLException {
        insert.close();
    }
}
