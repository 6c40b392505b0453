package io.dbharness.sysbench.data;

/** The statements about a data set; their text is in {@code sysbench/data}, by dialect. */
enum DataStatement {
    SHAPES,
    MAX_ID,
    MAX_K
}
