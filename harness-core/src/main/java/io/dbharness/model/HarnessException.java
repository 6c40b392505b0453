package io.dbharness.model;

import org.jspecify.annotations.Nullable;

/** The root of all errors meant for a user; the message says what is wrong and what to do. */
public class HarnessException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public HarnessException(String message) {
        super(message);
    }

    public HarnessException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
