package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.tpcc.input.DeliveryInput;
import io.dbharness.workload.Invocation;
import java.sql.SQLException;

/**
 * The Delivery transaction (clause 2.7): the oldest waiting order of each of the ten districts in one database transaction. It runs when it
 * is sent, not from the queue of clause 2.7.2, so its response time is that of the deferred part. A district without a waiting order is
 * skipped (clause 2.7.4.2).
 *
 * @param transactions how they reach the database
 * @param input        what was typed
 */
public record Delivery(Transactions transactions, DeliveryInput input) implements Invocation<JdbcSession> {

    @Override
    public Operation operation() {
        return TransactionType.DELIVERY.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        transactions.delivery(session, input);
        return Outcome.COMPLETED;
    }
}
