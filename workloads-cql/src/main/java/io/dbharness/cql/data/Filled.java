package io.dbharness.cql.data;

import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Asks for more rows as long as the nodes hold less of a table than they are to. Used for one load; one thread. */
final class Filled implements Growth {

    private static final int MOST_ROUNDS = 3;
    /** About as far as copies of one table on several nodes differ, and as the estimate is off that rows are first counted by. */
    private static final double TOLERANCE = 0.02;
    /** What is so small that it was measured badly is not extrapolated further. */
    private static final double MOST_GROWTH = 2;
    /** The unit that nodes tell their size in. */
    private static final long MEBIBYTE = 1L << 20;

    private final Function<Progress, OptionalDouble> size;
    private final long nodeBytes;
    private final int rowsInPartition;
    private int rounds;
    private long rows;
    private OptionalDouble held = OptionalDouble.empty();

    /**
     * @param size            measures what a node holds of the table, on average; empty when nodes do not tell
     * @param nodeBytes       what each node is to hold
     * @param rowsInPartition rows come in whole partitions
     */
    Filled(Function<Progress, OptionalDouble> size, long nodeBytes, int rowsInPartition) {
        this.size = size;
        this.nodeBytes = nodeBytes;
        this.rowsInPartition = rowsInPartition;
    }

    @Override
    public long units(long loaded, Progress progress) {
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

    /** Of a table too small to be told nothing is known. */
    private boolean isShort() {
        return held.orElse(0) > 0 && nodeBytes - held.getAsDouble() > Math.max(MEBIBYTE, TOLERANCE * nodeBytes);
    }

    /** What came of it. */
    Check check() {
        String found = held.isPresent()
                ? String.format(
                        Locale.ROOT, "%.0f MiB on each node, written out and merged", held.getAsDouble() / MEBIBYTE)
                : "the nodes do not tell their size (before Cassandra 4.0)";
        return new Check(
                "fill",
                "before",
                !isShort(),
                String.format(
                        Locale.ROOT,
                        "%d rows: %s, of %.1f MiB asked for; rounds of adding rows: %d",
                        rows,
                        found,
                        (double) nodeBytes / MEBIBYTE,
                        rounds));
    }
}
