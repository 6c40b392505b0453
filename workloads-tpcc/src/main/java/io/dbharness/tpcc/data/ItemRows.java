package io.dbharness.tpcc.data;

import java.util.List;
import java.util.random.RandomGenerator;

/** ITEM (clause 4.3.3.1). */
final class ItemRows {

    private static final int MAX_IMAGE = 10_000;
    private static final int MIN_PRICE_CENTS = 100;
    private static final int MAX_PRICE_CENTS = 10_000;

    private ItemRows() {}

    static List<Column> columns(RandomGenerator random) {
        return new Columns(random)
                .number(row -> row + 1)
                .between(1, MAX_IMAGE)
                .letters(14, 24)
                .decimalBetween(MIN_PRICE_CENTS, MAX_PRICE_CENTS, 2)
                .data()
                .list();
    }
}
