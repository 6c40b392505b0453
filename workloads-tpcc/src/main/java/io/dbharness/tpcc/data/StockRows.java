package io.dbharness.tpcc.data;

import io.dbharness.tpcc.input.Cardinality;
import java.util.List;
import java.util.random.RandomGenerator;

/** The STOCK of a warehouse (clause 4.3.3.1). */
final class StockRows {

    private static final int MIN_QUANTITY = 10;
    private static final int MAX_QUANTITY = 100;

    private StockRows() {}

    static List<Column> columns(int warehouse, RandomGenerator random) {
        Columns columns =
                new Columns(random).number(row -> row + 1).constant(warehouse).between(MIN_QUANTITY, MAX_QUANTITY);
        for (int district = 1; district <= Cardinality.DISTRICTS_PER_WAREHOUSE; district++) {
            columns.letters(24);
        }
        return columns.constant(0).constant(0).constant(0).data().list();
    }
}
