package io.dbharness.cql.data;

import java.util.Locale;

/**
 * What a row looks like.
 *
 * @param columns         blobs, named c0, c1 and so on
 * @param columnBytes     of each
 * @param rowsInPartition clustering rows of a partition; 1 for a table without a clustering column
 */
public record RowShape(int columns, int columnBytes, int rowsInPartition) {

    /** Measured on Cassandra 5.0 after a major compaction, compression off, all components: what a partition takes beside its rows. */
    private static final int PARTITION_BYTES = 32;

    /** Measured likewise: what a row takes beside its values. */
    private static final int ROW_BYTES = 10;

    private static final int LENGTH_OF_VALUE = 1;

    public RowShape {
        if (columns < 1 || columnBytes < 1 || rowsInPartition < 1) {
            throw new IllegalArgumentException("not a row: " + columns + " of " + columnBytes);
        }
    }

    /** Tables of different shapes live side by side. */
    String table() {
        String base = String.format(Locale.ROOT, "stress_%dx%d", columns, columnBytes);
        return rowsInPartition == 1 ? base : base + "_c" + rowsInPartition;
    }

    /** About what a partition takes on the disk of one replica; measured tables were within two per cent. */
    long partitionBytes() {
        long row = ROW_BYTES + (long) columns * (columnBytes + LENGTH_OF_VALUE);
        return PARTITION_BYTES + rowsInPartition * row;
    }

    boolean clustered() {
        return rowsInPartition > 1;
    }

    @Override
    public String toString() {
        String values = columns + " x " + columnBytes + " bytes";
        return clustered() ? values + ", " + rowsInPartition + " rows a partition" : values;
    }
}
