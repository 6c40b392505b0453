package io.dbharness.tpcc.input;

import io.dbharness.tpcc.input.TransactionInput.CustomerChoice;
import io.dbharness.tpcc.input.TransactionInput.DeliveryInput;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderStatusInput;
import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import io.dbharness.tpcc.input.TransactionInput.PaymentInput;
import io.dbharness.tpcc.input.TransactionInput.StockLevelInput;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Draws the inputs of one terminal's transactions. Not thread-safe. */
public final class TerminalInputs {

    private static final int ROLLBACK_PERCENT = 1;
    private static final int REMOTE_LINE_PERCENT = 1;
    private static final int REMOTE_PAYMENT_PERCENT = 15;
    private static final int BY_LAST_NAME_PERCENT = 60;
    private static final int MAX_QUANTITY = 10;
    private static final int MIN_PAYMENT_CENTS = 100;
    private static final int MAX_PAYMENT_CENTS = 500_000;
    private static final int MIN_THRESHOLD = 10;
    private static final int MAX_THRESHOLD = 20;

    private final Terminal terminal;
    private final NonUniform lastNames;
    private final NonUniform customers;
    private final NonUniform items;
    private final RandomGenerator random;

    /** Creates the inputs of a terminal, drawn from its own random stream, for a data set of the given size. */
    public TerminalInputs(Terminal terminal, RunConstants constants, Cardinality rows, RandomGenerator random) {
        this.terminal = terminal;
        this.lastNames = NonUniform.lastName(constants.lastName(), rows);
        this.customers = NonUniform.customer(constants.customer(), rows);
        this.items = NonUniform.item(constants.item(), rows);
        this.random = random;
    }

    /** Draws the input of a New-Order (clause 2.4.1). */
    public NewOrderInput newOrder() {
        int home = home();
        int district = district();
        int customer = customers.draw(random);
        int count = Draw.between(random, Cardinality.MIN_ORDER_LINES, Cardinality.MAX_ORDER_LINES);
        boolean rollBack = Draw.percent(random, ROLLBACK_PERCENT);
        List<OrderedItem> lines = new ArrayList<>(count);
        for (int n = 1; n <= count; n++) {
            int item = rollBack && n == count ? OrderedItem.UNUSED : items.draw(random);
            int supplier = Draw.percent(random, REMOTE_LINE_PERCENT) ? terminal.otherThan(home, random) : home;
            lines.add(new OrderedItem(item, supplier, Draw.between(random, 1, MAX_QUANTITY)));
        }
        return new NewOrderInput(home, district, customer, lines);
    }

    /** Draws the input of a Payment (clause 2.5.1). */
    public PaymentInput payment() {
        int home = home();
        int district = district();
        boolean remote = Draw.percent(random, REMOTE_PAYMENT_PERCENT);
        CustomerChoice customer =
                remote ? customer(terminal.otherThan(home, random), district()) : customer(home, district);
        int cents = Draw.between(random, MIN_PAYMENT_CENTS, MAX_PAYMENT_CENTS);
        return new PaymentInput(home, district, customer, cents);
    }

    /** Draws the input of an Order-Status (clause 2.6.1). */
    public OrderStatusInput orderStatus() {
        return new OrderStatusInput(customer(home(), district()));
    }

    /** Draws the input of a Delivery (clause 2.7.1). */
    public DeliveryInput delivery() {
        return new DeliveryInput(home(), Draw.between(random, 1, Cardinality.CARRIERS));
    }

    /** Draws the input of a Stock-Level (clause 2.8.1). */
    public StockLevelInput stockLevel() {
        int threshold = Draw.between(random, MIN_THRESHOLD, MAX_THRESHOLD);
        return new StockLevelInput(home(), terminal.district(), threshold);
    }

    private CustomerChoice customer(int warehouse, int district) {
        boolean byLastName = Draw.percent(random, BY_LAST_NAME_PERCENT);
        int number = byLastName ? lastNames.draw(random) : customers.draw(random);
        return new CustomerChoice(warehouse, district, byLastName, number);
    }

    private int home() {
        return terminal.home(random);
    }

    private int district() {
        return Draw.between(random, 1, Cardinality.DISTRICTS_PER_WAREHOUSE);
    }
}
