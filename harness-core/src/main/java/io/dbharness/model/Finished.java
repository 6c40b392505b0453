package io.dbharness.model;

/** One finished invocation, as it is recorded. All times are nanoseconds on the run clock. */
public interface Finished {

    /** What was asked. */
    Operation operation();

    /** When the load model meant it to start. */
    long intended();

    /** When it was sent, with a session in hand. */
    long started();

    /** When its last attempt ended. */
    long ended();

    /** How long it waited for a session between {@link #intended} and {@link #started}. */
    long connectionWait();

    /** How it ended. */
    Outcome outcome();

    /** Why it failed; {@code NONE} unless the outcome is {@code FAILED}. */
    FailureKind failure();

    /** Attempts made, at least 1. */
    int attempts();

    /** What the requester waited: from intended start to end. */
    default long responseNanos() {
        return ended() - intended();
    }

    /** What the target took: from actual start to end, retries and their back-off included. */
    default long serviceNanos() {
        return ended() - started();
    }

    /** How late the client itself was: actual minus intended start, less the wait for a session. */
    default long dispatchNanos() {
        return started() - intended() - connectionWait();
    }

    default boolean failed() {
        return outcome() == Outcome.FAILED;
    }
}
