package io.dbharness.workload;

import java.util.Optional;

/**
 * The state of a data set on its target.
 *
 * @param kind   which state
 * @param detail one sentence: what was found and what was expected
 * @param load   tells the load that is there from every other; empty when nothing of this tool is there or that is not known
 */
public record DataSetState(Kind kind, String detail, Optional<String> load) {

    /** Of no load that is known. */
    public DataSetState(Kind kind, String detail) {
        this(kind, detail, Optional.empty());
    }

    /** The possible states. */
    public enum Kind {
        /** Nothing of this workload. */
        ABSENT,
        /** Objects of its names that this tool did not make; they are neither replaced nor dropped, whatever is asked for. */
        FOREIGN,
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
