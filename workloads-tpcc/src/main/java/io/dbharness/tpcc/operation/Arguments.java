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

    /** Sends the statement. */
    Answer send() throws SQLException {
        return Answer.to(statement);
    }

    /** The four lists of {@link OrderLines}. */
    Arguments add(OrderLines lines) throws SQLException {
        dialect.setIntegers(statement, ++count, lines.numbers);
        dialect.setIntegers(statement, ++count, lines.items);
        dialect.setIntegers(statement, ++count, lines.suppliers);
        dialect.setIntegers(statement, ++count, lines.quantities);
        return this;
    }
}
