package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.tpcc.input.NewOrderInput;
import io.dbharness.workload.Invocation;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The New-Order transaction (clause 2.4): one statement does all of it, then the client commits, or rolls back when the database found an
 * item less than it was asked for.
 *
 * @param sql   the statements as the target's dialect has them
 * @param input what was typed
 */
public record NewOrder(SqlCatalog<TransactionStatement> sql, NewOrderInput input) implements Invocation<JdbcSession> {

    /** Where the columns of a line start in the row that also has the order's. */
    private static final int FIRST_LINE_COLUMN = 8;

    @Override
    public Operation operation() {
        return TransactionType.NEW_ORDER.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        return perform(session).lines().size() == input.items().size()
                ? Outcome.COMPLETED
                : Outcome.ROLLED_BACK_AS_SPECIFIED;
    }

    /** One attempt. The output has a line less than the input when the order was rolled back as specified. */
    public NewOrderOutput perform(JdbcSession session) throws SQLException {
        List<OrderLines> passes = OrderLines.of(input.items());
        NewOrderOutput output = place(session, passes.get(0));
        if (passes.size() > 1) {
            output = repeat(session, output, passes.subList(1, passes.size()));
        }
        int missing = input.items().size() - output.lines().size();
        if (missing == 0) {
            session.commit();
        } else {
            session.rollback();
            if (missing > 1 || !input.mustRollBack()) {
                throw new DamagedDataException(TransactionType.NEW_ORDER, input);
            }
        }
        return output;
    }

    private NewOrderOutput place(JdbcSession session, OrderLines lines) throws SQLException {
        PreparedStatement statement = session.prepare(sql.sql(TransactionStatement.NEW_ORDER));
        Arguments arguments = Arguments.of(statement)
                .add(input.warehouse())
                .add(input.district())
                .add(input.customer())
                .add(input.items().size())
                .add(input.allLocal() ? 1 : 0);
        addLines(arguments, lines);
        try (ResultSet rows = statement.executeQuery()) {
            Columns columns = new Columns(rows);
            if (!columns.next()) {
                throw new DamagedDataException(TransactionType.NEW_ORDER, input);
            }
            return new NewOrderOutput(
                    columns.integer(),
                    columns.time(),
                    columns.text(),
                    columns.text(),
                    columns.decimal(),
                    columns.decimal(),
                    columns.decimal(),
                    readLines(columns));
        }
    }

    /** Reads this row's line and those of the following rows. */
    private static List<NewOrderOutput.Line> readLines(Columns columns) throws SQLException {
        List<NewOrderOutput.Line> lines = new ArrayList<>();
        do {
            lines.add(readLine(columns.from(FIRST_LINE_COLUMN)));
        } while (columns.next());
        lines.sort(Comparator.comparingInt(NewOrderOutput.Line::number));
        return lines;
    }

    private static NewOrderOutput.Line readLine(Columns columns) throws SQLException {
        return new NewOrderOutput.Line(
                columns.integer(),
                columns.text(),
                columns.integer(),
                columns.text(),
                columns.decimal(),
                columns.decimal());
    }

    /** The lines for stock rows that the order has taken from already, one pass for each further time. */
    private NewOrderOutput repeat(JdbcSession session, NewOrderOutput placed, List<OrderLines> passes)
            throws SQLException {
        List<NewOrderOutput.Line> lines = new ArrayList<>(placed.lines());
        PreparedStatement statement = session.prepare(sql.sql(TransactionStatement.NEW_ORDER_REPEATED_ITEMS));
        for (OrderLines pass : passes) {
            Arguments arguments = Arguments.of(statement)
                    .add(placed.orderId())
                    .add(input.district())
                    .add(input.warehouse());
            addLines(arguments, pass);
            try (ResultSet rows = statement.executeQuery()) {
                Columns columns = new Columns(rows);
                while (columns.next()) {
                    lines.add(readLine(columns));
                }
            }
        }
        lines.sort(Comparator.comparingInt(NewOrderOutput.Line::number));
        return placed.withLines(lines);
    }

    private static void addLines(Arguments arguments, OrderLines lines) throws SQLException {
        arguments.add(lines.numbers).add(lines.items).add(lines.suppliers).add(lines.quantities);
    }
}
