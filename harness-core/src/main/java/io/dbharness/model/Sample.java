package io.dbharness.model;

/**
 * One finished invocation. All times are nanoseconds on the run clock.
 *
 * @param operation      what was asked
 * @param intended       when the load model meant it to start
 * @param started        when it was sent, with a session in hand
 * @param ended          when its last attempt ended
 * @param connectionWait how long it waited for a session between {@code intended} and {@code started}
 * @param outcome        how it ended
 * @param failure        why it failed; {@code NONE} unless the outcome is {@code FAILED}
 * @param attempts       attempts made, at least 1
 */
public record Sample(
        Operation operation,
        long intended,
        long started,
        long ended,
        long connectionWait,
        Outcome outcome,
        FailureKind failure,
        int attempts) {

    /** What the requester waited: from intended start to end. */
    public long responseNanos() {
        return ended - intended;
    }

    /** What the target took: from actual start to end, retries and their back-off included. */
    public long serviceNanos() {
        return ended - started;
    }

    /** How late the client itself was: actual minus intended start, less the wait for a session. */
    public long dispatchNanos() {
        return started - intended - connectionWait;
    }

    public boolean failed() {
        return outcome == Outcome.FAILED;
    }
}
