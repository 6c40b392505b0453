package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.cql.driver.ReadCounts;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A bound read, which ends with the arrival of its last page.
 *
 * @param operation recorded for the read
 * @param statement bound
 * @param counts    counts the pages and rows
 * @param mustFind  true if an answer without rows is a failure
 */
record PagedRead(Operation operation, Statement<?> statement, ReadCounts counts, boolean mustFind)
        implements CqlInvocation {

    @Override
    public CompletionStage<Outcome> send(DriverSession session) {
        return session.driver()
                .executeAsync(statement)
                .thenCompose(page -> rest(page, 0))
                .thenApply(this::judge);
    }

    private CompletionStage<Long> rest(AsyncResultSet page, long before) {
        long rows = before + counts.page(page);
        return page.hasMorePages()
                ? page.fetchNextPage().thenCompose(next -> rest(next, rows))
                : CompletableFuture.completedStage(rows);
    }

    private Outcome judge(long rows) {
        counts.end(rows);
        if (rows == 0 && mustFind) {
            throw new UnexpectedRowsException("the rows of a partition that was loaded are not there");
        }
        return Outcome.COMPLETED;
    }
}
