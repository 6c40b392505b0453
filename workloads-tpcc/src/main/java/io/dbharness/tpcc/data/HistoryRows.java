package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.tpcc.input.Cardinality;
import java.time.LocalDateTime;
import java.util.random.RandomGenerator;

/** One HISTORY row for each customer of a warehouse (clause 4.3.3.1). One thread. */
final class HistoryRows implements RowWriter {

    private final int warehouse;
    private final LocalDateTime paid;
    private final RandomText text;
    private int written;

    HistoryRows(int warehouse, LocalDateTime paid, RandomGenerator random) {
        this.warehouse = warehouse;
        this.paid = paid;
        this.text = new RandomText(random);
    }

    @Override
    public void write(RowSink sink) {
        int customer = written % Cardinality.CUSTOMERS_PER_DISTRICT + 1;
        int district = written / Cardinality.CUSTOMERS_PER_DISTRICT + 1;
        sink.add(customer)
                .add(district)
                .add(warehouse)
                .add(district)
                .add(warehouse)
                .add(paid)
                .addDecimal(CustomerRows.FIRST_PAYMENT_CENTS, 2)
                .add(text.letters(12, 24));
        written++;
    }
}
