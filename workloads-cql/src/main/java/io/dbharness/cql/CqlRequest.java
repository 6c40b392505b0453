package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.dbharness.cql.target.CqlConversation;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.workload.AsyncInvocation;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A statement with its values bound, and what its answer means.
 *
 * @param operation what it counts as
 * @param statement bound when its inputs were drawn
 * @param judge     of the answer; runs on a thread of the driver and must not block
 */
record CqlRequest(Operation operation, Statement<?> statement, Function<AsyncResultSet, Outcome> judge)
        implements AsyncInvocation<CqlConversation> {

    @Override
    public CompletionStage<Outcome> send(CqlConversation session) {
        return session.driver().executeAsync(statement).thenApply(judge);
    }
}
