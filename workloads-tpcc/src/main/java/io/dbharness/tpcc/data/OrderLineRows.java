package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.Draw;
import java.time.LocalDateTime;
import java.util.random.RandomGenerator;

/** The ORDER-LINEs of a warehouse's initial orders (clause 4.3.3.1): what is delivered cost nothing. One thread. */
final class OrderLineRows implements RowWriter {

    private static final int QUANTITY = 5;
    private static final int MAX_AMOUNT_CENTS = 999_999;

    private final int warehouse;
    private final LineCounts lineCounts;
    private final LocalDateTime delivered;
    private final RandomGenerator random;
    private final RandomText text;
    private int order;
    private int line;

    OrderLineRows(int warehouse, LineCounts lineCounts, LocalDateTime delivered, RandomGenerator random) {
        this.warehouse = warehouse;
        this.lineCounts = lineCounts;
        this.delivered = delivered;
        this.random = random;
        this.text = new RandomText(random);
    }

    @Override
    public void write(RowSink sink) {
        if (line == lineCounts.of(order)) {
            order++;
            line = 0;
        }
        int index = order % Cardinality.ORDERS_PER_DISTRICT;
        sink.add(index + 1)
                .add(order / Cardinality.ORDERS_PER_DISTRICT + 1)
                .add(warehouse)
                .add(++line)
                .add(Draw.between(random, 1, Cardinality.ITEMS))
                .add(warehouse);
        if (index < Cardinality.DELIVERED_PER_DISTRICT) {
            sink.add(delivered).add(QUANTITY).addDecimal(0, 2);
        } else {
            sink.addNull().add(QUANTITY).addDecimal(Draw.between(random, 1, MAX_AMOUNT_CENTS), 2);
        }
        sink.add(text.letters(24));
    }
}
