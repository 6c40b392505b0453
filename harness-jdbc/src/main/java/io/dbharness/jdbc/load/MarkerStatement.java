package io.dbharness.jdbc.load;

/** Statements on the table {@code dbharness_dataset}; their text is in {@code jdbc/marker}, by dialect. */
enum MarkerStatement {
    CREATE_TABLE,
    READ,
    /** Answers nothing when somebody loads. */
    PROBE,
    /** The same, and keeps others from loading until the transaction ends. */
    LOCK,
    INSERT,
    COMPLETE,
    DELETE,
    PARTS,
    INSERT_PART,
    DELETE_PARTS,
    COUNT,
    DROP_TABLE
}
