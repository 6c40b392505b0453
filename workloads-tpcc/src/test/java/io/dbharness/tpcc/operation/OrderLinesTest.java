package io.dbharness.tpcc.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderLinesTest {

    @Test
    void linesAreSortedByWarehouseAndItemAndKeepTheirNumbers() {
        OrderLines lines = OrderLines.of(
                List.of(new OrderedItem(9, 2, 1), new OrderedItem(7, 2, 2), new OrderedItem(100_001, 1, 3)));

        assertThat(lines.firsts).isEqualTo(3);
        assertThat(lines.numbers).containsExactly(3, 2, 1);
        assertThat(lines.items).containsExactly(100_001, 7, 9);
        assertThat(lines.suppliers).containsExactly(1, 2, 2);
        assertThat(lines.quantities).containsExactly(3, 2, 1);
        assertThat(lines.withoutRepeats()).isSameAs(lines);
    }

    @Test
    void linesThatRepeatAStockRowComeLastInTheOrderTyped() {
        OrderLines lines = OrderLines.of(List.of(
                new OrderedItem(5, 2, 1),
                new OrderedItem(5, 2, 2),
                new OrderedItem(5, 1, 3),
                new OrderedItem(4, 1, 4),
                new OrderedItem(5, 1, 5),
                new OrderedItem(5, 2, 6)));

        assertThat(lines.firsts).isEqualTo(3);
        assertThat(lines.numbers).containsExactly(4, 3, 1, 2, 5, 6);
        assertThat(lines.withoutRepeats().quantities).containsExactly(4, 3, 1);
        assertThat(lines.only(4).items).containsExactly(5);
        assertThat(lines.only(4).suppliers).containsExactly(1);
    }

    @Test
    void theLargestNumbersDoNotRunIntoEachOther() {
        OrderLines lines = OrderLines.of(List.of(new OrderedItem(100_001, 99_999, 1), new OrderedItem(1, 100_000, 10)));

        assertThat(lines.firsts).isEqualTo(2);
        assertThat(lines.suppliers).containsExactly(99_999, 100_000);
        assertThat(lines.items).containsExactly(100_001, 1);
    }
}
