package io.dbharness.cql.data;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What a row looks like.
 *
 * @param columns         names of its blobs
 * @param columnBytes     of each
 * @param keyBytes        of a partition's key
 * @param rowsInPartition clustering rows of a partition; 1 for a table without a clustering column
 */
public record RowShape(List<String> columns, int columnBytes, int keyBytes, int rowsInPartition) {

    /** As long as the keys of cassandra-stress are unless one says otherwise. */
    public static final int KEY_BYTES = 10;

    /**
     * Measured on Cassandra 5.0 after a major compaction, compression off, all components: what a partition takes beside its rows and its
     * key, which is kept twice.
     */
    private static final int PARTITION_BYTES = 12;

    /** Measured likewise: what a row takes beside its values, each of which takes a byte more for its length. */
    private static final int ROW_BYTES = 10;

    public RowShape {
        columns = List.copyOf(columns);
    }

    /** With keys and column names as cassandra-stress has them. */
    public RowShape(int columns, int columnBytes, int rowsInPartition) {
        this(names(columns), columnBytes, KEY_BYTES, rowsInPartition);
    }

    /** The names that cassandra-stress gives so many columns. */
    public static List<String> names(int columns) {
        return IntStream.range(0, columns).mapToObj(column -> "C" + column).toList();
    }

    /**
     * How many rows there are to be.
     *
     * @param rows      their number, or 0 when bytes decide, or when none are loaded
     * @param nodeBytes how much each node is to hold, or 0
     * @param reach     the highest number of a row that requests may use beyond those loaded, from 1; 0 for none
     */
    public record Amount(long rows, long nodeBytes, long reach) {

        /** Of requests that stay among the rows that are loaded. */
        public Amount(long rows, long nodeBytes) {
            this(rows, nodeBytes, 0);
        }

        /** Whether nothing is loaded: the table alone is needed, and what is in it is whatever there is. */
        public boolean tableOnly() {
            return rows == 0 && nodeBytes == 0;
        }

        /** The rows for a cluster, whole partitions only. */
        long rows(RowShape shape, int nodes, int replicas) {
            if (tableOnly()) {
                return 0;
            }
            long partitions =
                    rows > 0 ? rows / shape.rowsInPartition() : nodeBytes / shape.partitionBytes() * nodes / replicas;
            return Math.max(1, partitions) * shape.rowsInPartition();
        }

        /** About what one node holds when each has a replica of every row. */
        long bytes(RowShape shape) {
            return nodeBytes > 0 ? nodeBytes : Math.max(rows, reach) / shape.rowsInPartition() * shape.partitionBytes();
        }

        @Override
        public String toString() {
            if (tableOnly()) {
                return "no rows loaded";
            }
            return rows > 0 ? rows + " rows" : nodeBytes + " bytes a node";
        }
    }

    /** The default of cassandra-stress has the name that it has there; tables of other shapes live beside it. */
    String table() {
        if (equals(new RowShape(5, 34, 1))) {
            return "standard1";
        }
        return String.format(Locale.ROOT, "stress_%dx%d", columns.size(), columnBytes)
                + (keyBytes == KEY_BYTES ? "" : "_k" + keyBytes)
                + (clustered() ? "_c" + rowsInPartition : "");
    }

    /** About what a partition takes on the disk of one replica; measured tables were within two per cent. */
    long partitionBytes() {
        long row = ROW_BYTES + columns.size() * (columnBytes + 1L);
        return PARTITION_BYTES + 2L * keyBytes + rowsInPartition * row;
    }

    boolean clustered() {
        return rowsInPartition > 1;
    }

    @Override
    public String toString() {
        String values = columns.size() + " x " + columnBytes + " bytes";
        String named = columns.equals(names(columns.size())) ? "" : " in " + String.join(", ", columns);
        String keys = keyBytes == KEY_BYTES ? "" : ", keys of " + keyBytes + " bytes";
        return values + named + keys + (clustered() ? ", " + rowsInPartition + " rows a partition" : "");
    }
}
