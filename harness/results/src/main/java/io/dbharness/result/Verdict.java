package io.dbharness.result;

import io.dbharness.model.Caveat;
import io.dbharness.model.Caveat.Severity;
import io.dbharness.model.Internal;
import java.util.Comparator;
import java.util.List;

/** The verdict on a result. */
public enum Verdict {
    VALID,
    SUSPECT,
    INVALID;

    /** The worst that any caveat says. */
    public static Verdict of(List<Caveat> caveats) {
        return of(caveats.stream()
                .map(Caveat::severity)
                .max(Comparator.naturalOrder())
                .orElse(Severity.NOTE));
    }

    /** The verdict on failures by their share of all requests that ended. */
    @Internal
    public static Verdict ofFailures(double share) {
        return of(Assessment.ofFailures(share));
    }

    private static Verdict of(Severity worst) {
        return switch (worst) {
            case NOTE -> VALID;
            case SUSPECT -> SUSPECT;
            case INVALID -> INVALID;
        };
    }
}
