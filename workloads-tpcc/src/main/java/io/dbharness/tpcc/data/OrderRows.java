package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.Draw;
import java.time.LocalDateTime;
import java.util.random.RandomGenerator;

/** The initial ORDERs of a warehouse, district by district; each customer of a district has one (clause 4.3.3.1). One thread. */
final class OrderRows implements RowWriter {

    private final int warehouse;
    private final LineCounts lineCounts;
    private final LocalDateTime entered;
    private final RandomGenerator random;
    private final int[] customers = new int[Cardinality.CUSTOMERS_PER_DISTRICT];
    private int written;

    OrderRows(int warehouse, LineCounts lineCounts, LocalDateTime entered, RandomGenerator random) {
        this.warehouse = warehouse;
        this.lineCounts = lineCounts;
        this.entered = entered;
        this.random = random;
    }

    @Override
    public void write(RowSink sink) {
        int index = written % Cardinality.ORDERS_PER_DISTRICT;
        if (index == 0) {
            permuteCustomers();
        }
        sink.add(index + 1)
                .add(written / Cardinality.ORDERS_PER_DISTRICT + 1)
                .add(warehouse)
                .add(customers[index])
                .add(entered);
        if (index < Cardinality.DELIVERED_PER_DISTRICT) {
            sink.add(Draw.between(random, 1, Cardinality.CARRIERS));
        } else {
            sink.addNull();
        }
        sink.add(lineCounts.of(written)).add(1);
        written++;
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
