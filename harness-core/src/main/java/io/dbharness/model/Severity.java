package io.dbharness.model;

/** What a caveat does to a verdict. */
public enum Severity {
    /** Worth knowing; the verdict stands. */
    NOTE,
    /** A reason to distrust the numbers. */
    SUSPECT,
    /** The numbers do not mean what they say. */
    INVALID
}
