package io.dbharness.tpcc.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.tpcc.input.OrderedItem;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderLinesTest {

    @Test
    void linesAreSortedByWarehouseAndItemAndKeepTheirNumbers() {
        List<OrderLines> passes = OrderLines.of(
                List.of(new OrderedItem(9, 2, 1), new OrderedItem(7, 2, 2), new OrderedItem(100_001, 1, 3)));

        assertThat(passes).hasSize(1);
        assertThat(passes.get(0).numbers).containsExactly(3, 2, 1);
        assertThat(passes.get(0).items).containsExactly(100_001, 7, 9);
        assertThat(passes.get(0).suppliers).containsExactly(1, 2, 2);
        assertThat(passes.get(0).quantities).containsExactly(3, 2, 1);
    }

    @Test
    void aRepeatedStockRowGoesIntoLaterPassesInTheOrderTyped() {
        List<OrderLines> passes = OrderLines.of(List.of(
                new OrderedItem(5, 1, 1),
                new OrderedItem(5, 2, 2),
                new OrderedItem(5, 1, 3),
                new OrderedItem(4, 1, 4),
                new OrderedItem(5, 1, 5)));

        assertThat(passes).hasSize(3);
        assertThat(passes.get(0).numbers).containsExactly(4, 1, 2);
        assertThat(passes.get(1).numbers).containsExactly(3);
        assertThat(passes.get(2).numbers).containsExactly(5);
    }

    @Test
    void theLargestNumbersDoNotRunIntoEachOther() {
        List<OrderLines> passes =
                OrderLines.of(List.of(new OrderedItem(100_001, 99_999, 1), new OrderedItem(1, 100_000, 10)));

        assertThat(passes).hasSize(1);
        assertThat(passes.get(0).suppliers).containsExactly(99_999, 100_000);
        assertThat(passes.get(0).items).containsExactly(100_001, 1);
    }
}
