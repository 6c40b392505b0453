package io.dbharness.load;

/** What becomes of an arrival that finds every user busy. */
public enum LatePolicy {
    /** It waits its turn, and the wait is in its response time. */
    QUEUE,
    /** It is not sent; it counts as skipped, and as infinitely slow among the requests that were intended. */
    SKIP
}
