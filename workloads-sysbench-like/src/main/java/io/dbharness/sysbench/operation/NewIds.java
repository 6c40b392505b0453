package io.dbharness.sysbench.operation;

import io.dbharness.load.Slice;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** Generates ids for rows that the client numbers: ascending, after the last id of each table. Thread-safe. */
public final class NewIds {

    private final IntUnaryOperator lastOfTable;
    private final Slice slice;
    private final Map<Integer, AtomicInteger> lasts = new ConcurrentHashMap<>();

    /**
     * Creates a generator for any number of tables.
     *
     * @param lastOfTable returns the last id of a table, whose index counts from 0; called once for each table, at the first id
     * @param slice       new ids of this process: every n-th
     */
    public NewIds(IntUnaryOperator lastOfTable, Slice slice) {
        this.lastOfTable = lastOfTable;
        this.slice = slice;
    }

    /** Returns the generator of one of several processes. */
    public NewIds slice(Slice part) {
        return new NewIds(lastOfTable, part);
    }

    /**
     * Returns the next id of a table, which is unique.
     *
     * @param table index of the table, from 0
     */
    public int next(int table) {
        return lasts.computeIfAbsent(
                        table,
                        number -> new AtomicInteger(lastOfTable.applyAsInt(number) + 1 + slice.index() - slice.of()))
                .addAndGet(slice.of());
    }
}
