package io.dbharness.run;

import io.dbharness.model.HarnessException;
import io.dbharness.result.RunResult;

/** A run ended, and something that it leaves could not be written; what it measured is here. */
public final class UnwrittenResultException extends HarnessException {

    private static final long serialVersionUID = 1L;

    private final transient RunResult result;

    UnwrittenResultException(RunResult result, HarnessException cause) {
        super(String.valueOf(cause.getMessage()), cause);
        this.result = result;
    }

    /** The result, of which some files are missing or incomplete. */
    public RunResult result() {
        return result;
    }
}
