package io.dbharness.tpcc;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.tpcc.input.TransactionInput.DeliveryInput;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderStatusInput;
import io.dbharness.tpcc.input.TransactionInput.PaymentInput;
import io.dbharness.tpcc.input.TransactionInput.StockLevelInput;
import io.dbharness.tpcc.operation.TpccTransactions;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput;
import io.dbharness.tpcc.operation.TransactionOutput.OrderStatusOutput;
import io.dbharness.tpcc.operation.TransactionOutput.PaymentOutput;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Notes what transactions answer.
 *
 * @param transactions which do the work
 * @param answers      where to; times of this run's transactions, which the server draws, are left out
 */
record RecordedTransactions(TpccTransactions transactions, List<String> answers) implements TpccTransactions {

    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT[0-9:.]+";

    @Override
    public Optional<NewOrderOutput> newOrder(JdbcSession session, NewOrderInput input) throws SQLException {
        return noted(transactions.newOrder(session, input));
    }

    @Override
    public PaymentOutput payment(JdbcSession session, PaymentInput input) throws SQLException {
        return noted(transactions.payment(session, input));
    }

    @Override
    public OrderStatusOutput orderStatus(JdbcSession session, OrderStatusInput input) throws SQLException {
        return noted(transactions.orderStatus(session, input));
    }

    @Override
    public Map<Integer, Integer> delivery(JdbcSession session, DeliveryInput input) throws SQLException {
        return noted(transactions.delivery(session, input));
    }

    @Override
    public int stockLevel(JdbcSession session, StockLevelInput input) throws SQLException {
        return noted(transactions.stockLevel(session, input));
    }

    private <T> T noted(T answer) {
        answers.add(answer.toString().replaceAll(TIME, "T"));
        return answer;
    }
}
