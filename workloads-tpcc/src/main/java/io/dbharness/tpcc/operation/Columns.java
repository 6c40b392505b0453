package io.dbharness.tpcc.operation;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads a row's columns from left to right. One thread. */
final class Columns {

    private final ResultSet rows;
    private int at;

    Columns(ResultSet rows) {
        this.rows = rows;
    }

    /** Runs a statement that starts with a query; a COMMIT may follow in the same message, so it is not a query alone. */
    static ResultSet query(PreparedStatement statement) throws SQLException {
        statement.execute();
        return Objects.requireNonNull(statement.getResultSet(), "the statement does not start with a query");
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
}
