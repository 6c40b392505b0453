package io.dbharness.cql;

import io.dbharness.cql.target.CqlConversation;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.workload.Invocation;

/**
 * An operation for nobody.
 *
 * @param operation what it counts as
 * @param number    of the row or partition it would go to
 */
record Rehearsed(Operation operation, long number) implements Invocation<CqlConversation> {

    @Override
    public Outcome execute(CqlConversation session) {
        throw new HarnessException("a rehearsal is not executed");
    }
}
