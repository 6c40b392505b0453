package com.example.h2;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.model.HarnessException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rows by batches of inserts: any driver can do that, and products usually have something faster. */
final class BatchRowSink implements RowSink {

    private static final int ROWS_A_BATCH = 1_000;

    private final PreparedStatement insert;
    private final int columns;
    private final List<Object> row = new ArrayList<>();
    private int waiting;
    private long sent;
    private long accepted;

    private BatchRowSink(PreparedStatement insert, int columns) {
        this.insert = insert;
        this.columns = columns;
    }

    static RowSink open(Connection connection, String table, List<String> columns) throws SQLException {
        String parameters = String.join(", ", Collections.nCopies(columns.size(), "?"));
        return new BatchRowSink(
                connection.prepareStatement(
                        "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES (" + parameters + ")"),
                columns.size());
    }

    private RowSink put(Object value) {
        row.add(value);
        return this;
    }

    @Override
    public RowSink add(long value) {
        return put(value);
    }

    @Override
    public RowSink add(String value) {
        return put(value);
    }

    @Override
    public RowSink addDecimal(long unscaled, int scale) {
        return put(BigDecimal.valueOf(unscaled, scale));
    }

    @Override
    public RowSink add(LocalDateTime value) {
        return put(value);
    }

    @Override
    public RowSink add(byte[] value) {
        return put(value);
    }

    @Override
    public RowSink addNull() {
        return put(null);
    }

    @Override
    public void endRow() throws SQLException {
        if (row.size() != columns) {
            throw new IllegalStateException(row.size() + " values for " + columns + " columns");
        }
        for (int i = 0; i < columns; i++) {
            insert.setObject(i + 1, row.get(i));
        }
        row.clear();
        insert.addBatch();
        sent++;
        if (++waiting == ROWS_A_BATCH) {
            flush();
        }
    }

    private void flush() throws SQLException {
        for (int rows : insert.executeBatch()) {
            accepted += rows;
        }
        waiting = 0;
    }

    @Override
    public long finish() throws SQLException {
        flush();
        if (accepted != sent) {
            throw new HarnessException(sent + " rows were sent and " + accepted + " accepted");
        }
        return accepted;
    }

    /** Uncommitted rows are rolled back with the transaction. */
    @Override
    public void close() throws SQLException {
        insert.close();
    }
}
