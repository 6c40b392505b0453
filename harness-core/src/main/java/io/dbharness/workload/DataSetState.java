package io.dbharness.workload;

/**
 * What is found where a data set should be.
 *
 * @param kind   the finding
 * @param detail one sentence: what was found and what was expected
 */
public record DataSetState(Kind kind, String detail) {

    /** The possible findings. */
    public enum Kind {
        /** Nothing of this workload. */
        ABSENT,
        /** A load that did not finish. */
        INCOMPLETE,
        /** Another process is loading it right now. */
        BUSY,
        /** A finished data set of another scale or another make. */
        DIFFERENT,
        /** A finished data set of the scale asked for. */
        COMPLETE
    }
}
