package io.dbharness.model;

/** The effect of an operation on the data, for the read / write / total columns of a percentile table. */
public enum OperationKind {
    READ,
    WRITE,
    /** Reads and writes in one unit. */
    TRANSACTION
}
