package io.dbharness.model;

/** Why an attempt failed, as the target's own classifier judges. */
public enum FailureKind {
    /** No failure: the null object of successful samples. */
    NONE(false),
    SERIALIZATION(true),
    DEADLOCK(true),
    /** The server asks the client to slow down and try again. */
    OVERLOADED(true),
    TIMEOUT(false),
    /** The server refuses because too few replicas are up; nothing was done, and asking again at once would not help. */
    UNAVAILABLE(false),
    /** The outcome of the last statement is unknown, so the attempt is not repeated. */
    CONNECTION_LOST(false),
    CONSTRAINT(false),
    /** Fewer rows were seen or changed than the data set guarantees; see {@link UnexpectedRowsException}. */
    UNEXPECTED_ROWS(false),
    OTHER(false);

    private final boolean transientFailure;

    FailureKind(boolean transientFailure) {
        this.transientFailure = transientFailure;
    }

    /** Returns true if the invocation may be retried: the server guarantees that the failed attempt left nothing behind. */
    public boolean isTransient() {
        return transientFailure;
    }
}
