package io.dbharness.tpcc.operation;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** The rows that a statement answers with, read from top to bottom, and their columns from left to right. One thread. */
final class Columns implements AutoCloseable {

    private static final int NO_MORE = -1;

    private final PreparedStatement statement;
    private final ResultSet rows;
    private int at;

    private Columns(PreparedStatement statement, ResultSet rows) {
        this.statement = statement;
        this.rows = rows;
    }

    /** Runs a statement that starts with a query; more may follow in the same message, so it is not a query alone. */
    static Columns of(PreparedStatement statement) throws SQLException {
        statement.execute();
        return new Columns(
                statement,
                Objects.requireNonNull(statement.getResultSet(), "the statement does not start with a query"));
    }

    /** Moves to the next row and its first column. */
    boolean next() throws SQLException {
        at = 0;
        return rows.next();
    }

    /** Continues with the given column, counted from 1. */
    Columns from(int column) {
        at = column - 1;
        return this;
    }

    int integer() throws SQLException {
        return rows.getInt(++at);
    }

    OptionalInt optionalInteger() throws SQLException {
        int value = rows.getInt(++at);
        return rows.wasNull() ? OptionalInt.empty() : OptionalInt.of(value);
    }

    String text() throws SQLException {
        return rows.getString(++at);
    }

    BigDecimal decimal() throws SQLException {
        return rows.getBigDecimal(++at);
    }

    LocalDateTime time() throws SQLException {
        return rows.getObject(++at, LocalDateTime.class);
    }

    Optional<LocalDateTime> optionalTime() throws SQLException {
        return Optional.ofNullable(rows.getObject(++at, LocalDateTime.class));
    }

    /**
     * Waits for the end of what the message made the server do: some drivers return from {@link PreparedStatement#execute} with the first
     * rows, and report what fails after them only when asked for more.
     */
    void finish() throws SQLException {
        while (statement.getMoreResults() || statement.getUpdateCount() != NO_MORE) {
            // Another result, which nobody needs.
        }
    }

    @Override
    public void close() throws SQLException {
        rows.close();
    }
}
