package io.dbharness.model;

/**
 * An operation saw or changed fewer rows than the data set guarantees. It did too little to count as done, so it counts as failed, of the
 * kind {@link FailureKind#UNEXPECTED_ROWS}, whatever the target says of it.
 */
public final class UnexpectedRowsException extends HarnessException {

    private static final long serialVersionUID = 1L;

    /**
     * Adds what to do.
     *
     * @param message which operation, and which rows it did not find
     */
    public UnexpectedRowsException(String message) {
        super(message + "; the data set is damaged or smaller than the workload: load it again with --load always");
    }
}
