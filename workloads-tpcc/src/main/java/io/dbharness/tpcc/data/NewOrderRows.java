package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.tpcc.input.Cardinality;

/** NEW-ORDER of a warehouse: the last 900 orders of each district wait for delivery (clause 4.3.3.1). One thread. */
final class NewOrderRows implements RowWriter {

    private final int warehouse;
    private int written;

    NewOrderRows(int warehouse) {
        this.warehouse = warehouse;
    }

    @Override
    public void write(RowSink sink) {
        sink.add(Cardinality.DELIVERED_PER_DISTRICT + written % Cardinality.NEW_ORDERS_PER_DISTRICT + 1)
                .add(written / Cardinality.NEW_ORDERS_PER_DISTRICT + 1)
                .add(warehouse);
        written++;
    }
}
