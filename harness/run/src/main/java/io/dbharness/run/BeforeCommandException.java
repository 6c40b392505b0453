package io.dbharness.run;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;

/** Thrown if the command before a run fails: the server may not have the settings of its subject. */
@Internal
public final class BeforeCommandException extends HarnessException {

    private static final long serialVersionUID = 1L;

    BeforeCommandException(String message) {
        super(message);
    }

    BeforeCommandException(String message, Throwable cause) {
        super(message, cause);
    }
}
