package io.dbharness.sysbench.operation;

/** Gives out ids for rows that the client numbers: never the same twice for one table, and none that the table has. Thread-safe. */
@FunctionalInterface
public interface NewIds {

    /**
     * The next id.
     *
     * @param table from 0
     */
    int next(int table);
}
