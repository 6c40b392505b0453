package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.sut.SessionSource;
import io.dbharness.tpcc.input.TransactionInput;
import io.dbharness.tpcc.input.TransactionInput.CustomerChoice;
import io.dbharness.tpcc.input.TransactionInput.DeliveryInput;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderStatusInput;
import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import io.dbharness.tpcc.input.TransactionInput.PaymentInput;
import io.dbharness.tpcc.input.TransactionInput.StockLevelInput;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.tpcc.operation.TpccInvocation;
import io.dbharness.tpcc.operation.TpccTransactions;
import io.dbharness.tpcc.operation.TransactionType;
import io.dbharness.workload.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Which messages the interactive modes send, in their order. */
@Tag("server")
@ExtendWith(TpccTestDatabase.Given.class)
@Timeout(60)
class MessagesTest {

    private static final String PAUSE = Mode.BETWEEN_MESSAGES;

    private final TpccTestDatabase database;

    MessagesTest(TpccTestDatabase database) {
        this.database = database;
    }

    private static NewOrderInput tenLines(int lastItem) {
        return new NewOrderInput(
                1,
                3,
                77,
                IntStream.rangeClosed(1, 10)
                        .mapToObj(line -> new OrderedItem(line == 10 ? lastItem : 500 + line, 1, 1))
                        .toList());
    }

    private List<String> messages(Mode mode, TransactionType type, TransactionInput input) throws Exception {
        TpccTransactions transactions = database.transactions(mode);
        List<String> sent = new ArrayList<>();
        Steps steps = new Steps() {
            @Override
            public long start() {
                return 0;
            }

            @Override
            public void end(int step, long started) {
                sent.add(transactions.stepNames().get(step));
            }
        };
        try (JdbcTarget target = database.target("shared", Map.of());
                SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            new TpccInvocation(transactions, type, input).execute(sessions.acquire(), steps);
        }
        assertThat(sent.stream().filter(PAUSE::equals)).hasSize((sent.size() - 1) / 2);
        return sent.stream().filter(step -> !step.equals(PAUSE)).toList();
    }

    @Test
    void anOrderOfTenLinesTakesSeven() throws Exception {
        assertThat(messages(Mode.INTERACTIVE, TransactionType.NEW_ORDER, tenLines(600)))
                .containsExactly(
                        "new-order-start",
                        "new-order-entry",
                        "new-order-items",
                        "new-order-stock",
                        "new-order-stock-update",
                        "new-order-lines",
                        "commit");
    }

    @Test
    void anOrderForAnItemThatIsNotThereIsWorkedOffAndRolledBack() throws Exception {
        assertThat(messages(Mode.INTERACTIVE, TransactionType.NEW_ORDER, tenLines(OrderedItem.UNUSED)))
                .contains("new-order-stock-update", "new-order-lines")
                .endsWith("rollback");
    }

    @Test
    void aStatementForEachRowTakesFourMessagesALine() throws Exception {
        assertThat(messages(Mode.INTERACTIVE_ROW, TransactionType.NEW_ORDER, tenLines(600)))
                .hasSize(4 + 10 * 4 + 1);
    }

    @Test
    void aPaymentByNameLooksForTheNamesakesFirst() throws Exception {
        assertThat(messages(
                        Mode.INTERACTIVE,
                        TransactionType.PAYMENT,
                        new PaymentInput(1, 3, new CustomerChoice(1, 3, true, 5), 100)))
                .containsExactly("payment-places", "namesakes", "payment-record", "commit");
    }

    @Test
    void theOthersTakeAFewEach() throws Exception {
        assertThat(messages(
                        Mode.INTERACTIVE,
                        TransactionType.ORDER_STATUS,
                        new OrderStatusInput(new CustomerChoice(1, 3, false, 5))))
                .containsExactly("order-status-customer", "order-status-order", "order-status-lines", "commit");
        assertThat(messages(Mode.INTERACTIVE, TransactionType.DELIVERY, new DeliveryInput(1, 7)))
                .containsExactly(
                        "delivery-oldest",
                        "delivery-take",
                        "delivery-amounts",
                        "delivery-orders",
                        "delivery-lines",
                        "delivery-customers",
                        "commit");
        assertThat(messages(Mode.INTERACTIVE, TransactionType.STOCK_LEVEL, new StockLevelInput(1, 3, 15)))
                .containsExactly("stock-level-district", "stock-level-count", "commit");
    }
}
