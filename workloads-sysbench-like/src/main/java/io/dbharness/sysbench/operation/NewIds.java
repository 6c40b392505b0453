package io.dbharness.sysbench.operation;

import io.dbharness.load.Slice;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** Ids for rows that the client numbers: in their order, after the last one of each table. Thread-safe. */
public final class NewIds {

    private final IntUnaryOperator lastOfTable;
    private final Slice slice;
    private final Map<Integer, AtomicInteger> lasts = new ConcurrentHashMap<>();

    /**
     * Ids for any number of tables.
     *
     * @param lastOfTable tells the last id of a table, from 0; asked once a table, when the first id is wanted
     * @param slice       which of the new ids are this process's: every n-th
     */
    public NewIds(IntUnaryOperator lastOfTable, Slice slice) {
        this.lastOfTable = lastOfTable;
        this.slice = slice;
    }

    /** Those of one of several processes. */
    public NewIds slice(Slice part) {
        return new NewIds(lastOfTable, part);
    }

    /**
     * The next id: never the same twice for one table, and none that the table has.
     *
     * @param table from 0
     */
    public int next(int table) {
        return lasts.computeIfAbsent(
                        table,
                        number -> new AtomicInteger(lastOfTable.applyAsInt(number) + 1 + slice.index() - slice.of()))
                .addAndGet(slice.of());
    }
}
