package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.tpcc.input.StockLevelInput;
import io.dbharness.workload.Invocation;
import java.sql.SQLException;

/**
 * The Stock-Level transaction (clause 2.8). A single query, so it counts at one moment at any isolation level.
 *
 * @param transactions how they reach the database
 * @param input        what was typed
 */
public record StockLevel(Transactions transactions, StockLevelInput input) implements Invocation<JdbcSession> {

    @Override
    public Operation operation() {
        return TransactionType.STOCK_LEVEL.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        transactions.stockLevel(session, input);
        return Outcome.COMPLETED;
    }
}
