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
 * Puts the columns of a table together, in the words of clause 4.3.3.1. Each column is an object of its own rather than a line in one long
 * method for a reason: the compiler of the virtual machine would copy everything that such a method calls into it, and take longer for that
 * than the rows of a few warehouses take. One thread.
 */
final class Columns {

    private final RandomGenerator random;
    private final RandomText text;
    private final List<Column> columns = new ArrayList<>();

    /** @param random the stream that all random columns draw from */
    Columns(RandomGenerator random) {
        this.random = random;
        this.text = new RandomText(random);
    }

    Columns add(Column column) {
        columns.add(column);
        return this;
    }

    /** A whole number by row, which counts from 0. */
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

    /** {@code unscaled} times ten to the power of {@code -scale}. */
    Columns constantDecimal(long unscaled, int scale) {
        return add((sink, row) -> sink.addDecimal(unscaled, scale));
    }

    /** Uniform, both ends included. */
    Columns between(int low, int high) {
        return add((sink, row) -> sink.add(Draw.between(random, low, high)));
    }

    /** Uniform, both ends included, in units of ten to the power of {@code -scale}. */
    Columns decimalBetween(int low, int high, int scale) {
        return add((sink, row) -> sink.addDecimal(Draw.between(random, low, high), scale));
    }

    /** An a-string. */
    Columns letters(int length) {
        return add((sink, row) -> sink.add(text.letters(length)));
    }

    /** An a-string of random length, both ends included. */
    Columns letters(int shortest, int longest) {
        return add((sink, row) -> sink.add(text.letters(shortest, longest)));
    }

    /** An n-string. */
    Columns digits(int length) {
        return add((sink, row) -> sink.add(text.digits(length)));
    }

    /** I_DATA and S_DATA. */
    Columns data() {
        return add((sink, row) -> sink.add(text.data()));
    }

    /** Two streets, city, state and zip, which warehouses, districts and customers share. */
    Columns address() {
        return letters(10, 20).letters(10, 20).letters(10, 20).letters(2).add((sink, row) -> sink.add(text.zip()));
    }

    /** One column or another, by row. */
    Columns either(IntPredicate which, Column holds, Column holdsNot) {
        return add((sink, row) -> (which.test(row) ? holds : holdsNot).add(sink, row));
    }

    /** Rows of these columns. */
    RowWriter writer() {
        Column[] all = columns.toArray(new Column[0]);
        return (sink, row) -> {
            for (Column column : all) {
                column.add(sink, row);
            }
        };
    }

    /** One column of a load. Columns are asked in their order, row by row, because they draw from one stream. One thread. */
    @FunctionalInterface
    interface Column {

        /**
         * Adds the value of a row.
         *
         * @param row from 0
         */
        void add(RowSink sink, int row);
    }
}
