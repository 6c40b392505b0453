package io.dbharness.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import io.dbharness.cql.data.StressDataSet.Loaded;
import io.dbharness.cql.target.CqlConversation;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.workload.Invocation;
import java.util.function.Function;

/** Requests for a data set that is there. */
final class PreparedRequests implements Requests {

    private final Loaded data;
    private final Versions versions;
    private final StressSettings settings;

    PreparedRequests(Loaded data, Versions versions, StressSettings settings) {
        this.data = data;
        this.versions = versions;
        this.settings = settings;
    }

    @Override
    public Invocation<CqlConversation> of(Operation operation, long row) {
        if (operation.kind() == OperationKind.READ) {
            return new CqlRequest(operation, data.table().read(row), answer -> found(answer, row));
        }
        long version = versions.next();
        return settings.batch() == 1
                ? new CqlRequest(operation, data.table().write(row, version), answer -> written(row, version))
                : batch(operation, row, version);
    }

    /** All rows of a batch are of one partition, so it is one write to one set of replicas. */
    private CqlRequest batch(Operation operation, long first, long version) {
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED)
                .setConsistencyLevel(settings.storage().consistency())
                .setQueryTimestamp(version);
        for (long row = first; row < first + settings.batch(); row++) {
            batch.addStatement(data.table().write(row, version));
        }
        Function<AsyncResultSet, Outcome> judge = answer -> {
            for (long row = first; row < first + settings.batch(); row++) {
                written(row, version);
            }
            return Outcome.COMPLETED;
        };
        return new CqlRequest(operation, batch.build(), judge);
    }

    private Outcome written(long row, long version) {
        data.acknowledged().acknowledge(row, version);
        return Outcome.COMPLETED;
    }

    private Outcome found(AsyncResultSet answer, long row) {
        if (answer.remaining() == 0 && settings.storage().ttlSeconds() == 0) {
            throw new HarnessException("row " + row + " is not there; load the data set again with --load always");
        }
        return Outcome.COMPLETED;
    }
}
