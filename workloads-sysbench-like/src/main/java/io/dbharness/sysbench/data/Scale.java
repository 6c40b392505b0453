package io.dbharness.sysbench.data;

import java.util.Locale;

/**
 * What makes two data sets alike.
 *
 * @param tables         how many, at least 1
 * @param tableSize      rows of each, at least 1
 * @param secondaryIndex whether {@code k} has an index
 * @param serverIds      whether the server makes the ids of new rows
 * @param partitioning   how a distributed server spreads the rows
 */
public record Scale(int tables, int tableSize, boolean secondaryIndex, boolean serverIds, Partitioning partitioning) {

    /** How rows are spread over tablets. */
    public enum Partitioning {
        /** In the server's own way. */
        SERVER(""),
        HASH("-hash"),
        RANGE("-range");

        private final String suffix;

        Partitioning(String suffix) {
            this.suffix = suffix;
        }
    }

    /** The name of the script that makes such a table. */
    String script() {
        return "table-" + (serverIds ? "serial" : "plain") + partitioning.suffix;
    }

    public long rows() {
        return (long) tables * tableSize;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d %s x %,d rows", tables, tables == 1 ? "table" : "tables", tableSize)
                + (secondaryIndex ? "" : " without secondary index")
                + (serverIds ? "" : " with ids from the client")
                + (partitioning == Partitioning.SERVER
                        ? ""
                        : " partitioned by " + partitioning.name().toLowerCase(Locale.ROOT));
    }
}
