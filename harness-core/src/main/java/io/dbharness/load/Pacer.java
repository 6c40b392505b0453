package io.dbharness.load;

import io.dbharness.model.Internal;
import io.dbharness.model.Operation;

/**
 * Decides when one user starts next. A model is <em>open</em> exactly when it ignores {@code previousEnd}. Belongs to one user; one
 * thread at a time.
 */
@Internal
@FunctionalInterface
public interface Pacer {

    /** Returned when the model has no further start. */
    long NEVER = Long.MAX_VALUE;

    /**
     * The intended start of the user's next operation.
     *
     * @param next        what the user will run
     * @param previousEnd when its previous operation ended, or the start of the run; nanoseconds on the run clock
     * @return nanoseconds on the run clock, or {@link #NEVER}
     */
    long intendedStart(Operation next, long previousEnd);
}
