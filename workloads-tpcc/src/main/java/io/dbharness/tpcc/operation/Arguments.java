package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.dialect.Dialect;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/** Sets the parameters of a statement one after the other, each with a type the server need not guess. One thread. */
final class Arguments {

    private final Dialect dialect;
    private final PreparedStatement statement;
    private int count;

    Arguments(Dialect dialect, PreparedStatement statement) {
        this.dialect = dialect;
        this.statement = statement;
    }

    Arguments add(int value) throws SQLException {
        statement.setInt(++count, value);
        return this;
    }

    Arguments add(String value) throws SQLException {
        statement.setString(++count, value);
        return this;
    }

    Arguments add(BigDecimal value) throws SQLException {
        statement.setBigDecimal(++count, value);
        return this;
    }

    /** Null; the type is one of {@link Types}. */
    Arguments addNull(int type) throws SQLException {
        statement.setNull(++count, type);
        return this;
    }

    /** A list. */
    Arguments add(int[] values) throws SQLException {
        dialect.setIntegers(statement, ++count, values);
        return this;
    }

    /** Adds the statement to a batch; the next parameter is its first one again. */
    void batch() throws SQLException {
        statement.addBatch();
        count = 0;
    }

    /** Sends the batch in one message; returns how many rows each of its statements changed. */
    int[] sendBatch() throws SQLException {
        return statement.executeBatch();
    }

    /** Sends the statement, which changes rows and returns none. */
    void sendChange() throws SQLException {
        statement.executeUpdate();
    }

    /** Sends the statement. */
    Answer send() throws SQLException {
        return Answer.to(statement);
    }

    /** The four lists of {@link OrderLines}. */
    Arguments add(OrderLines lines) throws SQLException {
        return add(lines.numbers).add(lines.items).add(lines.suppliers).add(lines.quantities);
    }
}
