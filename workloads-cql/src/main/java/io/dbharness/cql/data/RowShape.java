package io.dbharness.cql.data;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The shape of a row.
 *
 * @param columns         names of its blobs
 * @param size            bytes of each blob
 * @param keyBytes        bytes of a partition key
 * @param rowsInPartition clustering rows of a partition; 1 for a table without a clustering column
 */
public record RowShape(List<String> columns, ValueSize size, int keyBytes, int rowsInPartition) {

    /** Default of cassandra-stress. */
    public static final int KEY_BYTES = 10;

    /**
     * Bytes of a partition beside its rows and its key, which is stored twice. Measured on Cassandra 5.0 after a major compaction, without
     * compression, over all components.
     */
    private static final int PARTITION_BYTES = 12;

    /** Bytes of a row beside its values, each of which takes one more byte for its length. Measured in the same way. */
    private static final int ROW_BYTES = 10;

    public RowShape {
        columns = List.copyOf(columns);
    }

    /** Creates a shape of blobs of one size. */
    public RowShape(List<String> columns, int columnBytes, int keyBytes, int rowsInPartition) {
        this(columns, ValueSize.fixed(columnBytes), keyBytes, rowsInPartition);
    }

    /** Creates a shape with the keys and column names of cassandra-stress. */
    public RowShape(int columns, int columnBytes, int rowsInPartition) {
        this(names(columns), columnBytes, KEY_BYTES, rowsInPartition);
    }

    /** Returns the column names of cassandra-stress. */
    public static List<String> names(int columns) {
        return IntStream.range(0, columns).mapToObj(column -> "C" + column).toList();
    }

    /**
     * The amount of data.
     *
     * @param rows      number of rows; 0 if bytes decide or none are loaded
     * @param nodeBytes bytes to load on each node, or 0
     * @param reach     the highest number of a row that requests may use beyond the loaded rows, from 1; 0 for none
     */
    public record Amount(long rows, long nodeBytes, long reach) {

        /** Creates an amount for requests that use only loaded rows. */
        public Amount(long rows, long nodeBytes) {
            this(rows, nodeBytes, 0);
        }

        /** Returns true if nothing is loaded: a run needs only the table and accepts any content. */
        public boolean tableOnly() {
            return rows == 0 && nodeBytes == 0;
        }

        /** Returns the number of rows for a cluster, in whole partitions. */
        long rows(RowShape shape, int nodes, int replicas) {
            if (tableOnly()) {
                return 0;
            }
            long partitions =
                    rows > 0 ? rows / shape.rowsInPartition() : nodeBytes / shape.partitionBytes() * nodes / replicas;
            return Math.max(1, partitions) * shape.rowsInPartition();
        }

        /** Returns about the bytes on one node if each node has a replica of every row. */
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

    /**
     * Returns the table's name. The default shape of cassandra-stress has the table name of cassandra-stress; other shapes have other
     * tables beside it.
     */
    String table() {
        if (equals(new RowShape(5, 34, 1))) {
            return "standard1";
        }
        return String.format(Locale.ROOT, "stress_%dx%s", columns.size(), size.name())
                + (keyBytes == KEY_BYTES ? "" : "_k" + keyBytes)
                + (clustered() ? "_c" + rowsInPartition : "");
    }

    /** Returns about the bytes of a partition on the disk of one replica; measured tables were within two per cent. */
    long partitionBytes() {
        long row = ROW_BYTES + Math.round(columns.size() * (size.mean() + 1));
        return PARTITION_BYTES + 2L * keyBytes + rowsInPartition * row;
    }

    boolean clustered() {
        return rowsInPartition > 1;
    }

    @Override
    public String toString() {
        String values = columns.size() + " x " + size + " bytes";
        String named = columns.equals(names(columns.size())) ? "" : " in " + String.join(", ", columns);
        String keys = keyBytes == KEY_BYTES ? "" : ", keys of " + keyBytes + " bytes";
        return values + named + keys + (clustered() ? ", " + rowsInPartition + " rows a partition" : "");
    }
}
