package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;

/** One column of a load. Columns are asked in their order, row by row, because they draw from one stream. One thread. */
@FunctionalInterface
interface Column {

    /**
     * Adds the value of a row.
     *
     * @param row from 0
     */
    void add(RowSink sink, int row);
}
