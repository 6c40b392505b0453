package io.dbharness.tpcc.operation;

/** The statements of the transactions; their text is in {@code tpcc/sql}, by dialect, with what each parameter means. */
public enum TransactionStatement {
    NEW_ORDER,
    NEW_ORDER_REPEATED_ITEMS,
    PAYMENT_BY_NUMBER,
    PAYMENT_BY_LAST_NAME,
    ORDER_STATUS_BY_NUMBER,
    ORDER_STATUS_BY_LAST_NAME,
    DELIVERY,
    STOCK_LEVEL
}
