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
 * Consecutive rows of one table, loaded in one transaction. They depend only on the seed, the table and the position of the part, and not
 * on the order or number of connections of a load.
 *
 * @param table table of the rows
 * @param first first id
 * @param last  last id
 */
record SysbenchRowPart(SysbenchTable table, int first, int last) {

    /** About 40 MB: small enough to distribute a table among loaders and to repeat, large enough that a commit costs little. */
    private static final int MOST_ROWS = 200_000;

    static List<SysbenchRowPart> of(SysbenchTable table, int rows) {
        List<SysbenchRowPart> parts = new ArrayList<>();
        for (long first = 1; first <= rows; first += MOST_ROWS) {
            parts.add(new SysbenchRowPart(table, (int) first, (int) Math.min(first + MOST_ROWS - 1, rows)));
        }
        return parts;
    }

    /** Creates the part to load in one transaction. */
    LoadPart load(Seed seed, int tableSize) {
        long stream = ((long) table.number() << Integer.SIZE) + first;
        return new LoadPart(
                "rows " + first + " to " + last + " of " + table.sqlName(),
                List.of(new TableRows(
                        table.sqlName(),
                        SysbenchTable.COLUMNS,
                        last - first + 1L,
                        () -> new Rows(seed.stream("sysbench-load", stream), tableSize, first))));
    }

    /** Writes the rows in order. Not thread-safe. */
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

        /** Sets a text of digits and dashes, which need no escaping. */
        private Alphanumeric text(Alphanumeric text, int groups) {
            return text.length(texts.write(groups, text.bytes()));
        }
    }
}
