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
 * How the five transactions reach the database; chosen once, when the workload is bound. A call is one attempt: when it returns, the
 * transaction is committed, unless it says otherwise; when it throws, nothing of it is left but what {@link JdbcSession#reset} undoes.
 * Every call throws {@link io.dbharness.model.UnexpectedRowsException} when a row that the specification guarantees is missing. Thread-safe.
 */
public interface Transactions {

    /** Names of the messages that a transaction consists of, where it is more than one. */
    default List<String> stepNames() {
        return List.of();
    }

    /** The same, with each message timed as a step. */
    default Transactions timed(Steps steps) {
        return this;
    }

    /** What the terminal shows; empty when the order was rolled back as specified, for its unused item. */
    Optional<NewOrderOutput> newOrder(JdbcSession session, NewOrderInput input) throws SQLException;

    PaymentOutput payment(JdbcSession session, PaymentInput input) throws SQLException;

    OrderStatusOutput orderStatus(JdbcSession session, OrderStatusInput input) throws SQLException;

    /** What was delivered: O_ID by district. */
    Map<Integer, Integer> delivery(JdbcSession session, DeliveryInput input) throws SQLException;

    /** How many different items of the district's last 20 orders are low in stock. */
    int stockLevel(JdbcSession session, StockLevelInput input) throws SQLException;

    /** The transactions that are one statement; their text is in {@code tpcc/compound}, by dialect, with what each parameter means. */
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
