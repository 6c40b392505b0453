package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.tpcc.input.Draw;
import java.util.random.RandomGenerator;

/** One WAREHOUSE (clause 4.3.3.1). One thread. */
final class WarehouseRow implements RowWriter {

    /** 0.2000 in ten-thousandths: of W_TAX and D_TAX. */
    static final int MAX_TAX = 2_000;
    /** 300,000.00: what the districts' sums make. */
    private static final long YTD_CENTS = 30_000_000;

    private final int warehouse;
    private final RandomGenerator random;

    WarehouseRow(int warehouse, RandomGenerator random) {
        this.warehouse = warehouse;
        this.random = random;
    }

    @Override
    public void write(RowSink sink) {
        RandomText text = new RandomText(random);
        sink.add(warehouse).add(text.letters(6, 10));
        Address.add(sink, text).addDecimal(Draw.between(random, 0, MAX_TAX), 4).addDecimal(YTD_CENTS, 2);
    }
}
