package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.sysbench.operation.Transaction.RowChange;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * What travels in one round trip: a statement, or several in one text, which a driver of PostgreSQL's family sends as prepared statements
 * of their own with a single synchronisation at the end. Immutable.
 *
 * @param texts   for each table
 * @param queries the statements in it, without a COMMIT at its end
 * @param step    under which its duration is told, as an index; below 0 when it is not
 * @param last    whether the transaction is committed when it returns
 */
record Message(List<String> texts, List<Query> queries, int step, boolean last) {

    Message {
        texts = List.copyOf(texts);
        queries = List.copyOf(queries);
    }

    /**
     * Sends it and reads all answers to their end; values are not decoded, as sysbench does not.
     *
     * @param table  from 0
     * @param inputs of the transaction
     * @param from   the first that belongs to this message
     * @param change is told how many rows each statement saw or changed
     */
    void send(JdbcSession session, int table, Input[] inputs, int from, RowChange change) throws SQLException {
        PreparedStatement statement = session.prepare(texts.get(table));
        int parameter = 1;
        for (int i = 0; i < queries.size(); i++) {
            parameter = inputs[from + i].bind(statement, parameter);
        }
        boolean rows = statement.execute();
        for (int i = 0; i < queries.size(); i++) {
            if (i > 0) {
                rows = statement.getMoreResults();
            }
            int count = rows ? drain(statement) : statement.getUpdateCount();
            change.add(queries.get(i), inputs[from + i], count);
        }
    }

    /** How many rows have arrived; their content is not needed. */
    private static int drain(PreparedStatement statement) throws SQLException {
        int rows = 0;
        try (ResultSet result = statement.getResultSet()) {
            while (result.next()) {
                rows++;
            }
        }
        return rows;
    }
}
