package io.dbharness.load;

/** How arrivals of a rate are spread. */
public enum Spacing {
    /** Evenly: arrival <i>n</i> comes when <i>n</i> are expected. */
    UNIFORM,
    /** As independent requesters send: exponential gaps in expected arrivals. */
    POISSON
}
