package io.dbharness.tpcc.data;

import java.util.List;
import java.util.random.RandomGenerator;

/** One WAREHOUSE (clause 4.3.3.1). */
final class WarehouseRow {

    /** 0.2000 in ten-thousandths: of W_TAX and D_TAX. */
    static final int MAX_TAX = 2_000;
    /** 300,000.00: what the districts' sums make. */
    private static final long YTD_CENTS = 30_000_000;

    private WarehouseRow() {}

    static List<Column> columns(int warehouse, RandomGenerator random) {
        return new Columns(random)
                .constant(warehouse)
                .letters(6, 10)
                .address()
                .decimalBetween(0, MAX_TAX, 4)
                .constantDecimal(YTD_CENTS, 2)
                .list();
    }
}
