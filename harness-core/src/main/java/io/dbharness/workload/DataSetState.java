package io.dbharness.workload;

/**
 * The state of a data set on its target.
 *
 * @param kind   which state
 * @param detail one sentence: what was found and what was expected
 */
public record DataSetState(Kind kind, String detail) {

    /** The possible states. */
    public enum Kind {
        /** Nothing of this workload. */
        ABSENT,
        /** A load that did not finish. */
        INCOMPLETE,
        /** Another process is loading it right now. */
        BUSY,
        /** A finished data set of another scale or kind. */
        DIFFERENT,
        /** A finished data set of the scale asked for. */
        COMPLETE
    }
}
