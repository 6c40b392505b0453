package io.dbharness.model;

import org.jspecify.annotations.Nullable;

/** No session can be opened: wrong address, wrong credentials, no such database, or the server is gone. */
public class TargetUnreachableException extends HarnessException {

    private static final long serialVersionUID = 1L;

    public TargetUnreachableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
