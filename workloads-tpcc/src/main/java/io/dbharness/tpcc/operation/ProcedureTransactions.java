package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.tpcc.input.CustomerChoice;
import io.dbharness.tpcc.input.DeliveryInput;
import io.dbharness.tpcc.input.NewOrderInput;
import io.dbharness.tpcc.input.OrderStatusInput;
import io.dbharness.tpcc.input.PaymentInput;
import io.dbharness.tpcc.input.StockLevelInput;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Map;
import java.util.Optional;

/** The transactions as calls of procedures in the database, each a transaction of its own there. Immutable. */
final class ProcedureTransactions implements Transactions {

    private final Dialect dialect;
    private final SqlCatalog<ProcedureStatement> sql;
    /** The standard leaves classes from I on to others, and PostgreSQL uses no TP. */
    private final MissingLine missingLine = new MissingLine("TPC01");

    ProcedureTransactions(Dialect dialect, SqlCatalog<ProcedureStatement> sql) {
        this.dialect = dialect;
        this.sql = sql;
    }

    @Override
    public Optional<NewOrderOutput> newOrder(JdbcSession session, NewOrderInput input) throws SQLException {
        OrderLines lines = OrderLines.of(input.items());
        PreparedStatement call = call(session, ProcedureStatement.NEW_ORDER);
        new Arguments(dialect, call)
                .add(input.warehouse())
                .add(input.district())
                .add(input.customer())
                .add(lines.firsts)
                .add(lines.size())
                .add(lines.allFrom(input.warehouse()) ? 1 : 0)
                .add(lines);
        try (Columns columns = Columns.of(call)) {
            return missingLine.judge(Answers.newOrder(columns, input), input);
        } catch (SQLException e) {
            return missingLine.judge(e, input);
        }
    }

    @Override
    public PaymentOutput payment(JdbcSession session, PaymentInput input) throws SQLException {
        PreparedStatement call = call(session, ProcedureStatement.PAYMENT);
        Arguments arguments =
                new Arguments(dialect, call).add(input.warehouse()).add(input.district());
        choose(input.customer(), arguments).add(BigDecimal.valueOf(input.amountCents(), 2));
        try (Columns columns = Columns.of(call)) {
            return Answers.payment(columns, input);
        }
    }

    @Override
    public OrderStatusOutput orderStatus(JdbcSession session, OrderStatusInput input) throws SQLException {
        PreparedStatement call = call(session, ProcedureStatement.ORDER_STATUS);
        choose(input.customer(), new Arguments(dialect, call));
        try (Columns columns = Columns.of(call)) {
            return Answers.orderStatus(columns, input);
        }
    }

    @Override
    public Map<Integer, Integer> delivery(JdbcSession session, DeliveryInput input) throws SQLException {
        PreparedStatement call = call(session, ProcedureStatement.DELIVERY);
        new Arguments(dialect, call).add(input.warehouse()).add(input.carrier());
        try (Columns columns = Columns.of(call)) {
            return Answers.delivery(columns);
        }
    }

    @Override
    public int stockLevel(JdbcSession session, StockLevelInput input) throws SQLException {
        PreparedStatement call = call(session, ProcedureStatement.STOCK_LEVEL);
        new Arguments(dialect, call)
                .add(input.warehouse())
                .add(input.district())
                .add(input.threshold());
        try (Columns columns = Columns.of(call)) {
            return Answers.stockLevel(columns, input);
        }
    }

    private PreparedStatement call(JdbcSession session, ProcedureStatement procedure) throws SQLException {
        session.autoCommit(true);
        return session.prepare(sql.sql(procedure));
    }

    /** C_W_ID, C_D_ID, and of C_ID and C_LAST the one that is known. */
    private static Arguments choose(CustomerChoice customer, Arguments arguments) throws SQLException {
        arguments.add(customer.warehouse()).add(customer.district());
        return customer.byLastName()
                ? arguments.addNull(Types.INTEGER).add(customer.lastName())
                : arguments.add(customer.number()).addNull(Types.VARCHAR);
    }
}
