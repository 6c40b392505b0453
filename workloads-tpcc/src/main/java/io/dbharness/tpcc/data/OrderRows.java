package io.dbharness.tpcc.data;

import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.Draw;
import java.time.LocalDateTime;
import java.util.List;
import java.util.random.RandomGenerator;

/** The initial ORDERs of a warehouse, district by district; each customer of a district has one (clause 4.3.3.1). One thread. */
final class OrderRows {

    private final RandomGenerator random;
    private final int[] customers = new int[Cardinality.CUSTOMERS_PER_DISTRICT];

    private OrderRows(RandomGenerator random) {
        this.random = random;
    }

    static List<Column> columns(int warehouse, LineCounts lineCounts, LocalDateTime entered, RandomGenerator random) {
        OrderRows orders = new OrderRows(random);
        return new Columns(random)
                .number(row -> index(row) + 1)
                .number(row -> row / Cardinality.ORDERS_PER_DISTRICT + 1)
                .constant(warehouse)
                .number(orders::customer)
                .constant(entered)
                .either(
                        row -> index(row) < Cardinality.DELIVERED_PER_DISTRICT,
                        (sink, row) -> sink.add(Draw.between(random, 1, Cardinality.CARRIERS)),
                        (sink, row) -> sink.addNull())
                .number(lineCounts::of)
                .constant(1)
                .list();
    }

    private static int index(int row) {
        return row % Cardinality.ORDERS_PER_DISTRICT;
    }

    private int customer(int row) {
        if (index(row) == 0) {
            permuteCustomers();
        }
        return customers[index(row)];
    }

    /** A random permutation of all customers of a district, the "inside-out" form of Fisher and Yates. */
    private void permuteCustomers() {
        for (int i = 0; i < customers.length; i++) {
            int place = random.nextInt(i + 1);
            customers[i] = customers[place];
            customers[place] = i + 1;
        }
    }
}
