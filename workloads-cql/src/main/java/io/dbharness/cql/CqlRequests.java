package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.dbharness.cql.target.CqlConversation;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.workload.AsyncInvocation;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Statements that are one operation together, each sent when the one before it has been answered.
 *
 * @param operation  what they count as
 * @param statements at least one, bound when their inputs were drawn
 * @param judge      of the last answer; runs on a thread of the driver and must not block
 */
record CqlRequests(Operation operation, List<Statement<?>> statements, Function<AsyncResultSet, Outcome> judge)
        implements AsyncInvocation<CqlConversation> {

    CqlRequests {
        statements = List.copyOf(statements);
    }

    @Override
    public CompletionStage<Outcome> send(CqlConversation session) {
        CompletionStage<AsyncResultSet> answer = session.driver().executeAsync(statements.get(0));
        for (Statement<?> next : statements.subList(1, statements.size())) {
            answer = answer.thenCompose(earlier -> session.driver().executeAsync(next));
        }
        return answer.thenApply(judge);
    }
}
