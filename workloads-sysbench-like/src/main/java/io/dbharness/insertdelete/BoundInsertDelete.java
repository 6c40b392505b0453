package io.dbharness.insertdelete;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.random.Seed;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The workload on one target. Thread-safe.
 *
 * @param shop    the two calls
 * @param lastId  the largest id given out
 * @param dataSet the table
 */
record BoundInsertDelete(Shop shop, AtomicLong lastId, DataSet dataSet) implements BoundWorkload<JdbcSession> {

    @Override
    public List<Operation> operations() {
        return Shop.OPERATIONS;
    }

    @Override
    public OperationSource<JdbcSession> source(int user, Seed seed) {
        return new RowSource(shop, lastId, seed, user);
    }

    /** As in the published test of the smallest tiers. */
    @Override
    public int defaultUsers() {
        return 1;
    }

    @Override
    public ThinkTime thinkTime() {
        return ThinkTime.NONE;
    }
}
