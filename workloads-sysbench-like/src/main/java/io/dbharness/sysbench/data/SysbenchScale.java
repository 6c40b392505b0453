package io.dbharness.sysbench.data;

import java.util.Locale;

/**
 * The scale of a data set, equal for interchangeable data sets.
 *
 * @param tables         number of tables, at least 1
 * @param tableSize      rows of each table, at least 1
 * @param secondaryIndex true if {@code k} has an index
 * @param serverIds      true if the server generates the ids of new rows
 * @param partitioning   partitioning of the rows in a distributed server
 */
public record SysbenchScale(
        int tables, int tableSize, boolean secondaryIndex, boolean serverIds, Partitioning partitioning) {

    /** The partitioning of rows over tablets. */
    public enum Partitioning {
        /** The default of the server. */
        SERVER(""),
        HASH("-hash"),
        RANGE("-range");

        private final String suffix;

        Partitioning(String suffix) {
            this.suffix = suffix;
        }
    }

    /** Returns the name of the script that creates such a table. */
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
