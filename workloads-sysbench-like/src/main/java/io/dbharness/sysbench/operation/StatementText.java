package io.dbharness.sysbench.operation;

/** The texts in {@code sysbench/sql}, by dialect. */
public enum StatementText {
    POINT_SELECT,
    SIMPLE_RANGE,
    SUM_RANGE,
    ORDER_RANGE,
    DISTINCT_RANGE,
    RANDOM_POINTS,
    RANDOM_RANGES,
    /** One of the conditions that {@link #RANDOM_RANGES} repeats. */
    RANDOM_RANGE,
    INDEX_UPDATE,
    NON_INDEX_UPDATE,
    DELETE,
    INSERT,
    INSERT_WITH_ID,
    COMMIT
}
