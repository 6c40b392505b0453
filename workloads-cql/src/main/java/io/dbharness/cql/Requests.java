package io.dbharness.cql;

import io.dbharness.cql.target.CqlConversation;
import io.dbharness.model.Operation;
import io.dbharness.workload.Invocation;

/** Makes an invocation of an operation and a row. Thread-safe. */
@FunctionalInterface
interface Requests {

    /**
     * Binds what the invocation sends.
     *
     * @param row in a batch the first of its rows
     */
    Invocation<CqlConversation> of(Operation operation, long row);
}
