package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.dialect.Dialect;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/** Sets the parameters of a statement in order, each with an explicit type for the server. Not thread-safe. */
final class StatementArguments {

    private final Dialect dialect;
    private final PreparedStatement statement;
    private int count;

    StatementArguments(Dialect dialect, PreparedStatement statement) {
        this.dialect = dialect;
        this.statement = statement;
    }

    /** Sets whole numbers, texts, decimals, lists of whole numbers, and {@link OrderLines}, which are four lists. */
    StatementArguments add(Object... values) throws SQLException {
        for (Object value : values) {
            if (value instanceof Integer number) {
                statement.setInt(++count, number);
            } else if (value instanceof String text) {
                statement.setString(++count, text);
            } else if (value instanceof BigDecimal decimal) {
                statement.setBigDecimal(++count, decimal);
            } else if (value instanceof int[] list) {
                dialect.setIntegers(statement, ++count, list);
            } else if (value instanceof OrderLines lines) {
                add(lines.numbers, lines.items, lines.suppliers, lines.quantities);
            } else {
                throw new IllegalArgumentException("no parameter of a transaction: " + value);
            }
        }
        return this;
    }

    /** Sets null; the type is one of {@link java.sql.Types}. */
    StatementArguments addNull(int type) throws SQLException {
        statement.setNull(++count, type);
        return this;
    }

    /** Adds the statement to a batch; the next parameter is then the first one again. */
    void batch() throws SQLException {
        statement.addBatch();
        count = 0;
    }

    /**
     * Sends the batch in one message; returns the number of rows that each of its statements changed. MariaDB's driver reports only the
     * sum. A sum of at least the number of statements counts as one row each. A statement changes a row that it finds by its key, or the
     * lines of an order, which the transaction has read before. For a smaller sum, all counts are {@link Statement#SUCCESS_NO_INFO}; for 0,
     * all are 0.
     */
    int[] sendBatch() throws SQLException {
        int[] changed = statement.executeBatch();
        if (Arrays.stream(changed).allMatch(count -> count == Statement.SUCCESS_NO_INFO)) {
            long sum = statement.getLargeUpdateCount();
            if (sum == 0 || sum >= changed.length) {
                Arrays.fill(changed, sum == 0 ? 0 : 1);
            }
        }
        return changed;
    }

    /** Sends the statement, which changes rows and returns none. */
    void sendChange() throws SQLException {
        statement.executeUpdate();
    }

    /** Sends the statement and returns its answer. */
    Answer send() throws SQLException {
        return Answer.to(statement);
    }
}
