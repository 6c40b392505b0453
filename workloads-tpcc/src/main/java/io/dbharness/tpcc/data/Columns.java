package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dataset.LoadPart.RowWriter;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.tpcc.input.Draw;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Builds the columns of a table, in the terms of clause 4.3.3.1. Each column is a separate object and not a line in a long method. The JIT
 * compiler would inline all calls of that method, which would take longer than the rows of a few warehouses. Not thread-safe.
 */
final class Columns {

    private final RandomGenerator random;
    private final RandomText text;
    private final List<Column> columns = new ArrayList<>();

    /** @param random random stream of all random columns */
    Columns(RandomGenerator random) {
        this.random = random;
        this.text = new RandomText(random);
    }

    Columns add(Column column) {
        columns.add(column);
        return this;
    }

    /** Adds a whole number that depends on the row, which counts from 0. */
    Columns number(IntUnaryOperator ofRow) {
        return add((sink, row) -> sink.add(ofRow.applyAsInt(row)));
    }

    Columns constant(long value) {
        return add((sink, row) -> sink.add(value));
    }

    Columns constant(String value) {
        return add((sink, row) -> sink.add(value));
    }

    Columns constant(LocalDateTime value) {
        return add((sink, row) -> sink.add(value));
    }

    /** Adds the constant {@code unscaled} times ten to the power of {@code -scale}. */
    Columns constantDecimal(long unscaled, int scale) {
        return add((sink, row) -> sink.addDecimal(unscaled, scale));
    }

    /** Adds a uniform whole number, both ends included. */
    Columns between(int low, int high) {
        return add((sink, row) -> sink.add(Draw.between(random, low, high)));
    }

    /** Adds a uniform decimal number, both ends included, in units of ten to the power of {@code -scale}. */
    Columns decimalBetween(int low, int high, int scale) {
        return add((sink, row) -> sink.addDecimal(Draw.between(random, low, high), scale));
    }

    /** Adds an a-string. */
    Columns letters(int length) {
        return add((sink, row) -> sink.add(text.letters(length)));
    }

    /** Adds an a-string of random length, both ends included. */
    Columns letters(int shortest, int longest) {
        return add((sink, row) -> sink.add(text.letters(shortest, longest)));
    }

    /** Adds an n-string. */
    Columns digits(int length) {
        return add((sink, row) -> sink.add(text.digits(length)));
    }

    /** Adds I_DATA or S_DATA. */
    Columns data() {
        return add((sink, row) -> sink.add(text.data()));
    }

    /** Adds two streets, city, state and zip, as in warehouses, districts and customers. */
    Columns address() {
        return letters(10, 20).letters(10, 20).letters(10, 20).letters(2).add((sink, row) -> sink.add(text.zip()));
    }

    /** Adds one of two columns, selected by the row. */
    Columns either(IntPredicate which, Column holds, Column holdsNot) {
        return add((sink, row) -> (which.test(row) ? holds : holdsNot).add(sink, row));
    }

    /** Creates a writer of rows with these columns. */
    RowWriter writer() {
        Column[] all = columns.toArray(new Column[0]);
        return (sink, row) -> {
            for (Column column : all) {
                column.add(sink, row);
            }
        };
    }

    /** One column of a load. Columns are called in order, row by row, because they share one random stream. Not thread-safe. */
    @FunctionalInterface
    interface Column {

        /**
         * Adds the value of a row.
         *
         * @param row index of the row, from 0
         */
        void add(RowSink sink, int row);
    }
}
