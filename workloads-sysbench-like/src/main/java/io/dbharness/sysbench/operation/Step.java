package io.dbharness.sysbench.operation;

import java.util.Locale;

/** Round trips whose duration is reported apart from that of their transaction. */
public enum Step {
    SELECT,
    UPDATE,
    DELETE,
    INSERT,
    COMMIT,
    /** Several statements in one round trip: how long each of them took cannot be told. */
    MESSAGE;

    /** As reports print it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
