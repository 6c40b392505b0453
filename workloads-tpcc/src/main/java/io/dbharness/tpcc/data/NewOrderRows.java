package io.dbharness.tpcc.data;

import io.dbharness.tpcc.input.Cardinality;
import java.util.List;
import java.util.random.RandomGenerator;

/** NEW-ORDER of a warehouse: the last 900 orders of each district wait for delivery (clause 4.3.3.1). */
final class NewOrderRows {

    private NewOrderRows() {}

    static List<Column> columns(int warehouse, RandomGenerator random) {
        return new Columns(random)
                .number(row -> Cardinality.DELIVERED_PER_DISTRICT + row % Cardinality.NEW_ORDERS_PER_DISTRICT + 1)
                .number(row -> row / Cardinality.NEW_ORDERS_PER_DISTRICT + 1)
                .constant(warehouse)
                .list();
    }
}
