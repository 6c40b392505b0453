package io.dbharness.tpcc.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.tpcc.TpccTestDatabase;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("server")
@ParameterizedClass
@EnumSource(Mode.class)
@ExtendWith(TpccTestDatabase.Given.class)
class NewOrderTransactionTest {

    private static final String NEXT = "SELECT d_next_o_id FROM district WHERE d_w_id = 1 AND d_id = 3";
    private static final String STOCK =
            "SELECT s_quantity, s_ytd, s_order_cnt, s_remote_cnt FROM stock" + " WHERE s_w_id = ? AND s_i_id = ?";

    private final Shop shop;

    NewOrderTransactionTest(Mode mode, TpccTestDatabase database) {
        shop = new Shop(database, mode);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void writesTheOrderAndItsLines() throws Exception {
        int next = shop.number(NEXT);
        NewOrderInput input = order(41, local(11, 3), local(12, 10), local(13, 1), local(14, 2), local(15, 9));

        NewOrderOutput output =
                shop.transactions().newOrder(shop.session(), input).orElseThrow();

        assertThat(output.orderId()).isEqualTo(next);
        assertThat(shop.number(NEXT)).isEqualTo(next + 1);
        assertThat(shop.rows(
                        "SELECT o_c_id, o_carrier_id, o_ol_cnt, o_all_local, o_entry_d FROM orders"
                                + " WHERE o_w_id = 1 AND o_d_id = 3 AND o_id = ?",
                        next))
                .singleElement()
                .satisfies(order -> assertThat(order)
                        .containsEntry("o_c_id", 41)
                        .containsEntry("o_carrier_id", null)
                        .containsEntry("o_ol_cnt", 5)
                        .containsEntry("o_all_local", 1));
        assertThat(shop.number(
                        "SELECT count(*) FROM new_order WHERE no_w_id = 1 AND no_d_id = 3 AND no_o_id = ?", next))
                .isOne();
        // Every column of every line against item, stock and input; 5 lines hold.
        assertThat(shop.number(
                        "SELECT count(*) FROM order_line JOIN item ON i_id = ol_i_id"
                                + " JOIN stock ON s_w_id = ol_supply_w_id AND s_i_id = ol_i_id"
                                + " WHERE ol_w_id = 1 AND ol_d_id = 3 AND ol_o_id = ? AND ol_supply_w_id = 1"
                                + " AND ol_i_id = 10 + ol_number AND ol_delivery_d IS NULL AND ol_dist_info = s_dist_03"
                                + " AND ol_quantity = (ARRAY[3, 10, 1, 2, 9])[ol_number]"
                                + " AND ol_amount = ol_quantity * i_price",
                        next))
                .isEqualTo(5);
    }

    @Test
    void returnsWhatTheTerminalShows() throws Exception {
        shop.change("UPDATE item SET i_data = 'xxORIGINALxxxxxxxxxxxxxxxxxx' WHERE i_id IN (21, 22)");
        shop.change("UPDATE stock SET s_data = 'ORIGINALxxxxxxxxxxxxxxxxxxxx' WHERE s_w_id = 1 AND s_i_id = 21");
        shop.change("UPDATE stock SET s_data = 'xxxxxxxxxxxxxxxxxxxxxxxxxxxx' WHERE s_w_id = 1 AND s_i_id = 22");
        shop.change("UPDATE stock SET s_quantity = 50 WHERE s_w_id = 1 AND s_i_id = 21");
        NewOrderInput input = order(42, local(22, 4), local(21, 7), local(23, 1), local(24, 1), local(25, 1));

        NewOrderOutput output =
                shop.transactions().newOrder(shop.session(), input).orElseThrow();

        Map<String, Object> customer = shop.rows(
                        "SELECT c_last, c_credit, c_discount, w_tax, d_tax FROM customer JOIN warehouse ON w_id = c_w_id"
                                + " JOIN district ON d_w_id = c_w_id AND d_id = c_d_id"
                                + " WHERE c_w_id = 1 AND c_d_id = 3 AND c_id = 42")
                .get(0);
        assertThat(output.buyer().lastName()).isEqualTo(customer.get("c_last"));
        assertThat(output.buyer().credit()).isEqualTo(customer.get("c_credit"));
        assertThat(output.buyer().discount()).isEqualTo(customer.get("c_discount"));
        assertThat(output.buyer().warehouseTax()).isEqualTo(customer.get("w_tax"));
        assertThat(output.districtTax()).isEqualTo(customer.get("d_tax"));
        assertThat(output.lines())
                .extracting(NewOrderOutput.OrderedLine::number)
                .containsExactly(1, 2, 3, 4, 5);
        BigDecimal price = new BigDecimal(shop.ask("SELECT i_price FROM item WHERE i_id = 21"));
        assertThat(output.lines().get(1))
                .isEqualTo(new NewOrderOutput.OrderedLine(
                        2,
                        shop.ask("SELECT i_name FROM item WHERE i_id = 21"),
                        43,
                        "B",
                        price,
                        price.multiply(BigDecimal.valueOf(7))));
        assertThat(output.lines().get(0).brand()).isEqualTo("G");
        String total = shop.ask(
                "SELECT sum(ol_amount) * (1 - ?) * (1 + ? + ?) FROM order_line"
                        + " WHERE ol_w_id = 1 AND ol_d_id = 3 AND ol_o_id = ?",
                output.buyer().discount(),
                output.buyer().warehouseTax(),
                output.districtTax(),
                output.orderId());
        assertThat(output.totalAmount()).isEqualByComparingTo(total);
    }

    /** At 10 above the quantity ordered stock is simply taken; below that 91 come in. */
    @Test
    void stockIsRefilledWhenLessThanTenWouldBeLeft() throws Exception {
        shop.change("UPDATE stock SET s_quantity = 17 WHERE s_w_id = 1 AND s_i_id = 31");
        shop.change("UPDATE stock SET s_quantity = 16 WHERE s_w_id = 1 AND s_i_id = 32");
        shop.change("UPDATE stock SET s_quantity = 10 WHERE s_w_id = 1 AND s_i_id = 33");

        shop.transactions()
                .newOrder(
                        shop.session(),
                        order(43, local(31, 7), local(32, 7), local(33, 10), local(34, 1), local(35, 1)));

        assertThat(shop.number("SELECT s_quantity FROM stock WHERE s_w_id = 1 AND s_i_id = 31"))
                .isEqualTo(10);
        assertThat(shop.number("SELECT s_quantity FROM stock WHERE s_w_id = 1 AND s_i_id = 32"))
                .isEqualTo(100);
        assertThat(shop.number("SELECT s_quantity FROM stock WHERE s_w_id = 1 AND s_i_id = 33"))
                .isEqualTo(91);
    }

    @Test
    void countersOfRemoteStockAreKeptAtTheSupplyingWarehouse() throws Exception {
        NewOrderInput input = order(
                44, local(41, 3), new OrderedItem(42, 2, 8), local(43, 1), local(44, 1), new OrderedItem(41, 2, 5));
        shop.change("UPDATE stock SET s_quantity = 50 WHERE s_i_id IN (41, 42)");
        Counters home41 = counters(1, 41);
        Counters home42 = counters(1, 42);
        Counters away41 = counters(2, 41);
        Counters away42 = counters(2, 42);

        NewOrderOutput output =
                shop.transactions().newOrder(shop.session(), input).orElseThrow();

        assertThat(counters(1, 41)).isEqualTo(new Counters(47, home41.ytd + 3, home41.orders + 1, home41.remote));
        assertThat(counters(1, 42)).isEqualTo(home42);
        assertThat(counters(2, 41)).isEqualTo(new Counters(45, away41.ytd + 5, away41.orders + 1, away41.remote + 1));
        assertThat(counters(2, 42)).isEqualTo(new Counters(42, away42.ytd + 8, away42.orders + 1, away42.remote + 1));
        assertThat(shop.numbers(
                        "SELECT ol_supply_w_id FROM order_line WHERE ol_w_id = 1 AND ol_d_id = 3 AND ol_o_id = ?"
                                + " ORDER BY ol_number",
                        output.orderId()))
                .containsExactly(1, 2, 1, 1, 2);
        assertThat(shop.number(
                        "SELECT o_all_local FROM orders WHERE o_w_id = 1 AND o_d_id = 3 AND o_id = ?",
                        output.orderId()))
                .isZero();
    }

    /** 25 - 10 = 15; 15 - 5 = 10; 10 - 4 + 91 = 97. */
    @Test
    void aRepeatedItemIsTakenLineByLine() throws Exception {
        shop.change("UPDATE stock SET s_quantity = 25 WHERE s_w_id = 1 AND s_i_id = 51");
        Counters before = counters(1, 51);
        NewOrderInput input = order(45, local(51, 10), local(52, 1), local(51, 5), local(53, 1), local(51, 4));

        NewOrderOutput output =
                shop.transactions().newOrder(shop.session(), input).orElseThrow();

        assertThat(counters(1, 51)).isEqualTo(new Counters(97, before.ytd + 19, before.orders + 3, before.remote));
        assertThat(output.lines())
                .extracting(NewOrderOutput.OrderedLine::number)
                .containsExactly(1, 2, 3, 4, 5);
        assertThat(output.lines().get(0).quantity()).isEqualTo(15);
        assertThat(output.lines().get(2).quantity()).isEqualTo(10);
        assertThat(output.lines().get(4).quantity()).isEqualTo(97);
        assertThat(shop.numbers(
                        "SELECT ol_quantity FROM order_line WHERE ol_w_id = 1 AND ol_d_id = 3 AND ol_o_id = ?"
                                + " AND ol_i_id = 51 ORDER BY ol_number",
                        output.orderId()))
                .containsExactly(10, 5, 4);
    }

    @Test
    void anUnusedItemRollsEverythingBack() throws Exception {
        int next = shop.number(NEXT);
        Counters stock = counters(1, 61);
        NewOrderInput input =
                order(46, local(61, 1), local(61, 2), local(62, 1), local(63, 1), local(OrderedItem.UNUSED, 5));

        NewOrderInput withoutRepeats =
                order(46, local(61, 1), local(64, 2), local(62, 1), local(63, 1), local(OrderedItem.UNUSED, 5));

        Outcome outcome =
                new TpccInvocation(shop.transactions(), TransactionType.NEW_ORDER, input).execute(shop.session());
        Outcome again = new TpccInvocation(shop.transactions(), TransactionType.NEW_ORDER, withoutRepeats)
                .execute(shop.session());

        assertThat(outcome).isEqualTo(Outcome.ROLLED_BACK_AS_SPECIFIED);
        assertThat(again).isEqualTo(Outcome.ROLLED_BACK_AS_SPECIFIED);
        assertThat(shop.number(NEXT)).isEqualTo(next);
        assertThat(counters(1, 61)).isEqualTo(stock);
        assertThat(shop.number("SELECT count(*) FROM orders WHERE o_w_id = 1 AND o_d_id = 3 AND o_id >= ?", next))
                .isZero();
        assertThat(shop.number(
                        "SELECT count(*) FROM new_order WHERE no_w_id = 1 AND no_d_id = 3 AND no_o_id >= ?", next))
                .isZero();
        assertThat(shop.number(
                        "SELECT count(*) FROM order_line WHERE ol_w_id = 1 AND ol_d_id = 3 AND ol_o_id >= ?", next))
                .isZero();
    }

    @Test
    void aMissingRowIsAnErrorAndNotARollbackAsSpecified() throws Exception {
        int next = shop.number(NEXT);
        NewOrderInput noStock =
                order(47, local(71, 1), new OrderedItem(72, 99, 1), local(73, 1), local(74, 1), local(75, 1));
        NewOrderInput noCustomer = order(3_001, local(71, 1), local(72, 1), local(73, 1), local(74, 1), local(75, 1));

        assertThatThrownBy(() -> new TpccInvocation(shop.transactions(), TransactionType.NEW_ORDER, noStock)
                        .execute(shop.session()))
                .isInstanceOf(UnexpectedRowsException.class)
                .hasMessageContaining("NewOrder")
                .hasMessageContaining("load it again");
        assertThatThrownBy(() -> new TpccInvocation(shop.transactions(), TransactionType.NEW_ORDER, noCustomer)
                        .execute(shop.session()))
                .isInstanceOf(UnexpectedRowsException.class);
        shop.session().reset();
        assertThat(shop.number(NEXT)).isEqualTo(next);
    }

    private record Counters(int quantity, int ytd, int orders, int remote) {}

    private Counters counters(int warehouse, int item) {
        Map<String, Object> row = shop.rows(STOCK, warehouse, item).get(0);
        return new Counters(
                ((Number) row.get("s_quantity")).intValue(),
                (Integer) row.get("s_ytd"),
                (Integer) row.get("s_order_cnt"),
                (Integer) row.get("s_remote_cnt"));
    }

    private static NewOrderInput order(int customer, OrderedItem... items) {
        return new NewOrderInput(1, 3, customer, List.of(items));
    }

    private static OrderedItem local(int item, int quantity) {
        return new OrderedItem(item, 1, quantity);
    }
}
