package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.tpcc.input.TransactionInput;
import io.dbharness.tpcc.input.TransactionInput.DeliveryInput;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderStatusInput;
import io.dbharness.tpcc.input.TransactionInput.PaymentInput;
import io.dbharness.tpcc.input.TransactionInput.StockLevelInput;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.Steps;
import java.sql.SQLException;

/**
 * A transaction with its inputs, as the harness executes it.
 *
 * @param transactions implementation that executes the transaction
 * @param type         type of the transaction
 * @param input        input of the transaction
 */
public record TpccInvocation(TpccTransactions transactions, TransactionType type, TransactionInput input)
        implements Invocation<JdbcSession> {

    @Override
    public Operation operation() {
        return type.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        return execute(session, Steps.IGNORED);
    }

    @Override
    public Outcome execute(JdbcSession session, Steps steps) throws SQLException {
        TpccTransactions by = transactions.timed(steps);
        if (input instanceof NewOrderInput order) {
            return by.newOrder(session, order).isPresent() ? Outcome.COMPLETED : Outcome.ROLLED_BACK_AS_SPECIFIED;
        } else if (input instanceof PaymentInput payment) {
            by.payment(session, payment);
        } else if (input instanceof OrderStatusInput orderStatus) {
            by.orderStatus(session, orderStatus);
        } else if (input instanceof DeliveryInput delivery) {
            by.delivery(session, delivery);
        } else {
            by.stockLevel(session, (StockLevelInput) input);
        }
        return Outcome.COMPLETED;
    }
}
