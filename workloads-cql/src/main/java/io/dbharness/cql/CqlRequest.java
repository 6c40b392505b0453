package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * One bound statement, or several that form one operation, each sent after the answer to the preceding one.
 *
 * @param operation recorded for the request
 * @param first     bound when its inputs were drawn
 * @param further   sent after it; mostly none
 * @param judge     of the last answer; runs on a thread of the driver and must not block
 */
record CqlRequest(
        Operation operation, Statement<?> first, List<Statement<?>> further, Function<AsyncResultSet, Outcome> judge)
        implements CqlInvocation {

    CqlRequest(Operation operation, Statement<?> statement, Function<AsyncResultSet, Outcome> judge) {
        this(operation, statement, List.of(), judge);
    }

    @Override
    public CompletionStage<Outcome> send(DriverSession session) {
        CompletionStage<AsyncResultSet> answer = session.driver().executeAsync(first);
        for (Statement<?> next : further) {
            answer = answer.thenCompose(earlier -> session.driver().executeAsync(next));
        }
        return answer.thenApply(judge);
    }
}
