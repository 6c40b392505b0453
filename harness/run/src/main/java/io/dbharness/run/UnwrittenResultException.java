package io.dbharness.run;

import io.dbharness.model.HarnessException;
import io.dbharness.result.RunResult;

/** Thrown if a run has ended but one of its files could not be written. Contains the result. */
public final class UnwrittenResultException extends HarnessException {

    private static final long serialVersionUID = 1L;

    private final transient RunResult result;

    UnwrittenResultException(RunResult result, HarnessException cause) {
        super(String.valueOf(cause.getMessage()), cause);
        this.result = result;
    }

    /** Returns the result; some of its files are missing or incomplete. */
    public RunResult result() {
        return result;
    }
}
