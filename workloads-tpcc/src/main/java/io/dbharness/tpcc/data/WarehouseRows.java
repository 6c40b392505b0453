package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dataset.LoadPart.RowWriter;
import io.dbharness.tpcc.input.Cardinality;
import java.util.random.RandomGenerator;

/** Generates the rows that exist once for a data set or a warehouse: ITEM, WAREHOUSE, DISTRICT and STOCK (clause 4.3.3.1). */
final class WarehouseRows {

    /** 0.2000 in ten-thousandths: of W_TAX and D_TAX. */
    private static final int MAX_TAX = 2_000;

    private static final int MAX_IMAGE = 10_000;
    private static final int MIN_PRICE_CENTS = 100;
    private static final int MAX_PRICE_CENTS = 10_000;
    private static final int MIN_QUANTITY = 10;
    private static final int MAX_QUANTITY = 100;

    private WarehouseRows() {}

    static RowWriter items(RandomGenerator random) {
        return new Columns(random)
                .number(row -> row + 1)
                .between(1, MAX_IMAGE)
                .letters(14, 24)
                .decimalBetween(MIN_PRICE_CENTS, MAX_PRICE_CENTS, 2)
                .data()
                .writer();
    }

    static RowWriter warehouse(int warehouse, Cardinality rows, RandomGenerator random) {
        return new Columns(random)
                .constant(warehouse)
                .letters(6, 10)
                .address()
                .decimalBetween(0, MAX_TAX, 4)
                .constantDecimal(Cardinality.DISTRICTS_PER_WAREHOUSE * districtCents(rows), 2)
                .writer();
    }

    static RowWriter districts(int warehouse, Cardinality rows, RandomGenerator random) {
        return new Columns(random)
                .number(row -> row + 1)
                .constant(warehouse)
                .letters(6, 10)
                .address()
                .decimalBetween(0, MAX_TAX, 4)
                .constantDecimal(districtCents(rows), 2)
                .constant(rows.ordersPerDistrict() + 1)
                .writer();
    }

    /** Returns D_YTD, 30,000.00 as specified: the sum of the customers' first payments. */
    private static long districtCents(Cardinality rows) {
        return rows.customersPerDistrict() * CustomerRows.FIRST_PAYMENT_CENTS;
    }

    static RowWriter stock(int warehouse, RandomGenerator random) {
        Columns columns =
                new Columns(random).number(row -> row + 1).constant(warehouse).between(MIN_QUANTITY, MAX_QUANTITY);
        for (int district = 1; district <= Cardinality.DISTRICTS_PER_WAREHOUSE; district++) {
            columns.letters(24);
        }
        return columns.constant(0).constant(0).constant(0).data().writer();
    }
}
