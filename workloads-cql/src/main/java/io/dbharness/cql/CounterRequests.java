package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import io.dbharness.cql.data.CounterDataSet;
import io.dbharness.cql.data.Unprepared;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;

/**
 * Creates requests for counters; separate from {@link CqlCounter}, which must load without the driver, too. Immutable.
 *
 * @param prepared true for prepared statements
 */
record CounterRequests(Operation operation, CounterDataSet.Loaded data, boolean prepared) {

    CqlRequest read(long row) {
        return new CqlRequest(
                operation, Unprepared.unless(prepared, data.table().read(row)), answer -> found(answer, row));
    }

    CqlRequest add(long row, long amount) {
        return new CqlRequest(
                operation, Unprepared.unless(prepared, data.table().add(row, amount)), answer -> {
                    data.acknowledged().acknowledge(row, amount);
                    return Outcome.COMPLETED;
                });
    }

    private static Outcome found(AsyncResultSet answer, long row) {
        if (answer.remaining() == 0) {
            throw new UnexpectedRowsException("row " + row + " has no counters");
        }
        return Outcome.COMPLETED;
    }
}
