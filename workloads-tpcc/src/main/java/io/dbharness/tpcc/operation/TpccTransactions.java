package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
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
 * Executes the five transactions on a database; chosen once, when the workload is bound. A call is one attempt. When a call returns, the
 * transaction is committed unless the method specifies otherwise. When it throws, {@link JdbcSession#reset} undoes the rest. Every call
 * throws {@link io.dbharness.model.UnexpectedRowsException} if a row that the specification guarantees is missing. Thread-safe.
 */
public interface TpccTransactions {

    /** Returns the names of the messages of a transaction, if it has more than one. */
    default List<String> stepNames() {
        return List.of();
    }

    /** Returns transactions that time each message as a step. */
    default TpccTransactions timed(Steps steps) {
        return this;
    }

    /** Executes a New-Order; returns empty if the order was rolled back as specified, for its unused item. */
    Optional<NewOrderOutput> newOrder(JdbcSession session, NewOrderInput input) throws SQLException;

    PaymentOutput payment(JdbcSession session, PaymentInput input) throws SQLException;

    OrderStatusOutput orderStatus(JdbcSession session, OrderStatusInput input) throws SQLException;

    /** Executes a Delivery; returns the delivered O_ID by district. */
    Map<Integer, Integer> delivery(JdbcSession session, DeliveryInput input) throws SQLException;

    /** Executes a Stock-Level; returns the number of different items of the district's last 20 orders that are low in stock. */
    int stockLevel(JdbcSession session, StockLevelInput input) throws SQLException;

    /** The transactions in one statement; their text is in {@code tpcc/compound}, by dialect, with the meaning of each parameter. */
    enum TransactionStatement {
        NEW_ORDER,
        NEW_ORDER_REPEATED_ITEMS,
        PAYMENT_BY_NUMBER,
        PAYMENT_BY_LAST_NAME,
        ORDER_STATUS_BY_NUMBER,
        ORDER_STATUS_BY_LAST_NAME,
        DELIVERY,
        STOCK_LEVEL
    }
}
