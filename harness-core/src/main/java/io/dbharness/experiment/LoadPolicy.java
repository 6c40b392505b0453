package io.dbharness.experiment;

/** What to do about the data set before a run. */
public enum LoadPolicy {
    /** Use a complete one of the same scale, load when there is none, refuse anything else. */
    AUTO,
    /** Drop what is there and load anew. */
    ALWAYS,
    /** As {@code AUTO}, then end without a run. */
    ONLY,
    /** Use what is there, refuse when it is not complete. */
    NEVER
}
