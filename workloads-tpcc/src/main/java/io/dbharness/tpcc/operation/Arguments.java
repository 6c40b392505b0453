package io.dbharness.tpcc.operation;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Sets the parameters of a statement one after the other, each with a type the server need not guess. One thread. */
final class Arguments {

    private final PreparedStatement statement;
    private int count;

    private Arguments(PreparedStatement statement) {
        this.statement = statement;
    }

    static Arguments of(PreparedStatement statement) {
        return new Arguments(statement);
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

    /** As an array: the drivers of PostgreSQL's family send one of primitives in binary form. */
    Arguments add(int[] values) throws SQLException {
        statement.setObject(++count, values);
        return this;
    }
}
