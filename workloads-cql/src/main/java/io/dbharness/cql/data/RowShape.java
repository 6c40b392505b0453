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

    /** Measured likewise: what a row takes beside its values, each of which takes a byte more for its length. */
    private static final int ROW_BYTES = 10;

    /**
     * How many rows there are to be.
     *
     * @param rows      their number, or 0 when bytes decide
     * @param nodeBytes how much each node is to hold, or 0 when rows decide
     */
    public record Amount(long rows, long nodeBytes) {

        /** The rows for a cluster, whole partitions only. */
        long rows(RowShape shape, int nodes, int replicas) {
            long partitions =
                    rows > 0 ? rows / shape.rowsInPartition() : nodeBytes / shape.partitionBytes() * nodes / replicas;
            return Math.max(1, partitions) * shape.rowsInPartition();
        }

        /** About what one node holds when each has a replica of every row. */
        long bytes(RowShape shape) {
            return nodeBytes > 0 ? nodeBytes : rows / shape.rowsInPartition() * shape.partitionBytes();
        }

        @Override
        public String toString() {
            return rows > 0 ? rows + " rows" : nodeBytes + " bytes a node";
        }
    }

    /** Tables of different shapes live side by side. */
    String table() {
        String base = String.format(Locale.ROOT, "stress_%dx%d", columns, columnBytes);
        return rowsInPartition == 1 ? base : base + "_c" + rowsInPartition;
    }

    /** About what a partition takes on the disk of one replica; measured tables were within two per cent. */
    long partitionBytes() {
        long row = ROW_BYTES + columns * (columnBytes + 1L);
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
