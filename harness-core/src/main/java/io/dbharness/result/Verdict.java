package io.dbharness.result;

import io.dbharness.model.Caveat;
import io.dbharness.model.Severity;
import java.util.List;

/** Whether a result may be believed. */
public enum Verdict {
    VALID,
    SUSPECT,
    INVALID;

    /** The worst that any caveat says. */
    public static Verdict of(List<Caveat> caveats) {
        if (caveats.stream().anyMatch(c -> c.severity() == Severity.INVALID)) {
            return INVALID;
        }
        return caveats.stream().anyMatch(c -> c.severity() == Severity.SUSPECT) ? SUSPECT : VALID;
    }
}
