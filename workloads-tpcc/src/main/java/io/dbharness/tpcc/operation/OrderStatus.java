package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.tpcc.input.CustomerChoice;
import io.dbharness.tpcc.input.OrderStatusInput;
import io.dbharness.workload.Invocation;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The Order-Status transaction (clause 2.6). A single query, so customer, order and lines are of one moment at any isolation level.
 *
 * @param sql   the statements as the target's dialect has them
 * @param input what was typed
 */
public record OrderStatus(SqlCatalog<TransactionStatement> sql, OrderStatusInput input)
        implements Invocation<JdbcSession> {

    /** Where the columns of a line start in the row that also has the order's. */
    private static final int FIRST_LINE_COLUMN = 9;

    @Override
    public Operation operation() {
        return TransactionType.ORDER_STATUS.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        perform(session);
        return Outcome.COMPLETED;
    }

    /** One attempt. */
    public OrderStatusOutput perform(JdbcSession session) throws SQLException {
        CustomerChoice customer = input.customer();
        PreparedStatement statement = session.prepare(sql.sql(
                customer.byLastName()
                        ? TransactionStatement.ORDER_STATUS_BY_LAST_NAME
                        : TransactionStatement.ORDER_STATUS_BY_NUMBER));
        Arguments arguments = Arguments.of(statement).add(customer.warehouse()).add(customer.district());
        CustomerArguments.add(customer, arguments);
        try (ResultSet rows = Columns.query(statement)) {
            Columns columns = new Columns(rows);
            if (!columns.next()) {
                throw new DamagedDataException(TransactionType.ORDER_STATUS, input);
            }
            return new OrderStatusOutput(
                    columns.integer(),
                    columns.text(),
                    columns.text(),
                    columns.text(),
                    columns.decimal(),
                    columns.integer(),
                    columns.time(),
                    columns.optionalInteger(),
                    readLines(columns));
        }
    }

    /** Reads this row's line and those of the following rows. */
    private static List<OrderStatusOutput.Line> readLines(Columns columns) throws SQLException {
        List<OrderStatusOutput.Line> lines = new ArrayList<>();
        do {
            columns.from(FIRST_LINE_COLUMN);
            lines.add(new OrderStatusOutput.Line(
                    columns.integer(),
                    columns.integer(),
                    columns.integer(),
                    columns.decimal(),
                    columns.optionalTime()));
        } while (columns.next());
        return lines;
    }
}
