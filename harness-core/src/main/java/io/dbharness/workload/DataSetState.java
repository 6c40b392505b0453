package io.dbharness.workload;

import java.util.Optional;

/**
 * The state of a data set on its target.
 *
 * @param kind   which state
 * @param detail one sentence: what was found and what was expected
 * @param load   identifies the existing load; empty if this tool loaded nothing there or that is unknown
 */
public record DataSetState(Kind kind, String detail, Optional<String> load) {

    /** Creates a state without a known load. */
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
