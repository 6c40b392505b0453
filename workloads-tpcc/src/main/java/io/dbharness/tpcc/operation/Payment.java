package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.tpcc.input.PaymentInput;
import io.dbharness.workload.Invocation;
import java.sql.SQLException;

/**
 * The Payment transaction (clause 2.5).
 *
 * @param transactions how they reach the database
 * @param input        what was typed
 */
public record Payment(Transactions transactions, PaymentInput input) implements Invocation<JdbcSession> {

    @Override
    public Operation operation() {
        return TransactionType.PAYMENT.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        transactions.payment(session, input);
        return Outcome.COMPLETED;
    }
}
