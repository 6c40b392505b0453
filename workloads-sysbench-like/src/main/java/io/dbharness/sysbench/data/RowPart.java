package io.dbharness.sysbench.data;

import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.LoadPart.RowWriter;
import io.dbharness.jdbc.dataset.LoadPart.TableRows;
import io.dbharness.jdbc.dialect.Alphanumeric;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.random.Seed;
import io.dbharness.sysbench.input.DigitGroups;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Neighbouring rows of one table, loaded in one transaction. They depend on the seed, the table and the place of the part only, so they
 * are the same in whatever order and on however many connections the parts are loaded.
 *
 * @param table where they go
 * @param first the first id
 * @param last  the last id
 */
record RowPart(Table table, int first, int last) {

    /** Some 40 MB: small enough to share a table between loaders and to do again, big enough that a commit does not matter. */
    private static final int MOST_ROWS = 200_000;

    static List<RowPart> of(Table table, int rows) {
        List<RowPart> parts = new ArrayList<>();
        for (long first = 1; first <= rows; first += MOST_ROWS) {
            parts.add(new RowPart(table, (int) first, (int) Math.min(first + MOST_ROWS - 1, rows)));
        }
        return parts;
    }

    /** What is loaded in one transaction. */
    LoadPart load(Seed seed, int tableSize) {
        long stream = ((long) table.number() << Integer.SIZE) + first;
        return new LoadPart(
                "rows " + first + " to " + last + " of " + table.sqlName(),
                List.of(new TableRows(
                        table.sqlName(),
                        Table.COLUMNS,
                        last - first + 1L,
                        () -> new Rows(seed.stream("sysbench-load", stream), tableSize, first))));
    }

    /** The rows one after the other. One thread. */
    private static final class Rows implements RowWriter {

        private final RandomGenerator random;
        private final DigitGroups texts;
        private final Alphanumeric c = new Alphanumeric(DigitGroups.length(DigitGroups.C_GROUPS) + 1);
        private final Alphanumeric pad = new Alphanumeric(DigitGroups.length(DigitGroups.PAD_GROUPS) + 1);
        private final int tableSize;
        private final int first;

        Rows(RandomGenerator random, int tableSize, int first) {
            this.random = random;
            this.texts = new DigitGroups(random);
            this.tableSize = tableSize;
            this.first = first;
        }

        @Override
        public void write(RowSink sink, int row) {
            sink.add(first + row)
                    .add(1 + random.nextInt(tableSize))
                    .add(text(c, DigitGroups.C_GROUPS))
                    .add(text(pad, DigitGroups.PAD_GROUPS));
        }

        /** Digits and dashes: nothing that has to be escaped. */
        private Alphanumeric text(Alphanumeric text, int groups) {
            return text.length(texts.write(groups, text.bytes()));
        }
    }
}
