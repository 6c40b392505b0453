package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.Draw;
import io.dbharness.tpcc.input.LastName;
import io.dbharness.tpcc.input.NonUniform;
import java.time.LocalDateTime;
import java.util.random.RandomGenerator;

/** The CUSTOMERs of a warehouse, district by district (clause 4.3.3.1). One thread. */
final class CustomerRows implements RowWriter {

    private static final int BAD_CREDIT_PERCENT = 10;
    /** 0.5000 in ten-thousandths. */
    private static final int MAX_DISCOUNT = 5_000;
    /** 50,000.00. */
    private static final long CREDIT_LIMIT_CENTS = 5_000_000;
    /** 10.00, paid once by everybody. */
    static final long FIRST_PAYMENT_CENTS = 1_000;

    private final int warehouse;
    private final NonUniform lastNames;
    private final LocalDateTime since;
    private final RandomGenerator random;
    private final RandomText text;
    private int written;

    CustomerRows(int warehouse, int lastNameConstant, LocalDateTime since, RandomGenerator random) {
        this.warehouse = warehouse;
        this.lastNames = NonUniform.lastName(lastNameConstant);
        this.since = since;
        this.random = random;
        this.text = new RandomText(random);
    }

    @Override
    public void write(RowSink sink) {
        int index = written % Cardinality.CUSTOMERS_PER_DISTRICT;
        sink.add(index + 1)
                .add(written / Cardinality.CUSTOMERS_PER_DISTRICT + 1)
                .add(warehouse)
                .add(text.letters(8, 16))
                .add("OE")
                .add(LastName.of(index < Cardinality.LAST_NAMES ? index : lastNames.draw(random)));
        Address.add(sink, text)
                .add(text.digits(16))
                .add(since)
                .add(Draw.percent(random, BAD_CREDIT_PERCENT) ? "BC" : "GC")
                .addDecimal(CREDIT_LIMIT_CENTS, 2)
                .addDecimal(Draw.between(random, 0, MAX_DISCOUNT), 4)
                .addDecimal(-FIRST_PAYMENT_CENTS, 2)
                .addDecimal(FIRST_PAYMENT_CENTS, 2)
                .add(1)
                .add(0)
                .add(text.letters(300, 500));
        written++;
    }
}
