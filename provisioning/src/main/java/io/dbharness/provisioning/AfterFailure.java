package io.dbharness.provisioning;

/** What becomes of the things that were made before a step failed. */
public enum AfterFailure {
    /** They are taken away, in the reverse order of their making. */
    REMOVE,
    /** They stand, to be looked at, until {@code down}. */
    KEEP
}
