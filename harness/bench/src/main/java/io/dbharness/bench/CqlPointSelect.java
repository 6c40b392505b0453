package io.dbharness.bench;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.random.Seed;
import io.dbharness.workload.AsyncInvocation;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/**
 * Point selects by CQL of rows that need not exist: for an {@link InstantServer}.
 *
 * @param select  prepared statement with one parameter
 * @param thinkTime delays of its users
 */
record CqlPointSelect(PreparedStatement select, ThinkTime thinkTime) implements BoundWorkload<DriverSession> {

    private static final Operation READ = new Operation(0, "Read", OperationKind.READ);

    /** A select of one row. */
    private record Select(PreparedStatement select, long row) implements AsyncInvocation<DriverSession> {

        @Override
        public Operation operation() {
            return READ;
        }

        @Override
        public CompletionStage<Outcome> send(DriverSession session) {
            return session.driver().executeAsync(select.bind(row)).thenApply(answer -> {
                if (answer.one() == null) {
                    throw new UnexpectedRowsException("no row " + row);
                }
                return Outcome.COMPLETED;
            });
        }
    }

    @Override
    public List<Operation> operations() {
        return List.of(READ);
    }

    @Override
    public OperationSource<DriverSession> source(int user, Seed seed) {
        RandomGenerator random = seed.stream("rows", user);
        return () -> new Select(select, random.nextLong());
    }

    @Override
    public int defaultUsers() {
        return 1;
    }

    @Override
    public DataSet dataSet() {
        return DataSet.NONE;
    }
}
