package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.Draw;
import java.util.random.RandomGenerator;

/** The STOCK of a warehouse (clause 4.3.3.1). One thread. */
final class StockRows implements RowWriter {

    private static final int MIN_QUANTITY = 10;
    private static final int MAX_QUANTITY = 100;

    private final int warehouse;
    private final RandomGenerator random;
    private final RandomText text;
    private int item;

    StockRows(int warehouse, RandomGenerator random) {
        this.warehouse = warehouse;
        this.random = random;
        this.text = new RandomText(random);
    }

    @Override
    public void write(RowSink sink) {
        sink.add(++item).add(warehouse).add(Draw.between(random, MIN_QUANTITY, MAX_QUANTITY));
        for (int district = 1; district <= Cardinality.DISTRICTS_PER_WAREHOUSE; district++) {
            sink.add(text.letters(24));
        }
        sink.add(0).add(0).add(0).add(text.data());
    }
}
