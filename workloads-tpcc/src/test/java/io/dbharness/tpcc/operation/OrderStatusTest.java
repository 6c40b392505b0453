package io.dbharness.tpcc.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.tpcc.TpccTestDatabase;
import io.dbharness.tpcc.input.LastName;
import io.dbharness.tpcc.input.TransactionInput.CustomerChoice;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderStatusInput;
import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput;
import io.dbharness.tpcc.operation.TransactionOutput.OrderStatusOutput;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
class OrderStatusTest {

    private final Shop shop;

    OrderStatusTest(Mode mode, TpccTestDatabase database) {
        shop = new Shop(database, mode);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void showsTheLatestOrderAndItsLines() throws Exception {
        List<OrderedItem> items = List.of(
                new OrderedItem(81, 1, 2),
                new OrderedItem(82, 2, 3),
                new OrderedItem(83, 1, 4),
                new OrderedItem(84, 1, 5),
                new OrderedItem(85, 1, 6));
        NewOrderOutput ordered = shop.transactions()
                .newOrder(shop.session(), new NewOrderInput(1, 2, 201, items))
                .orElseThrow();

        OrderStatusOutput status = status(new CustomerChoice(1, 2, false, 201));

        assertThat(status.customer()).isEqualTo(201);
        assertThat(status.debtor().balance())
                .isEqualTo(new BigDecimal(
                        shop.ask("SELECT c_balance FROM customer WHERE c_w_id = 1 AND c_d_id = 2 AND c_id = 201")));
        assertThat(status.order().id()).isEqualTo(ordered.orderId());
        assertThat(status.order().entered()).isEqualTo(ordered.entered());
        assertThat(status.order().carrier()).isEmpty();
        assertThat(status.lines())
                .extracting(OrderStatusOutput.StatusLine::item)
                .containsExactly(81, 82, 83, 84, 85);
        assertThat(status.lines())
                .extracting(OrderStatusOutput.StatusLine::supplyWarehouse)
                .containsExactly(1, 2, 1, 1, 1);
        assertThat(status.lines())
                .extracting(OrderStatusOutput.StatusLine::quantity)
                .containsExactly(2, 3, 4, 5, 6);
        assertThat(status.lines())
                .extracting(OrderStatusOutput.StatusLine::amount)
                .containsExactlyElementsOf(ordered.lines().stream()
                        .map(NewOrderOutput.OrderedLine::amount)
                        .toList());
        assertThat(status.lines()).allMatch(line -> line.delivered().isEmpty());
    }

    @Test
    void showsCarrierAndDatesOfADeliveredOrder() throws Exception {
        Map<String, Object> order = shop.rows("SELECT o_id, o_c_id, o_carrier_id, o_ol_cnt FROM orders AS latest"
                        + " WHERE o_w_id = 2 AND o_d_id = 2 AND o_id < 210 AND NOT EXISTS (SELECT 1 FROM orders AS later"
                        + " WHERE later.o_w_id = 2 AND later.o_d_id = 2 AND later.o_c_id = latest.o_c_id"
                        + " AND later.o_id > latest.o_id) ORDER BY o_id LIMIT 1")
                .get(0);

        OrderStatusOutput status = status(new CustomerChoice(2, 2, false, (Integer) order.get("o_c_id")));

        assertThat(status.order().id()).isEqualTo(order.get("o_id"));
        assertThat(status.order().carrier()).hasValue((Integer) order.get("o_carrier_id"));
        assertThat(status.lines()).hasSize((Integer) order.get("o_ol_cnt"));
        assertThat(status.lines()).allMatch(line -> line.delivered().isPresent());
    }

    /** An even number of namesakes tells n / 2 rounded up from the other middle. */
    @Test
    void findsTheSameNamesakeAsAPayment() throws Exception {
        String last = shop.ask("SELECT c_last FROM customer WHERE c_w_id = 2 AND c_d_id = 3"
                + " GROUP BY c_last HAVING count(*) % 2 = 0 ORDER BY c_last LIMIT 1");
        int number = IntStream.range(0, TpccTestDatabase.ROWS.lastNames())
                .filter(candidate -> LastName.of(candidate).equals(last))
                .findFirst()
                .orElseThrow();
        List<Map<String, Object>> namesakes = shop.rows(
                "SELECT c_id, c_first FROM customer WHERE c_w_id = 2 AND c_d_id = 3 AND c_last = ? ORDER BY c_first",
                last);
        Map<String, Object> middle = namesakes.get(namesakes.size() / 2 - 1);

        OrderStatusOutput status = status(new CustomerChoice(2, 3, true, number));

        assertThat(status.customer()).isEqualTo(middle.get("c_id"));
        assertThat(status.debtor().first()).isEqualTo(middle.get("c_first"));
        assertThat(status.debtor().middle()).isEqualTo("OE");
        assertThat(status.debtor().last()).isEqualTo(last);
    }

    @Test
    void aMissingCustomerIsAnError() {
        assertThatThrownBy(() -> status(new CustomerChoice(1, 2, false, 3_001)))
                .isInstanceOf(UnexpectedRowsException.class)
                .hasMessageContaining("OrderStatus");
    }

    private OrderStatusOutput status(CustomerChoice customer) throws Exception {
        return shop.transactions().orderStatus(shop.session(), new OrderStatusInput(customer));
    }
}
