package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.tpcc.input.OrderStatusInput;
import io.dbharness.workload.Invocation;
import java.sql.SQLException;

/**
 * The Order-Status transaction (clause 2.6). A single query, so customer, order and lines are of one moment at any isolation level.
 *
 * @param transactions how they reach the database
 * @param input        what was typed
 */
public record OrderStatus(Transactions transactions, OrderStatusInput input) implements Invocation<JdbcSession> {

    @Override
    public Operation operation() {
        return TransactionType.ORDER_STATUS.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        transactions.orderStatus(session, input);
        return Outcome.COMPLETED;
    }
}
