package io.dbharness.cql.data;

import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Requests more rows as long as the nodes hold less of a table than requested. Used for one load. Not thread-safe: one thread. */
final class FillToSize {

    private static final int MOST_ROUNDS = 3;
    /** About how much copies of one table differ between nodes, and how much the first estimate of rows differs from the truth. */
    private static final double TOLERANCE = 0.02;
    /** The size of a small table is imprecise, so no round extrapolates further than this factor. */
    private static final double MOST_GROWTH = 2;
    /** The unit in which nodes report their size. */
    private static final long MEBIBYTE = 1L << 20;

    private final Function<Progress, OptionalDouble> size;
    private final long nodeBytes;
    private final int rowsInPartition;
    private int rounds;
    private long rows;
    private OptionalDouble held = OptionalDouble.empty();

    /**
     * @param size            measures the bytes of the table on a node, on average; empty if nodes do not report it
     * @param nodeBytes       target size on each node
     * @param rowsInPartition rows come in whole partitions
     */
    FillToSize(Function<Progress, OptionalDouble> size, long nodeBytes, int rowsInPartition) {
        this.size = size;
        this.nodeBytes = nodeBytes;
        this.rowsInPartition = rowsInPartition;
    }

    /** Returns the number of rows to load in total; {@code loaded} if that is enough. */
    long units(long loaded, Progress progress) {
        rows = loaded;
        held = size.apply(progress);
        held.ifPresent(
                bytes -> progress.advance("fill", (long) bytes / MEBIBYTE, nodeBytes / MEBIBYTE, "MiB on each node"));
        if (!isShort() || rounds == MOST_ROUNDS) {
            return loaded;
        }
        rounds++;
        double growth = Math.min(MOST_GROWTH, nodeBytes / held.getAsDouble());
        long partitions = loaded / rowsInPartition;
        return (long) Math.ceil(partitions * growth) * rowsInPartition;
    }

    /**
     * Returns true if the nodes hold too little. A table too small for the nodes to report counts as large enough, because nothing is known
     * of it.
     */
    private boolean isShort() {
        return held.orElse(0) > 0 && nodeBytes - held.getAsDouble() > Math.max(MEBIBYTE, TOLERANCE * nodeBytes);
    }

    /** Returns the outcome. */
    Check check() {
        String found = held.isPresent()
                ? Math.round(held.getAsDouble() / MEBIBYTE) + " MiB on each node, written out and merged"
                : "the nodes do not report their size (before Cassandra 4.0 over JMX only)";
        String asked = String.format(Locale.ROOT, "%.1f MiB asked for", (double) nodeBytes / MEBIBYTE);
        String detail = rows + " rows: " + found + ", of " + asked + "; rounds of adding rows: " + rounds;
        return new Check("fill", "before", !isShort(), detail);
    }
}
