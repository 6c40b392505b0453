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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The transactions as statements that the client sends. One statement does all of a transaction and is committed by the server when it
 * ends, so there is one message each way; only a New-Order that repeats a stock row takes more. Immutable.
 */
final class StatementTransactions implements Transactions {

    private final Dialect dialect;
    private final SqlCatalog<TransactionStatement> sql;
    /** O_OL_CNT is left null, where the product can let a statement fail by that. */
    private final MissingLine missingLine = new MissingLine("23502");

    StatementTransactions(Dialect dialect, SqlCatalog<TransactionStatement> sql) {
        this.dialect = dialect;
        this.sql = sql;
    }

    @Override
    public Optional<NewOrderOutput> newOrder(JdbcSession session, NewOrderInput input) throws SQLException {
        OrderLines lines = OrderLines.of(input.items());
        boolean repeats = lines.firsts < lines.size();
        session.autoCommit(!repeats);
        try {
            NewOrderOutput output = place(session, input, lines.withoutRepeats());
            if (repeats && output.lines().size() == lines.firsts) {
                output = repeat(session, input, output, lines);
                session.commit();
            } else if (repeats) {
                session.rollback();
            }
            return missingLine.judge(output, input);
        } catch (SQLException e) {
            Optional<NewOrderOutput> none = missingLine.judge(e, input);
            if (repeats) {
                session.rollback();
            }
            return none;
        }
    }

    private NewOrderOutput place(JdbcSession session, NewOrderInput input, OrderLines lines) throws SQLException {
        PreparedStatement statement = session.prepare(sql.sql(TransactionStatement.NEW_ORDER));
        new Arguments(dialect, statement)
                .add(input.warehouse())
                .add(input.district())
                .add(input.customer())
                .add(lines)
                .add(lines.size())
                .add(input.items().size())
                .add(lines.allFrom(input.warehouse()) ? 1 : 0);
        try (Columns columns = Columns.of(statement)) {
            return Answers.newOrder(columns, input);
        }
    }

    /** The lines for stock rows that the order has taken from already, one by one. */
    private NewOrderOutput repeat(JdbcSession session, NewOrderInput input, NewOrderOutput placed, OrderLines lines)
            throws SQLException {
        List<NewOrderOutput.Line> all = new ArrayList<>(placed.lines());
        PreparedStatement statement = session.prepare(sql.sql(TransactionStatement.NEW_ORDER_REPEATED_ITEMS));
        for (int i = lines.firsts; i < lines.size(); i++) {
            new Arguments(dialect, statement)
                    .add(placed.orderId())
                    .add(input.district())
                    .add(input.warehouse())
                    .add(lines.only(i));
            try (Columns columns = Columns.of(statement)) {
                while (columns.next()) {
                    all.add(Answers.orderedLine(columns));
                }
                columns.finish();
            }
        }
        all.sort(Comparator.comparingInt(NewOrderOutput.Line::number));
        return placed.withLines(all);
    }

    @Override
    public PaymentOutput payment(JdbcSession session, PaymentInput input) throws SQLException {
        session.autoCommit(true);
        CustomerChoice customer = input.customer();
        PreparedStatement statement = session.prepare(sql.sql(
                customer.byLastName()
                        ? TransactionStatement.PAYMENT_BY_LAST_NAME
                        : TransactionStatement.PAYMENT_BY_NUMBER));
        BigDecimal amount = BigDecimal.valueOf(input.amountCents(), 2);
        Arguments arguments = new Arguments(dialect, statement)
                .add(amount)
                .add(amount)
                .add(input.district())
                .add(input.warehouse())
                .add(amount)
                .add(customer.warehouse())
                .add(customer.district());
        choose(customer, arguments)
                .add(amount)
                .add(input.warehouse())
                .add(input.district())
                .add(amount)
                .add(input.warehouse())
                .add(amount);
        try (Columns columns = Columns.of(statement)) {
            return Answers.payment(columns, input);
        }
    }

    @Override
    public OrderStatusOutput orderStatus(JdbcSession session, OrderStatusInput input) throws SQLException {
        session.autoCommit(true);
        CustomerChoice customer = input.customer();
        PreparedStatement statement = session.prepare(sql.sql(
                customer.byLastName()
                        ? TransactionStatement.ORDER_STATUS_BY_LAST_NAME
                        : TransactionStatement.ORDER_STATUS_BY_NUMBER));
        choose(
                customer,
                new Arguments(dialect, statement).add(customer.warehouse()).add(customer.district()));
        try (Columns columns = Columns.of(statement)) {
            return Answers.orderStatus(columns, input);
        }
    }

    /** C_ID, or C_W_ID, C_D_ID and C_LAST of the sub-query that looks for the middle namesake. */
    private static Arguments choose(CustomerChoice customer, Arguments arguments) throws SQLException {
        return customer.byLastName()
                ? arguments.add(customer.warehouse()).add(customer.district()).add(customer.lastName())
                : arguments.add(customer.number());
    }

    @Override
    public Map<Integer, Integer> delivery(JdbcSession session, DeliveryInput input) throws SQLException {
        session.autoCommit(true);
        PreparedStatement statement = session.prepare(sql.sql(TransactionStatement.DELIVERY));
        new Arguments(dialect, statement)
                .add(input.warehouse())
                .add(input.warehouse())
                .add(input.carrier())
                .add(input.warehouse())
                .add(input.warehouse())
                .add(input.warehouse());
        try (Columns columns = Columns.of(statement)) {
            return Answers.delivery(columns);
        }
    }

    @Override
    public int stockLevel(JdbcSession session, StockLevelInput input) throws SQLException {
        session.autoCommit(true);
        PreparedStatement statement = session.prepare(sql.sql(TransactionStatement.STOCK_LEVEL));
        new Arguments(dialect, statement)
                .add(input.threshold())
                .add(input.warehouse())
                .add(input.district());
        try (Columns columns = Columns.of(statement)) {
            return Answers.stockLevel(columns, input);
        }
    }
}
