package io.dbharness.tpcc.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.TransactionInput.CustomerChoice;
import io.dbharness.tpcc.input.TransactionInput.DeliveryInput;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import io.dbharness.tpcc.input.TransactionInput.PaymentInput;
import io.dbharness.tpcc.input.TransactionInput.StockLevelInput;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tolerances are five standard deviations of the counts, so a right generator fails in one of two million samples; the seed is fixed. */
class TerminalInputsTest {

    private static final int DRAWS = 100_000;
    private static final RunConstants CONSTANTS = new RunConstants(200, 300, 4_000);

    @Test
    void newOrdersHaveTheSpecifiedProportions() {
        List<NewOrderInput> orders =
                Stream.generate(inputs(2, 5)::newOrder).limit(DRAWS).toList();
        List<OrderedItem> lines =
                orders.stream().flatMap(order -> order.items().stream()).toList();

        assertThat(orders).allSatisfy(order -> {
            assertThat(order.warehouse()).isEqualTo(2);
            assertThat(order.items()).hasSizeBetween(5, 15);
        });
        assertShare(orders.stream().filter(NewOrderInput::mustRollBack).count(), DRAWS, 0.01);
        assertShare(lines.stream().filter(line -> line.supplyWarehouse() != 2).count(), lines.size(), 0.01);
        assertEven(orders.stream().mapToInt(NewOrderInput::district), 1, 10);
        assertEven(orders.stream().mapToInt(order -> order.items().size()), 5, 15);
        assertEven(lines.stream().mapToInt(OrderedItem::quantity), 1, 10);
        assertThat(lines.stream()
                        .mapToInt(OrderedItem::supplyWarehouse)
                        .distinct()
                        .sorted())
                .containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void onlyTheLastItemOfAnOrderThatRollsBackIsUnused() {
        List<NewOrderInput> orders =
                Stream.generate(inputs(1, 1)::newOrder).limit(DRAWS / 10).toList();

        assertThat(orders).allSatisfy(order -> {
            List<OrderedItem> items = order.items();
            assertThat(items.subList(0, items.size() - 1))
                    .allSatisfy(line -> assertThat(line.item()).isBetween(1, 100_000));
            assertThat(items.get(items.size() - 1).item()).isBetween(1, 100_001);
        });
    }

    @Test
    void anOrderIsAllLocalWhenEveryLineIs() {
        OrderedItem home = new OrderedItem(1, 2, 1);
        OrderedItem away = new OrderedItem(1, 3, 1);

        assertThat(new NewOrderInput(2, 1, 1, List.of(home, home)).allLocal()).isTrue();
        assertThat(new NewOrderInput(2, 1, 1, List.of(home, away)).allLocal()).isFalse();
    }

    @Test
    void paymentsHaveTheSpecifiedProportions() {
        List<PaymentInput> payments =
                Stream.generate(inputs(2, 5)::payment).limit(DRAWS).toList();
        List<PaymentInput> remote = payments.stream()
                .filter(payment -> payment.customer().warehouse() != 2)
                .toList();

        assertShare(remote.size(), DRAWS, 0.15);
        assertEven(remote.stream().mapToInt(payment -> payment.customer().district()), 1, 10);
        assertThat(payments)
                .filteredOn(payment -> payment.customer().warehouse() == 2)
                .allSatisfy(payment -> assertThat(payment.customer().district()).isEqualTo(payment.district()));
        assertShare(
                payments.stream()
                        .filter(payment -> payment.customer().byLastName())
                        .count(),
                DRAWS,
                0.60);
        assertThat(payments.stream().mapToInt(PaymentInput::amountCents).summaryStatistics())
                .satisfies(cents -> {
                    assertThat(cents.getMin()).isBetween(100, 200);
                    assertThat(cents.getMax()).isBetween(499_900, 500_000);
                    assertThat(cents.getAverage()).isCloseTo(250_050, within(2_300.0));
                });
    }

    @Test
    void customersChosenByLastNameFollowTheRunsConstant() {
        int[] counts = new int[1_000];
        Stream.generate(inputs(1, 1)::payment)
                .limit(DRAWS)
                .map(PaymentInput::customer)
                .filter(CustomerChoice::byLastName)
                .forEach(customer -> counts[customer.number()]++);

        // 255 + C, the value with all low bits set, comes in 2.6 % of the cases; C itself, with hardly any, in 0.03 %.
        assertThat(counts[255 + 200]).isCloseTo(1_537, within(200));
        assertThat(counts[200]).isLessThan(60);
    }

    @Test
    void withOneWarehouseNothingIsRemote() {
        TerminalInputs inputs = inputs(1, 1);

        assertThat(Stream.generate(inputs::newOrder).limit(DRAWS)).allMatch(NewOrderInput::allLocal);
        assertThat(Stream.generate(inputs::payment).limit(DRAWS))
                .allMatch(payment -> payment.customer().warehouse() == 1);
    }

    @Test
    void theOtherThreeStayAtHome() {
        TerminalInputs inputs = inputs(3, 5);

        assertThat(Stream.generate(inputs::orderStatus).limit(DRAWS))
                .allMatch(input -> input.customer().warehouse() == 3);
        assertEven(Stream.generate(inputs::delivery).limit(DRAWS).mapToInt(DeliveryInput::carrier), 1, 10);
        assertEven(Stream.generate(inputs::stockLevel).limit(DRAWS).mapToInt(StockLevelInput::threshold), 10, 20);
        assertThat(Stream.generate(inputs::stockLevel).limit(100))
                .allMatch(input -> input.warehouse() == 3 && input.district() == 4);
    }

    @Test
    void aHomeCanBeDrawnForEachTransaction() {
        Terminal terminal = Terminal.of(2, new WarehouseRange(3, 7, 10), true);
        TerminalInputs inputs =
                new TerminalInputs(terminal, CONSTANTS, Cardinality.SPECIFIED, new Seed(12).stream("test", 0));

        List<NewOrderInput> orders =
                Stream.generate(inputs::newOrder).limit(DRAWS).toList();
        List<PaymentInput> payments =
                Stream.generate(inputs::payment).limit(DRAWS).toList();

        assertEven(orders.stream().mapToInt(NewOrderInput::warehouse), 3, 7);
        assertEven(payments.stream().mapToInt(PaymentInput::warehouse), 3, 7);
        assertEven(Stream.generate(inputs::delivery).limit(DRAWS).mapToInt(DeliveryInput::warehouse), 3, 7);
        assertEven(
                Stream.generate(inputs::orderStatus)
                        .limit(DRAWS)
                        .mapToInt(input -> input.customer().warehouse()),
                3,
                7);
        long remoteLines = orders.stream()
                .flatMap(order -> order.items().stream().filter(line -> line.supplyWarehouse() != order.warehouse()))
                .count();
        long lines = orders.stream().mapToLong(order -> order.items().size()).sum();
        List<PaymentInput> remote = payments.stream()
                .filter(payment -> payment.customer().warehouse() != payment.warehouse())
                .toList();
        assertShare(remoteLines, lines, 0.01);
        assertShare(remote.size(), DRAWS, 0.15);
        assertThat(remote.stream()
                        .mapToInt(payment -> payment.customer().warehouse())
                        .distinct())
                .as("remote warehouses are all others, also beyond the slice")
                .hasSize(10);
    }

    private static TerminalInputs inputs(int warehouse, int warehouses) {
        int user = 3 * warehouses + warehouse - 1;
        return new TerminalInputs(
                Terminal.of(user, WarehouseRange.all(warehouses), false),
                CONSTANTS,
                Cardinality.SPECIFIED,
                new Seed(11).stream("test", warehouse));
    }

    private static void assertShare(long count, long of, double share) {
        double deviation = Math.sqrt(of * share * (1 - share));
        assertThat((double) count).isCloseTo(of * share, within(5 * deviation));
    }

    private static void assertEven(IntStream values, int low, int high) {
        int[] sample = values.toArray();
        int[] counts = new int[high + 1];
        for (int value : sample) {
            counts[value]++;
        }
        for (int value = low; value <= high; value++) {
            assertShare(counts[value], sample.length, 1.0 / (high - low + 1));
        }
        assertThat(IntStream.of(counts).sum()).isEqualTo(sample.length);
    }
}
