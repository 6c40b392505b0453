package io.dbharness.tpcc.data;

/** The statements about a data set; their text is in {@code tpcc/data}, by dialect. */
enum DataStatement {
    MARKER_CREATE_TABLE,
    MARKER_COUNT,
    MARKER_DROP_TABLE,
    MARKER_READ,
    MARKER_PROBE,
    MARKER_LOCK,
    MARKER_DELETE,
    MARKER_INSERT,
    MARKER_COMPLETE,
    CHECK_WAREHOUSE_YTD,
    CHECK_ORDERS,
    CHECK_ORDER_LINES,
    CHECK_WAREHOUSE_HISTORY,
    CHECK_DISTRICT_HISTORY,
    CHECK_CUSTOMERS,
    CHECK_STOCK,
    CHECK_ORDER_LINE_AMOUNT
}
