package io.dbharness.tpcc.operation;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads what the transactions answer. The columns are the same in all modes and on all products; {@code tpcc/sql} names them. What is read
 * to the end is waited for to the end. Stateless.
 */
final class Answers {

    /** Where the columns of a line start in a row that also has those of the order. */
    private static final int NEW_ORDER_LINE = 8;

    private static final int ORDER_STATUS_LINE = 9;

    private Answers() {}

    /** The order and those of its lines that are there; none of the order's columns is read but in the first row. */
    static NewOrderOutput newOrder(Columns columns, Object input) throws SQLException {
        requireRow(columns, TransactionType.NEW_ORDER, input);
        return new NewOrderOutput(
                columns.integer(),
                columns.time(),
                columns.text(),
                columns.text(),
                columns.decimal(),
                columns.decimal(),
                columns.decimal(),
                orderedLines(columns));
    }

    /** Reads this row's line and those of the following rows. */
    private static List<NewOrderOutput.Line> orderedLines(Columns columns) throws SQLException {
        List<NewOrderOutput.Line> lines = new ArrayList<>();
        do {
            lines.add(orderedLine(columns.from(NEW_ORDER_LINE)));
        } while (columns.next());
        columns.finish();
        lines.sort(Comparator.comparingInt(NewOrderOutput.Line::number));
        return lines;
    }

    static NewOrderOutput.Line orderedLine(Columns columns) throws SQLException {
        return new NewOrderOutput.Line(
                columns.integer(),
                columns.text(),
                columns.integer(),
                columns.text(),
                columns.decimal(),
                columns.decimal());
    }

    static PaymentOutput payment(Columns columns, Object input) throws SQLException {
        requireRow(columns, TransactionType.PAYMENT, input);
        PaymentOutput output = new PaymentOutput(payer(columns), place(columns), place(columns), columns.time());
        columns.finish();
        return output;
    }

    private static PaymentOutput.Payer payer(Columns columns) throws SQLException {
        return new PaymentOutput.Payer(
                columns.integer(),
                columns.text(),
                columns.text(),
                place(columns),
                columns.text(),
                columns.time(),
                columns.text(),
                columns.decimal(),
                columns.decimal(),
                columns.decimal(),
                columns.text());
    }

    private static PaymentOutput.Place place(Columns columns) throws SQLException {
        return new PaymentOutput.Place(
                columns.text(), columns.text(), columns.text(), columns.text(), columns.text(), columns.text());
    }

    static OrderStatusOutput orderStatus(Columns columns, Object input) throws SQLException {
        requireRow(columns, TransactionType.ORDER_STATUS, input);
        return new OrderStatusOutput(
                columns.integer(),
                columns.text(),
                columns.text(),
                columns.text(),
                columns.decimal(),
                columns.integer(),
                columns.time(),
                columns.optionalInteger(),
                statusLines(columns));
    }

    private static List<OrderStatusOutput.Line> statusLines(Columns columns) throws SQLException {
        List<OrderStatusOutput.Line> lines = new ArrayList<>();
        do {
            columns.from(ORDER_STATUS_LINE);
            lines.add(new OrderStatusOutput.Line(
                    columns.integer(),
                    columns.integer(),
                    columns.integer(),
                    columns.decimal(),
                    columns.optionalTime()));
        } while (columns.next());
        columns.finish();
        return lines;
    }

    static Map<Integer, Integer> delivery(Columns columns) throws SQLException {
        Map<Integer, Integer> delivered = new TreeMap<>();
        while (columns.next()) {
            delivered.put(columns.integer(), columns.integer());
        }
        columns.finish();
        return Collections.unmodifiableMap(delivered);
    }

    static int stockLevel(Columns columns, Object input) throws SQLException {
        requireRow(columns, TransactionType.STOCK_LEVEL, input);
        int low = columns.integer();
        columns.finish();
        return low;
    }

    /** Without a row something is missing; but first the server shall have ended what it was asked for. */
    private static void requireRow(Columns columns, TransactionType transaction, Object input) throws SQLException {
        if (!columns.next()) {
            columns.finish();
            throw new DamagedDataException(transaction, input);
        }
    }
}
