package io.dbharness.tpcc.data;

import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.Draw;
import java.time.LocalDateTime;
import java.util.List;
import java.util.random.RandomGenerator;

/** The ORDER-LINEs of a warehouse's initial orders (clause 4.3.3.1): what is delivered cost nothing. Knows the place it has come to; one thread. */
final class OrderLineRows {

    private static final int QUANTITY = 5;
    private static final int MAX_AMOUNT_CENTS = 999_999;

    private final LineCounts lineCounts;
    private int order;
    private int line;

    private OrderLineRows(LineCounts lineCounts) {
        this.lineCounts = lineCounts;
    }

    static List<Column> columns(int warehouse, LineCounts lineCounts, LocalDateTime delivered, RandomGenerator random) {
        OrderLineRows at = new OrderLineRows(lineCounts);
        return new Columns(random)
                .number(row -> at.nextLine())
                .number(row -> at.order / Cardinality.ORDERS_PER_DISTRICT + 1)
                .constant(warehouse)
                .number(row -> at.line)
                .between(1, Cardinality.ITEMS)
                .constant(warehouse)
                .either(row -> at.delivered(), (sink, row) -> sink.add(delivered), (sink, row) -> sink.addNull())
                .constant(QUANTITY)
                .add((sink, row) -> sink.addDecimal(at.delivered() ? 0 : Draw.between(random, 1, MAX_AMOUNT_CENTS), 2))
                .letters(24)
                .list();
    }

    /** Goes to the next line; its OL_O_ID. */
    private int nextLine() {
        if (line == lineCounts.of(order)) {
            order++;
            line = 0;
        }
        line++;
        return index() + 1;
    }

    private boolean delivered() {
        return index() < Cardinality.DELIVERED_PER_DISTRICT;
    }

    private int index() {
        return order % Cardinality.ORDERS_PER_DISTRICT;
    }
}
