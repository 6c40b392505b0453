package io.dbharness.tpcc.data;

import java.util.List;
import java.util.function.Supplier;

/**
 * Rows for one table.
 *
 * @param table  where they go
 * @param rows   how many there are
 * @param columns make them from the first one on; equal rows every time
 */
record TableLoad(Table table, long rows, Supplier<List<Column>> columns) {}
