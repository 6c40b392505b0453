package io.dbharness.cql.data;

/**
 * How many rows there are to be.
 *
 * @param rows      their number, or 0 when bytes decide
 * @param nodeBytes how much each node is to hold, or 0 when rows decide
 */
public record Amount(long rows, long nodeBytes) {

    public Amount {
        if (rows > 0 == nodeBytes > 0) {
            throw new IllegalArgumentException("either rows or bytes: " + rows + ", " + nodeBytes);
        }
    }

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
