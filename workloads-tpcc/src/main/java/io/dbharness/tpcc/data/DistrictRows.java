package io.dbharness.tpcc.data;

import io.dbharness.tpcc.input.Cardinality;
import java.util.List;
import java.util.random.RandomGenerator;

/** The DISTRICTs of a warehouse (clause 4.3.3.1). */
final class DistrictRows {

    /** 30,000.00: what the customers' first payments of 10.00 make. */
    private static final long YTD_CENTS = 3_000_000;

    private DistrictRows() {}

    static List<Column> columns(int warehouse, RandomGenerator random) {
        return new Columns(random)
                .number(row -> row + 1)
                .constant(warehouse)
                .letters(6, 10)
                .address()
                .decimalBetween(0, WarehouseRow.MAX_TAX, 4)
                .constantDecimal(YTD_CENTS, 2)
                .constant(Cardinality.ORDERS_PER_DISTRICT + 1)
                .list();
    }
}
