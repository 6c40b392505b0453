package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.tpcc.input.NewOrderInput;
import io.dbharness.workload.Invocation;
import java.sql.SQLException;

/**
 * The New-Order transaction (clause 2.4).
 *
 * @param transactions how they reach the database
 * @param input        what was typed
 */
public record NewOrder(Transactions transactions, NewOrderInput input) implements Invocation<JdbcSession> {

    @Override
    public Operation operation() {
        return TransactionType.NEW_ORDER.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        return transactions.newOrder(session, input).isPresent() ? Outcome.COMPLETED : Outcome.ROLLED_BACK_AS_SPECIFIED;
    }
}
