package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.cql.data.StressDataSet.Loaded;
import io.dbharness.cql.data.Unprepared;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.time.RunClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Creates requests for a loaded data set, with prepared statements. Thread-safe.
 *
 * @param data     the rows
 * @param versions of writes
 * @param settings of the run
 * @param recent   rows that reads use after they were written; empty for reads of any row
 */
record StressRequests(Loaded data, LongSupplier versions, StressSettings settings, Optional<RecentRows> recent) {

    /**
     * Returns versions of rows: microseconds since 1970, like CQL time stamps, read from the monotonic clock. Every write of a row has the
     * same values, so two writes in the same microsecond do not differ. Thread-safe.
     */
    static LongSupplier versions(RunClock clock) {
        long originMicros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.wallTime());
        long originNanos = clock.now();
        return () -> originMicros + (clock.now() - originNanos) / 1_000;
    }

    /** Creates the request of an operation for a row, or for the first row of a batch. */
    CqlInvocation of(Operation operation, long row) {
        if (operation.kind() == OperationKind.READ) {
            return new CqlRequest(operation, sent(data.table().read(row)), answer -> found(answer, row));
        }
        long version = versions.getAsLong();
        CqlRequest write = settings.batch() == 1
                ? new CqlRequest(operation, sent(data.table().write(row, version)), answer -> written(row, 1, version))
                : batch(operation, row, version);
        return recent.<CqlInvocation>map(rows -> rows.followed(write, List.of(row)))
                .orElse(write);
    }

    private BatchableStatement<?> sent(BoundStatement statement) {
        return Unprepared.unless(settings.prepared(), statement);
    }

    /** All rows of a batch belong to one partition, so the batch is one write to one set of replicas. */
    private CqlRequest batch(Operation operation, long first, long version) {
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED)
                .setConsistencyLevel(settings.storage().consistency())
                .setQueryTimestamp(version);
        for (long row = first; row < first + settings.batch(); row++) {
            batch.addStatement(sent(data.table().write(row, version)));
        }
        return new CqlRequest(operation, batch.build(), answer -> written(first, settings.batch(), version));
    }

    private Outcome written(long first, int rows, long version) {
        for (long row = first; row < first + rows; row++) {
            data.acknowledged().acknowledge(row, version);
        }
        return Outcome.COMPLETED;
    }

    /** Compares the answer with the values that belong to the row's key, as cassandra-stress does. */
    private Outcome found(AsyncResultSet answer, long row) {
        Row found = answer.one();
        if (found == null) {
            if (settings.storage().ttlSeconds() > 0) {
                return Outcome.COMPLETED;
            }
            throw new UnexpectedRowsException("row " + row + " is not there");
        }
        if (!data.table().isWhole(row, found)) {
            throw new UnexpectedRowsException("row " + row + " has other values than belong to its key");
        }
        return Outcome.COMPLETED;
    }
}
