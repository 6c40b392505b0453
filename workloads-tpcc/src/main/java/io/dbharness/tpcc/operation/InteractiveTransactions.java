package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.TransactionInput;
import io.dbharness.tpcc.input.TransactionInput.CustomerChoice;
import io.dbharness.tpcc.input.TransactionInput.DeliveryInput;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderStatusInput;
import io.dbharness.tpcc.input.TransactionInput.PaymentInput;
import io.dbharness.tpcc.input.TransactionInput.StockLevelInput;
import io.dbharness.tpcc.operation.Messages.Message;
import io.dbharness.tpcc.operation.Messages.Question;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput;
import io.dbharness.tpcc.operation.TransactionOutput.OrderStatusOutput;
import io.dbharness.tpcc.operation.TransactionOutput.OrderStatusOutput.Debtor;
import io.dbharness.tpcc.operation.TransactionOutput.OrderStatusOutput.LatestOrder;
import io.dbharness.tpcc.operation.TransactionOutput.OrderStatusOutput.StatusLine;
import io.dbharness.tpcc.operation.TransactionOutput.PaymentOutput;
import io.dbharness.tpcc.operation.TransactionOutput.PaymentOutput.NamedAddress;
import io.dbharness.tpcc.operation.TransactionOutput.PaymentOutput.Payer;
import io.dbharness.workload.Steps;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Executes the transactions as applications do: the statements of clauses 2.4 to 2.8 in the order of the specification, and a commit.
 * Values from answers pass through the client. Immutable.
 *
 * @param batched true if lists and batches carry the lines of an order and the districts of a delivery, and one message carries independent
 *                statements; false if each row has its own statements and messages
 * @param steps   times each message
 */
record InteractiveTransactions(Dialect dialect, SqlCatalog<InteractiveStatement> sql, boolean batched, Steps steps)
        implements TpccTransactions {

    InteractiveTransactions(Dialect dialect, boolean batched) {
        this(
                dialect,
                SqlCatalog.load(
                        InteractiveStatement.class,
                        InteractiveTransactions.class,
                        Mode.INTERACTIVE.folder(),
                        dialect.lineage()),
                batched,
                Steps.IGNORED);
    }

    @Override
    public List<String> stepNames() {
        return InteractiveStatement.STEPS;
    }

    @Override
    public TpccTransactions timed(Steps by) {
        return new InteractiveTransactions(dialect, sql, batched, by);
    }

    private Messages messages(JdbcSession session, TransactionType type, TransactionInput input) throws SQLException {
        session.autoCommit(false);
        return new Messages(session, dialect, sql, batched, steps, type, input);
    }

    @Override
    public Optional<NewOrderOutput> newOrder(JdbcSession session, NewOrderInput input) throws SQLException {
        Messages messages = messages(session, TransactionType.NEW_ORDER, input);
        return new InteractiveOrder(messages, input, batched).place();
    }

    @Override
    public PaymentOutput payment(JdbcSession session, PaymentInput input) throws SQLException {
        Messages messages = messages(session, TransactionType.PAYMENT, input);
        int warehouse = input.warehouse();
        int district = input.district();
        CustomerChoice payer = input.customer();
        BigDecimal amount = BigDecimal.valueOf(input.amountCents(), 2);
        Places places = messages.both(
                InteractiveStatement.PAYMENT_PLACES,
                new Question<>(InteractiveStatement.PAYMENT_WAREHOUSE, Answer::namedAddress, amount, warehouse),
                new Question<>(
                        InteractiveStatement.PAYMENT_DISTRICT, Answer::namedAddress, amount, warehouse, district),
                Places::new);
        int number = number(messages, payer);
        Paid paid = messages.both(
                InteractiveStatement.PAYMENT_RECORD,
                new Question<>(
                        InteractiveStatement.PAYMENT_CUSTOMER,
                        Answer::payer,
                        amount,
                        amount,
                        district,
                        warehouse,
                        amount,
                        payer.warehouse(),
                        payer.district(),
                        number),
                new Question<>(
                        InteractiveStatement.PAYMENT_HISTORY,
                        Answer::time,
                        number,
                        payer.district(),
                        payer.warehouse(),
                        district,
                        warehouse,
                        amount,
                        places.historyData()),
                Paid::new);
        messages.commit();
        return new PaymentOutput(paid.by(), places.district(), places.warehouse(), paid.at());
    }

    /** The warehouse and district of a payment. */
    private record Places(NamedAddress warehouse, NamedAddress district) {

        /** Returns H_DATA (clause 2.5.2.2). */
        String historyData() {
            return warehouse.name() + "    " + district.name();
        }
    }

    /** The paying customer, and H_DATE. */
    private record Paid(Payer by, LocalDateTime at) {}

    /**
     * Returns C_ID: the given one, or that of the customer at position n / 2, rounded up, among those that share the last name (clause
     * 2.5.2.2).
     */
    private static int number(Messages messages, CustomerChoice choice) throws SQLException {
        if (!choice.byLastName()) {
            return choice.number();
        }
        List<Integer> namesakes = messages.to(InteractiveStatement.NAMESAKES)
                .add(choice.warehouse(), choice.district(), choice.lastName())
                .rows(Answer::integer);
        if (namesakes.isEmpty()) {
            throw messages.damaged();
        }
        return namesakes.get((namesakes.size() + 1) / 2 - 1);
    }

    @Override
    public OrderStatusOutput orderStatus(JdbcSession session, OrderStatusInput input) throws SQLException {
        Messages messages = messages(session, TransactionType.ORDER_STATUS, input);
        CustomerChoice choice = input.customer();
        int number = number(messages, choice);
        Debtor customer = messages.to(InteractiveStatement.ORDER_STATUS_CUSTOMER)
                .add(choice.warehouse(), choice.district(), number)
                .row(Answer::debtor);
        LatestOrder order = messages.to(InteractiveStatement.ORDER_STATUS_ORDER)
                .add(choice.warehouse(), choice.district(), number)
                .row(Answer::latestOrder);
        List<StatusLine> lines = messages.to(InteractiveStatement.ORDER_STATUS_LINES)
                .add(choice.warehouse(), choice.district(), order.id())
                .rows(Answer::statusLine);
        messages.commit();
        if (lines.isEmpty()) {
            throw messages.damaged();
        }
        return new OrderStatusOutput(number, customer, order, lines);
    }

    @Override
    public Map<Integer, Integer> delivery(JdbcSession session, DeliveryInput input) throws SQLException {
        Messages messages = messages(session, TransactionType.DELIVERY, input);
        int part = batched ? Cardinality.DISTRICTS_PER_WAREHOUSE : 1;
        Map<Integer, Integer> delivered = new TreeMap<>();
        for (int first = 1; first <= Cardinality.DISTRICTS_PER_WAREHOUSE; first += part) {
            int[] districts = IntStream.range(first, first + part).toArray();
            deliver(messages, input, districts).forEach(order -> delivered.put(order.district(), order.number()));
        }
        messages.commit();
        return Collections.unmodifiableMap(delivered);
    }

    /** Delivers the oldest undelivered orders of districts. */
    private static List<Order> deliver(Messages messages, DeliveryInput input, int[] districts) throws SQLException {
        List<Order> orders = take(messages, input, districts);
        if (orders.isEmpty()) {
            return orders;
        }
        int warehouse = input.warehouse();
        int[] from = orders.stream().mapToInt(Order::district).toArray();
        int[] numbers = orders.stream().mapToInt(Order::number).toArray();
        List<Owed> owed = messages.to(InteractiveStatement.DELIVERY_AMOUNTS)
                .add(from, numbers, warehouse, warehouse)
                .rows(row -> new Owed(row.integer(), row.integer(), row.decimal()));
        if (owed.size() != orders.size()) {
            throw messages.damaged();
        }
        Message shipped = messages.to(InteractiveStatement.DELIVERY_ORDERS);
        Message lines = messages.to(InteractiveStatement.DELIVERY_LINES);
        for (Order order : orders) {
            shipped.batch(input.carrier(), warehouse, order.district(), order.number());
            lines.batch(warehouse, order.district(), order.number());
        }
        Message customers = messages.to(InteractiveStatement.DELIVERY_CUSTOMERS);
        for (Owed order : owed) {
            customers.batch(order.amount(), warehouse, order.district(), order.customer());
        }
        shipped.sendEach();
        lines.sendEach();
        customers.sendEach();
        return orders;
    }

    /** O_D_ID and O_ID. */
    private record Order(int district, int number) {}

    /** O_D_ID, O_C_ID and the sum of OL_AMOUNT of an order. */
    private record Owed(int district, int customer, BigDecimal amount) {}

    /** Removes the oldest orders from the queue; returns those that no other delivery has removed meanwhile. */
    private static List<Order> take(Messages messages, DeliveryInput input, int[] districts) throws SQLException {
        List<Order> oldest = messages.to(InteractiveStatement.DELIVERY_OLDEST)
                .add(districts, input.warehouse())
                .rows(row -> new Order(row.integer(), row.integer()));
        if (oldest.isEmpty()) {
            return oldest;
        }
        Message take = messages.to(InteractiveStatement.DELIVERY_TAKE);
        for (Order order : oldest) {
            take.batch(input.warehouse(), order.district(), order.number());
        }
        int[] taken = take.sendBatch();
        if (Arrays.stream(taken).anyMatch(changed -> changed < 0)) {
            throw messages.damaged();
        }
        return IntStream.range(0, taken.length)
                .filter(i -> taken[i] != 0)
                .mapToObj(oldest::get)
                .toList();
    }

    @Override
    public int stockLevel(JdbcSession session, StockLevelInput input) throws SQLException {
        Messages messages = messages(session, TransactionType.STOCK_LEVEL, input);
        int warehouse = input.warehouse();
        int district = input.district();
        int next = messages.to(InteractiveStatement.STOCK_LEVEL_DISTRICT)
                .add(warehouse, district)
                .row(Answer::integer);
        int low = messages.to(InteractiveStatement.STOCK_LEVEL_COUNT)
                .add(next, warehouse, district, warehouse, input.threshold())
                .row(Answer::integer);
        messages.commit();
        return low;
    }
}
