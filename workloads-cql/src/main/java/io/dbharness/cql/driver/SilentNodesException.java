package io.dbharness.cql.driver;

import io.dbharness.model.HarnessException;

/** No node answered a question in time; one may answer the next. */
final class SilentNodesException extends HarnessException {

    private static final long serialVersionUID = 1L;

    SilentNodesException(String message) {
        super(message);
    }
}
