package io.dbharness.tpcc.operation;

import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import io.dbharness.tpcc.operation.Messages.Message;
import io.dbharness.tpcc.operation.Messages.Question;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput.Buyer;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput.OrderedLine;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Executes a New-Order statement by statement (clause 2.4.2.2). Not thread-safe.
 *
 * @param messages messages of its transaction
 * @param input    input of the transaction
 * @param batched  true if lines are sent in lists and batches, and independent statements in one message
 */
record InteractiveOrder(Messages messages, NewOrderInput input, boolean batched) {

    private static final String ORIGINAL = "ORIGINAL";
    private static final int LEAST_LEFT = 10;
    private static final int REPLENISHMENT = 91;

    /** Places the order; returns empty if it was rolled back as specified, after all other lines were processed (clause 2.4.2.3). */
    Optional<NewOrderOutput> place() throws SQLException {
        Start start = start();
        Counter counter = start.counter();
        LocalDateTime entered = enter(counter.order());
        List<OrderedLine> lines = new ArrayList<>();
        int size = input.items().size();
        int part = batched ? size : 1;
        for (int from = 0; from < size; from += part) {
            lines.addAll(take(counter.order(), from, Math.min(from + part, size)));
        }
        if (lines.size() == size) {
            messages.commit();
        } else {
            messages.rollback();
        }
        NewOrderOutput output =
                new NewOrderOutput(counter.order(), entered, start.buyer(), counter.districtTax(), lines);
        return MissingLine.judged(output, input);
    }

    /** Reads the customer and takes the next order number. */
    private Start start() throws SQLException {
        return messages.both(
                InteractiveStatement.NEW_ORDER_START,
                new Question<>(
                        InteractiveStatement.NEW_ORDER_CUSTOMER,
                        Answer::buyer,
                        input.warehouse(),
                        input.district(),
                        input.customer()),
                new Question<>(
                        InteractiveStatement.NEW_ORDER_NUMBER, Counter::read, input.warehouse(), input.district()),
                Start::new);
    }

    private record Start(Buyer buyer, Counter counter) {}

    /** O_ID and D_TAX. */
    private record Counter(int order, BigDecimal districtTax) {

        static Counter read(Answer row) throws SQLException {
            return new Counter(row.integer(), row.decimal());
        }
    }

    /** Writes the order without its lines; returns O_ENTRY_D. */
    private LocalDateTime enter(int order) throws SQLException {
        int lines = input.items().size();
        int local = input.allLocal() ? 1 : 0;
        Message entry = messages.to(
                        batched ? InteractiveStatement.NEW_ORDER_ENTRY : InteractiveStatement.NEW_ORDER_ORDER)
                .add(order, input.district(), input.warehouse(), input.customer(), lines, local);
        Message queue = batched ? entry : messages.to(InteractiveStatement.NEW_ORDER_QUEUE);
        queue.add(order, input.district(), input.warehouse());
        LocalDateTime entered = entry.row(Answer::time);
        if (!batched) {
            queue.send();
        }
        return entered;
    }

    /** Takes lines from stock and writes those with existing items. */
    private List<OrderedLine> take(int order, int from, int to) throws SQLException {
        Map<Integer, Item> items = items(input.items().subList(from, to));
        List<OrderedItem> found = input.items().subList(from, to).stream()
                .filter(line -> items.containsKey(line.item()))
                .toList();
        if (found.isEmpty()) {
            return List.of();
        }
        int warehouse = input.warehouse();
        int district = input.district();
        Map<StockKey, Stock> stock = stock(found);
        Message update = messages.to(InteractiveStatement.NEW_ORDER_STOCK_UPDATE);
        Message insert = messages.to(InteractiveStatement.NEW_ORDER_LINES);
        List<OrderedLine> taken = new ArrayList<>();
        for (int i = from; i < to; i++) {
            OrderedItem line = input.items().get(i);
            Item item = items.get(line.item());
            if (item == null) {
                continue;
            }
            Stock left = stock.computeIfPresent(StockKey.of(line), (key, row) -> row.less(line.quantity()));
            if (left == null) {
                throw messages.damaged();
            }
            OrderedLine written = item.line(i + 1, line, left);
            int supplier = line.supplyWarehouse();
            int quantity = line.quantity();
            int remote = supplier == warehouse ? 0 : 1;
            BigDecimal amount = written.amount();
            update.batch(written.quantity(), quantity, remote, supplier, line.item());
            insert.batch(order, district, warehouse, i + 1, line.item(), supplier, quantity, amount, left.district());
            taken.add(written);
        }
        update.sendEach();
        insert.sendEach();
        return taken;
    }

    /** Reads the existing items, by number. */
    private Map<Integer, Item> items(List<OrderedItem> lines) throws SQLException {
        Map<Integer, Item> items = new HashMap<>();
        messages.to(InteractiveStatement.NEW_ORDER_ITEMS)
                .add(lines.stream().mapToInt(OrderedItem::item).distinct().toArray())
                .rows(row -> items.put(row.integer(), new Item(row.text(), row.decimal(), row.text())));
        return items;
    }

    private Map<StockKey, Stock> stock(List<OrderedItem> lines) throws SQLException {
        List<StockKey> keys = lines.stream().map(StockKey::of).distinct().toList();
        Map<StockKey, Stock> stock = new HashMap<>();
        messages.to(InteractiveStatement.NEW_ORDER_STOCK)
                .add(
                        input.district(),
                        keys.stream().mapToInt(StockKey::warehouse).toArray(),
                        keys.stream().mapToInt(StockKey::item).toArray())
                .rows(row -> stock.put(
                        new StockKey(row.integer(), row.integer()), new Stock(row.integer(), row.text(), row.text())));
        return stock;
    }

    /** I_NAME, I_PRICE and I_DATA. */
    private record Item(String name, BigDecimal price, String data) {

        OrderedLine line(int number, OrderedItem ordered, Stock left) {
            boolean brand = data.contains(ORIGINAL) && left.data().contains(ORIGINAL);
            BigDecimal amount = price.multiply(BigDecimal.valueOf(ordered.quantity()));
            return new OrderedLine(number, name, left.quantity(), brand ? "B" : "G", price, amount);
        }
    }

    /** S_W_ID and S_I_ID. */
    private record StockKey(int warehouse, int item) {

        static StockKey of(OrderedItem line) {
            return new StockKey(line.supplyWarehouse(), line.item());
        }
    }

    /** S_QUANTITY, S_DATA, and S_DIST_xx of the order's district. */
    private record Stock(int quantity, String data, String district) {

        /** Returns the stock after an order: at least ten are left, or 91 are added (clause 2.4.2.2). */
        Stock less(int ordered) {
            int left = quantity - ordered;
            return new Stock(left >= LEAST_LEFT ? left : left + REPLENISHMENT, data, district);
        }
    }
}
