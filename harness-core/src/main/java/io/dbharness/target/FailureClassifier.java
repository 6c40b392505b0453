package io.dbharness.target;

import io.dbharness.model.FailureKind;

/** Judges a failed attempt by the target's own codes. Pure. */
@FunctionalInterface
public interface FailureClassifier {

    /** Never {@code NONE}; {@code OTHER} for what the target does not know. */
    FailureKind classify(Throwable failure);
}
