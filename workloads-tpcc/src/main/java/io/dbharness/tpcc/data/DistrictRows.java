package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.Draw;
import java.util.random.RandomGenerator;

/** The DISTRICTs of a warehouse (clause 4.3.3.1). One thread. */
final class DistrictRows implements RowWriter {

    /** 30,000.00: what the customers' first payments of 10.00 make. */
    private static final long YTD_CENTS = 3_000_000;

    private final int warehouse;
    private final RandomGenerator random;
    private final RandomText text;
    private int district;

    DistrictRows(int warehouse, RandomGenerator random) {
        this.warehouse = warehouse;
        this.random = random;
        this.text = new RandomText(random);
    }

    @Override
    public void write(RowSink sink) {
        sink.add(++district).add(warehouse).add(text.letters(6, 10));
        Address.add(sink, text)
                .addDecimal(Draw.between(random, 0, WarehouseRow.MAX_TAX), 4)
                .addDecimal(YTD_CENTS, 2)
                .add(Cardinality.ORDERS_PER_DISTRICT + 1);
    }
}
