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
import io.dbharness.tpcc.operation.TpccTransactions.TransactionStatement;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput;
import io.dbharness.tpcc.operation.TransactionOutput.OrderStatusOutput;
import io.dbharness.tpcc.operation.TransactionOutput.PaymentOutput;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Executes each transaction as one statement. The server commits at its end, so there is one message each way; only a New-Order that
 * repeats a stock row needs more. Immutable.
 */
final class CompoundTransactions implements TpccTransactions {

    private final Dialect dialect;
    private final SqlCatalog<TransactionStatement> sql;
    /** The failure of an order without O_OL_CNT, on products where null fails the statement. */
    private final MissingLine missingLine = new MissingLine("23502");

    CompoundTransactions(Dialect dialect) {
        this.dialect = dialect;
        this.sql = SqlCatalog.load(
                TransactionStatement.class, CompoundTransactions.class, Mode.COMPOUND.folder(), dialect.lineage());
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
            return MissingLine.judged(output, input);
        } catch (SQLException e) {
            Optional<NewOrderOutput> none = missingLine.judge(e, input);
            if (repeats) {
                session.rollback();
            }
            return none;
        }
    }

    private NewOrderOutput place(JdbcSession session, NewOrderInput input, OrderLines lines) throws SQLException {
        StatementArguments arguments = new StatementArguments(
                        dialect, session.prepare(sql.sql(TransactionStatement.NEW_ORDER)))
                .add(
                        input.warehouse(),
                        input.district(),
                        input.customer(),
                        lines,
                        lines.size(),
                        input.items().size(),
                        lines.allFrom(input.warehouse()) ? 1 : 0);
        try (Answer answer = arguments.send()) {
            return answer.newOrder(input);
        }
    }

    /** Executes the lines that repeat a stock row of the order, one by one. */
    private NewOrderOutput repeat(JdbcSession session, NewOrderInput input, NewOrderOutput placed, OrderLines lines)
            throws SQLException {
        List<NewOrderOutput.OrderedLine> all = new ArrayList<>(placed.lines());
        PreparedStatement statement = session.prepare(sql.sql(TransactionStatement.NEW_ORDER_REPEATED_ITEMS));
        for (int i = lines.firsts; i < lines.size(); i++) {
            try (Answer answer = new StatementArguments(dialect, statement)
                    .add(placed.orderId(), input.district(), input.warehouse(), lines.only(i))
                    .send()) {
                while (answer.next()) {
                    all.add(answer.orderedLine());
                }
                answer.finish();
            }
        }
        all.sort(Comparator.comparingInt(NewOrderOutput.OrderedLine::number));
        return placed.withLines(all);
    }

    @Override
    public PaymentOutput payment(JdbcSession session, PaymentInput input) throws SQLException {
        CustomerChoice customer = input.customer();
        TransactionStatement statement = customer.byLastName()
                ? TransactionStatement.PAYMENT_BY_LAST_NAME
                : TransactionStatement.PAYMENT_BY_NUMBER;
        BigDecimal amount = BigDecimal.valueOf(input.amountCents(), 2);
        StatementArguments arguments = transaction(session, statement)
                .add(
                        amount,
                        amount,
                        input.district(),
                        input.warehouse(),
                        amount,
                        customer.warehouse(),
                        customer.district());
        choose(customer, arguments).add(amount, input.warehouse(), input.district(), amount, input.warehouse(), amount);
        try (Answer answer = arguments.send()) {
            return answer.payment(input);
        }
    }

    @Override
    public OrderStatusOutput orderStatus(JdbcSession session, OrderStatusInput input) throws SQLException {
        CustomerChoice customer = input.customer();
        TransactionStatement statement = customer.byLastName()
                ? TransactionStatement.ORDER_STATUS_BY_LAST_NAME
                : TransactionStatement.ORDER_STATUS_BY_NUMBER;
        StatementArguments arguments = transaction(session, statement).add(customer.warehouse(), customer.district());
        try (Answer answer = choose(customer, arguments).send()) {
            return answer.orderStatus(input);
        }
    }

    /** Prepares a statement that is a transaction by itself. */
    private StatementArguments transaction(JdbcSession session, TransactionStatement statement) throws SQLException {
        session.autoCommit(true);
        return new StatementArguments(dialect, session.prepare(sql.sql(statement)));
    }

    /** Sets C_ID, or C_W_ID, C_D_ID and C_LAST of the subquery that selects the middle customer of a last name. */
    private static StatementArguments choose(CustomerChoice customer, StatementArguments arguments)
            throws SQLException {
        return customer.byLastName()
                ? arguments.add(customer.warehouse(), customer.district(), customer.lastName())
                : arguments.add(customer.number());
    }

    @Override
    public Map<Integer, Integer> delivery(JdbcSession session, DeliveryInput input) throws SQLException {
        try (Answer answer = transaction(session, TransactionStatement.DELIVERY)
                .add(
                        input.warehouse(),
                        input.warehouse(),
                        input.carrier(),
                        input.warehouse(),
                        input.warehouse(),
                        input.warehouse())
                .send()) {
            return answer.delivery();
        }
    }

    @Override
    public int stockLevel(JdbcSession session, StockLevelInput input) throws SQLException {
        try (Answer answer = transaction(session, TransactionStatement.STOCK_LEVEL)
                .add(input.threshold(), input.warehouse(), input.district())
                .send()) {
            return answer.stockLevel(input);
        }
    }
}
