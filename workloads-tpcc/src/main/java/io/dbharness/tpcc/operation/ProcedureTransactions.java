package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.tpcc.input.TransactionInput.CustomerChoice;
import io.dbharness.tpcc.input.TransactionInput.DeliveryInput;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderStatusInput;
import io.dbharness.tpcc.input.TransactionInput.PaymentInput;
import io.dbharness.tpcc.input.TransactionInput.StockLevelInput;
import io.dbharness.tpcc.operation.Procedures.ProcedureStatement;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput;
import io.dbharness.tpcc.operation.TransactionOutput.OrderStatusOutput;
import io.dbharness.tpcc.operation.TransactionOutput.PaymentOutput;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Map;
import java.util.Optional;

/** Executes each transaction as a call of a stored procedure, which is its own transaction. Immutable. */
final class ProcedureTransactions implements TpccTransactions {

    private final Dialect dialect;
    private final SqlCatalog<ProcedureStatement> sql;
    /** A custom SQLSTATE: the standard reserves no classes from I on, and PostgreSQL does not use TP. */
    private final MissingLine missingLine = new MissingLine("TPC01");

    ProcedureTransactions(Dialect dialect) {
        this.dialect = dialect;
        this.sql = Procedures.catalog(dialect);
    }

    @Override
    public Optional<NewOrderOutput> newOrder(JdbcSession session, NewOrderInput input) throws SQLException {
        OrderLines lines = OrderLines.of(input.items());
        StatementArguments arguments = call(session, ProcedureStatement.NEW_ORDER)
                .add(
                        input.warehouse(),
                        input.district(),
                        input.customer(),
                        lines.firsts,
                        lines.size(),
                        lines.allFrom(input.warehouse()) ? 1 : 0,
                        lines);
        try (Answer answer = arguments.send()) {
            return MissingLine.judged(answer.newOrder(input), input);
        } catch (SQLException e) {
            return missingLine.judge(e, input);
        }
    }

    @Override
    public PaymentOutput payment(JdbcSession session, PaymentInput input) throws SQLException {
        StatementArguments arguments =
                call(session, ProcedureStatement.PAYMENT).add(input.warehouse(), input.district());
        choose(input.customer(), arguments).add(BigDecimal.valueOf(input.amountCents(), 2));
        try (Answer answer = arguments.send()) {
            return answer.payment(input);
        }
    }

    @Override
    public OrderStatusOutput orderStatus(JdbcSession session, OrderStatusInput input) throws SQLException {
        try (Answer answer = choose(input.customer(), call(session, ProcedureStatement.ORDER_STATUS))
                .send()) {
            return answer.orderStatus(input);
        }
    }

    @Override
    public Map<Integer, Integer> delivery(JdbcSession session, DeliveryInput input) throws SQLException {
        try (Answer answer = call(session, ProcedureStatement.DELIVERY)
                .add(input.warehouse(), input.carrier())
                .send()) {
            return answer.delivery();
        }
    }

    @Override
    public int stockLevel(JdbcSession session, StockLevelInput input) throws SQLException {
        try (Answer answer = call(session, ProcedureStatement.STOCK_LEVEL)
                .add(input.warehouse(), input.district(), input.threshold())
                .send()) {
            return answer.stockLevel(input);
        }
    }

    private StatementArguments call(JdbcSession session, ProcedureStatement procedure) throws SQLException {
        session.autoCommit(true);
        return new StatementArguments(dialect, session.prepare(sql.sql(procedure)));
    }

    /** Sets C_W_ID, C_D_ID, and C_ID or C_LAST, whichever is known. */
    private static StatementArguments choose(CustomerChoice customer, StatementArguments arguments)
            throws SQLException {
        arguments.add(customer.warehouse(), customer.district());
        return customer.byLastName()
                ? arguments.addNull(Types.INTEGER).add(customer.lastName())
                : arguments.add(customer.number()).addNull(Types.VARCHAR);
    }
}
