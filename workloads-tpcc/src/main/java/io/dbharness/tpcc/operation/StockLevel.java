package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.tpcc.input.StockLevelInput;
import io.dbharness.workload.Invocation;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The Stock-Level transaction (clause 2.8). A single query, so it counts at one moment at any isolation level.
 *
 * @param sql   the statements as the target's dialect has them
 * @param input what was typed
 */
public record StockLevel(SqlCatalog<TransactionStatement> sql, StockLevelInput input)
        implements Invocation<JdbcSession> {

    @Override
    public Operation operation() {
        return TransactionType.STOCK_LEVEL.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        perform(session);
        return Outcome.COMPLETED;
    }

    /** One attempt; how many different items of the last 20 orders are low in stock. */
    public int perform(JdbcSession session) throws SQLException {
        PreparedStatement statement = session.prepare(sql.sql(TransactionStatement.STOCK_LEVEL));
        Arguments.of(statement).add(input.threshold()).add(input.warehouse()).add(input.district());
        try (ResultSet rows = Columns.query(statement)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
