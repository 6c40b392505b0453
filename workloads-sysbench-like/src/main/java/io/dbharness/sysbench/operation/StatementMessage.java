package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.sysbench.operation.Transaction.RowChange;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * The content of one round trip: a statement, or several in one text, which a PostgreSQL-compatible driver sends as separate prepared
 * statements with one synchronisation at the end. Immutable.
 *
 * @param texts   text for each table
 * @param queries statements of the message, without a COMMIT at its end
 * @param step    index of the step for its duration; negative if it is not timed
 * @param last    true if the transaction is committed after the message
 */
record StatementMessage(List<String> texts, List<SysbenchStatement> queries, int step, boolean last) {

    StatementMessage {
        texts = List.copyOf(texts);
        queries = List.copyOf(queries);
    }

    /**
     * Sends the message and reads all answers to the end; values are not decoded, as in sysbench.
     *
     * @param table  index of the table, from 0
     * @param inputs inputs of the transaction
     * @param from   index of the first input of this message
     * @param change receives the number of rows that each statement read or changed
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

    /** Counts the received rows without reading their content. */
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
