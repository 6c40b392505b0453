package io.dbharness.tpcc.operation;

/** The transactions as stored procedures; their text is in {@code tpcc/procedures}, by dialect, with what each parameter means. */
public enum ProcedureStatement {
    /** Makes others who install wait until the transaction ends. */
    LOCK,
    /** The version that is installed, as {@link #MARK} recorded it; null or no row where there is none. */
    VERSION,
    /** Records the version, which replaces <code>${version}</code>. */
    MARK,
    /** Removes the procedures of any version, if they are there. */
    DROP,
    CREATE_NEW_ORDER,
    CREATE_PAYMENT,
    CREATE_ORDER_STATUS,
    CREATE_DELIVERY,
    CREATE_STOCK_LEVEL,
    NEW_ORDER,
    PAYMENT,
    ORDER_STATUS,
    DELIVERY,
    STOCK_LEVEL
}
