package io.dbharness.tpcc.data;

import io.dbharness.tpcc.input.Cardinality;
import java.time.LocalDateTime;
import java.util.List;
import java.util.random.RandomGenerator;

/** One HISTORY row for each customer of a warehouse (clause 4.3.3.1). */
final class HistoryRows {

    private HistoryRows() {}

    static List<Column> columns(int warehouse, LocalDateTime paid, RandomGenerator random) {
        return new Columns(random)
                .number(CustomerRows::index)
                .number(HistoryRows::district)
                .constant(warehouse)
                .number(HistoryRows::district)
                .constant(warehouse)
                .constant(paid)
                .constantDecimal(CustomerRows.FIRST_PAYMENT_CENTS, 2)
                .letters(12, 24)
                .list();
    }

    private static int district(int row) {
        return row / Cardinality.CUSTOMERS_PER_DISTRICT + 1;
    }
}
