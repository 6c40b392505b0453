package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.dataset.RowLedger;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.tpcc.input.TransactionInput.DeliveryInput;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderStatusInput;
import io.dbharness.tpcc.input.TransactionInput.PaymentInput;
import io.dbharness.tpcc.input.TransactionInput.StockLevelInput;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput;
import io.dbharness.tpcc.operation.TransactionOutput.OrderStatusOutput;
import io.dbharness.tpcc.operation.TransactionOutput.PaymentOutput;
import io.dbharness.workload.Steps;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Executes transactions and counts those that the server has acknowledged. Thread-safe.
 *
 * @param by       executes the transactions
 * @param failures distinguishes refused transactions from those of unknown outcome
 * @param orders   rows that New-Order adds to {@code orders}
 * @param payments rows that Payment adds to {@code history}
 */
public record CountedTransactions(TpccTransactions by, FailureClassifier failures, RowLedger orders, RowLedger payments)
        implements TpccTransactions {

    @Override
    public List<String> stepNames() {
        return by.stepNames();
    }

    @Override
    public TpccTransactions timed(Steps steps) {
        return new CountedTransactions(by.timed(steps), failures, orders, payments);
    }

    @Override
    public Optional<NewOrderOutput> newOrder(JdbcSession session, NewOrderInput input) throws SQLException {
        return orders.attempt(failures, () -> by.newOrder(session, input), order -> order.isPresent() ? 1 : 0);
    }

    @Override
    public PaymentOutput payment(JdbcSession session, PaymentInput input) throws SQLException {
        return payments.attempt(failures, () -> by.payment(session, input), payment -> 1);
    }

    @Override
    public OrderStatusOutput orderStatus(JdbcSession session, OrderStatusInput input) throws SQLException {
        return by.orderStatus(session, input);
    }

    @Override
    public Map<Integer, Integer> delivery(JdbcSession session, DeliveryInput input) throws SQLException {
        return by.delivery(session, input);
    }

    @Override
    public int stockLevel(JdbcSession session, StockLevelInput input) throws SQLException {
        return by.stockLevel(session, input);
    }
}
