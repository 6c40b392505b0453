package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import io.dbharness.cql.data.CounterDataSet;
import io.dbharness.cql.data.Unprepared;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;
import java.util.List;
import java.util.Optional;

/**
 * Creates requests for counters; separate from {@link CqlCounter}, which must load without the driver, too. Immutable.
 *
 * @param prepared true for prepared statements
 * @param recent   rows that reads use after they were written; empty for reads of any row
 */
record CounterRequests(Operation operation, CounterDataSet.Loaded data, boolean prepared, Optional<RecentRows> recent) {

    CqlRequest read(long row) {
        return new CqlRequest(
                operation, Unprepared.unless(prepared, data.table().read(row)), answer -> found(answer, row));
    }

    CqlInvocation add(long row, long amount) {
        CqlRequest addition = new CqlRequest(
                operation, Unprepared.unless(prepared, data.table().add(row, amount)), answer -> {
                    data.acknowledged().acknowledge(row, amount);
                    return Outcome.COMPLETED;
                });
        return recent.<CqlInvocation>map(rows -> rows.followed(addition, List.of(row)))
                .orElse(addition);
    }

    private static Outcome found(AsyncResultSet answer, long row) {
        if (answer.remaining() == 0) {
            throw new UnexpectedRowsException("row " + row + " has no counters");
        }
        return Outcome.COMPLETED;
    }
}
