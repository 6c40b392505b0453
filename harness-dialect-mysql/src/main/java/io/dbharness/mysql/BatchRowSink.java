package io.dbharness.mysql;

import io.dbharness.jdbc.dialect.RowSink;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;

/** Rows by batches of one {@code INSERT}, which the driver sends in one message each. One thread. */
final class BatchRowSink implements RowSink {

    private static final int ROWS_A_BATCH = 1_000;

    private final PreparedStatement insert;
    private final String table;
    private final int columns;
    private int filled;
    private int batched;
    private long rows;

    /** @param insert with as many parameters as there are columns; closed with this */
    BatchRowSink(PreparedStatement insert, String table, int columns) {
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
            // The driver keeps values until they are sent.
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

    /** A row that is not accepted fails the batch. */
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
