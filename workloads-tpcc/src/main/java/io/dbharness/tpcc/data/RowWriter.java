package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;

/** Makes the rows of one part of one table, one after the other. One thread; to make them again takes a new one. */
@FunctionalInterface
interface RowWriter {

    /** Adds the values of the next row, without ending it. */
    void write(RowSink sink);
}
