package io.dbharness.cql.data;

import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Asks for more rows as long as the nodes hold less of a table than they should. Used for one load; one thread. */
final class FillToSize {

    private static final int MOST_ROUNDS = 3;
    /** About how far copies of one table differ from node to node, and the first estimate of rows from the truth. */
    private static final double TOLERANCE = 0.02;
    /** A small table is measured badly, so no round extrapolates further than this. */
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
     * @param size            measures what a node holds of the table, on average; empty when nodes do not report it
     * @param nodeBytes       what each node is to hold
     * @param rowsInPartition rows come in whole partitions
     */
    FillToSize(Function<Progress, OptionalDouble> size, long nodeBytes, int rowsInPartition) {
        this.size = size;
        this.nodeBytes = nodeBytes;
        this.rowsInPartition = rowsInPartition;
    }

    /** How many rows there are to be; {@code loaded} when they are enough. */
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

    /** A table too small for the nodes to report counts as large enough: nothing is known of it. */
    private boolean isShort() {
        return held.orElse(0) > 0 && nodeBytes - held.getAsDouble() > Math.max(MEBIBYTE, TOLERANCE * nodeBytes);
    }

    /** The outcome. */
    Check check() {
        String found = held.isPresent()
                ? Math.round(held.getAsDouble() / MEBIBYTE) + " MiB on each node, written out and merged"
                : "the nodes do not report their size (before Cassandra 4.0 by JMX only)";
        String asked = String.format(Locale.ROOT, "%.1f MiB asked for", (double) nodeBytes / MEBIBYTE);
        String detail = rows + " rows: " + found + ", of " + asked + "; rounds of adding rows: " + rounds;
        return new Check("fill", "before", !isShort(), detail);
    }
}
