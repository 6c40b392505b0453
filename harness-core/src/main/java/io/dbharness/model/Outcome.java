package io.dbharness.model;

/** How an invocation ended. */
public enum Outcome {
    COMPLETED,
    /** Rolled back because the workload says so (TPC-C clause 2.4.1.4: one New-Order in a hundred); counts as completed. */
    ROLLED_BACK_AS_SPECIFIED,
    FAILED
}
