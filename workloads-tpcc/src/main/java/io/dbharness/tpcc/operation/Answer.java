package io.dbharness.tpcc.operation;

import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput;
import io.dbharness.tpcc.operation.TransactionOutput.OrderStatusOutput;
import io.dbharness.tpcc.operation.TransactionOutput.PaymentOutput;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Reads the rows of a statement's answer in order, and their columns from left to right. The columns of a transaction's answer are the same
 * in all modes and on all products; {@code tpcc/compound} names them. Reading to the end waits for the end of the statement. Not
 * thread-safe.
 */
final class Answer implements AutoCloseable {

    /** The first column of a line in a row that also has the columns of the order. */
    private static final int NEW_ORDER_LINE = 8;

    private static final int ORDER_STATUS_LINE = 9;
    private static final int NO_MORE = -1;

    private final PreparedStatement statement;
    private ResultSet rows;
    private int at;

    private Answer(PreparedStatement statement, ResultSet rows) {
        this.statement = statement;
        this.rows = rows;
    }

    /** Executes a statement that contains a query; the same message may contain other statements before and after it. */
    static Answer to(PreparedStatement statement) throws SQLException {
        boolean found = statement.execute();
        while (!found && statement.getUpdateCount() != NO_MORE) {
            found = statement.getMoreResults();
        }
        return new Answer(
                statement, Objects.requireNonNull(statement.getResultSet(), "there is no query in the statement"));
    }

    /** Reads the order and its existing lines; the columns of the order are read only from the first row. */
    NewOrderOutput newOrder(Object input) throws SQLException {
        requireRow(TransactionType.NEW_ORDER, input);
        return new NewOrderOutput(integer(), time(), buyer(), decimal(), orderedLines(NEW_ORDER_LINE));
    }

    NewOrderOutput.Buyer buyer() throws SQLException {
        return new NewOrderOutput.Buyer(text(), text(), decimal(), decimal());
    }

    /**
     * Reads this row's line and those of the following rows, in the order of their numbers.
     *
     * @param column first column of a line, from 1
     */
    private List<NewOrderOutput.OrderedLine> orderedLines(int column) throws SQLException {
        List<NewOrderOutput.OrderedLine> lines = new ArrayList<>();
        do {
            at = column - 1;
            lines.add(orderedLine());
        } while (next());
        finish();
        lines.sort(Comparator.comparingInt(NewOrderOutput.OrderedLine::number));
        return lines;
    }

    NewOrderOutput.OrderedLine orderedLine() throws SQLException {
        return new NewOrderOutput.OrderedLine(integer(), text(), integer(), text(), decimal(), decimal());
    }

    PaymentOutput payment(Object input) throws SQLException {
        requireRow(TransactionType.PAYMENT, input);
        PaymentOutput output = new PaymentOutput(payer(), namedAddress(), namedAddress(), time());
        finish();
        return output;
    }

    PaymentOutput.Payer payer() throws SQLException {
        return new PaymentOutput.Payer(integer(), text(), text(), namedAddress(), text(), time(), account());
    }

    private PaymentOutput.Account account() throws SQLException {
        return new PaymentOutput.Account(text(), decimal(), decimal(), decimal(), text());
    }

    PaymentOutput.NamedAddress namedAddress() throws SQLException {
        return new PaymentOutput.NamedAddress(text(), text(), text(), text(), text(), text());
    }

    OrderStatusOutput orderStatus(Object input) throws SQLException {
        requireRow(TransactionType.ORDER_STATUS, input);
        return new OrderStatusOutput(integer(), debtor(), latestOrder(), statusLines(ORDER_STATUS_LINE));
    }

    OrderStatusOutput.Debtor debtor() throws SQLException {
        return new OrderStatusOutput.Debtor(text(), text(), text(), decimal());
    }

    OrderStatusOutput.LatestOrder latestOrder() throws SQLException {
        return new OrderStatusOutput.LatestOrder(integer(), time(), optionalInteger());
    }

    private List<OrderStatusOutput.StatusLine> statusLines(int column) throws SQLException {
        List<OrderStatusOutput.StatusLine> lines = new ArrayList<>();
        do {
            at = column - 1;
            lines.add(statusLine());
        } while (next());
        finish();
        return lines;
    }

    OrderStatusOutput.StatusLine statusLine() throws SQLException {
        return new OrderStatusOutput.StatusLine(integer(), integer(), integer(), decimal(), optionalTime());
    }

    Map<Integer, Integer> delivery() throws SQLException {
        Map<Integer, Integer> delivered = new TreeMap<>();
        while (next()) {
            delivered.put(integer(), integer());
        }
        finish();
        return Collections.unmodifiableMap(delivered);
    }

    int stockLevel(Object input) throws SQLException {
        requireRow(TransactionType.STOCK_LEVEL, input);
        int low = integer();
        finish();
        return low;
    }

    /** Moves to the first row; throws if there is none, after waiting for the end of the statement. */
    private void requireRow(TransactionType transaction, Object input) throws SQLException {
        if (!next()) {
            finish();
            throw transaction.foundNoRow(input);
        }
    }

    /** Moves to the next row and its first column. */
    boolean next() throws SQLException {
        at = 0;
        return rows.next();
    }

    /** Moves to the first row of the next query of the message. */
    boolean nextResult() throws SQLException {
        do {
            if (statement.getMoreResults()) {
                rows = statement.getResultSet();
                return next();
            }
        } while (statement.getUpdateCount() != NO_MORE);
        return false;
    }

    int integer() throws SQLException {
        return rows.getInt(++at);
    }

    OptionalInt optionalInteger() throws SQLException {
        int value = rows.getInt(++at);
        return rows.wasNull() ? OptionalInt.empty() : OptionalInt.of(value);
    }

    String text() throws SQLException {
        return rows.getString(++at);
    }

    BigDecimal decimal() throws SQLException {
        return rows.getBigDecimal(++at);
    }

    LocalDateTime time() throws SQLException {
        return rows.getObject(++at, LocalDateTime.class);
    }

    Optional<LocalDateTime> optionalTime() throws SQLException {
        return Optional.ofNullable(rows.getObject(++at, LocalDateTime.class));
    }

    /**
     * Waits until the server has executed the whole message: some drivers return from {@link PreparedStatement#execute} with the first
     * rows, and report later failures only when more results are read.
     */
    void finish() throws SQLException {
        while (statement.getMoreResults() || statement.getUpdateCount() != NO_MORE) {
            // Skips further results.
        }
    }

    @Override
    public void close() throws SQLException {
        rows.close();
    }
}
