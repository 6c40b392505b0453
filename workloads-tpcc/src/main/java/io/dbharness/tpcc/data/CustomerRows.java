package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dataset.LoadPart.RowWriter;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.Draw;
import io.dbharness.tpcc.input.LastName;
import io.dbharness.tpcc.input.NonUniform;
import java.time.LocalDateTime;
import java.util.random.RandomGenerator;

/** The CUSTOMERs of a warehouse, district by district, and one HISTORY row for each of them (clause 4.3.3.1). Immutable. */
final class CustomerRows {

    private static final int BAD_CREDIT_PERCENT = 10;
    /** 0.5000 in ten-thousandths. */
    private static final int MAX_DISCOUNT = 5_000;
    /** 50,000.00. */
    private static final long CREDIT_LIMIT_CENTS = 5_000_000;
    /** 10.00, paid once by each customer. */
    static final long FIRST_PAYMENT_CENTS = 1_000;

    private final int warehouse;
    private final Cardinality rows;

    CustomerRows(int warehouse, Cardinality rows) {
        this.warehouse = warehouse;
        this.rows = rows;
    }

    RowWriter customers(int lastNameConstant, LocalDateTime since, RandomGenerator random) {
        NonUniform lastNames = NonUniform.lastName(lastNameConstant, rows);
        return new Columns(random)
                .number(this::index)
                .number(this::district)
                .constant(warehouse)
                .letters(8, 16)
                .constant("OE")
                .add((sink, row) ->
                        sink.add(LastName.of(index(row) <= rows.lastNames() ? index(row) - 1 : lastNames.draw(random))))
                .address()
                .digits(16)
                .constant(since)
                .add((sink, row) -> sink.add(Draw.percent(random, BAD_CREDIT_PERCENT) ? "BC" : "GC"))
                .constantDecimal(CREDIT_LIMIT_CENTS, 2)
                .decimalBetween(0, MAX_DISCOUNT, 4)
                .constantDecimal(-FIRST_PAYMENT_CENTS, 2)
                .constantDecimal(FIRST_PAYMENT_CENTS, 2)
                .constant(1)
                .constant(0)
                .letters(300, 500)
                .writer();
    }

    RowWriter history(LocalDateTime paid, RandomGenerator random) {
        return new Columns(random)
                .number(this::index)
                .number(this::district)
                .constant(warehouse)
                .number(this::district)
                .constant(warehouse)
                .constant(paid)
                .constantDecimal(FIRST_PAYMENT_CENTS, 2)
                .letters(12, 24)
                .writer();
    }

    /** C_ID. */
    private int index(int row) {
        return row % rows.customersPerDistrict() + 1;
    }

    private int district(int row) {
        return row / rows.customersPerDistrict() + 1;
    }
}
