package io.dbharness.tpcc;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.operation.TransactionStatement;
import io.dbharness.tpcc.operation.TransactionType;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * TPC-C on one target. Thread-safe.
 *
 * @param sql                   the transactions' statements in the target's dialect
 * @param dataSet               the tables
 * @param loadedLastName        C-Load of C_LAST, asked for when the first terminal needs it
 * @param warehouses            W
 * @param terminalsPerWarehouse how many users there are for each when nobody says
 * @param thinkTime             the terminals' pace
 */
record BoundTpcc(
        SqlCatalog<TransactionStatement> sql,
        DataSet dataSet,
        IntSupplier loadedLastName,
        int warehouses,
        int terminalsPerWarehouse,
        ThinkTime thinkTime)
        implements BoundWorkload<JdbcSession> {

    @Override
    public List<Operation> operations() {
        return TransactionType.operations();
    }

    /** Needs the data set: the run's constant for last names depends on the one it was loaded with. */
    @Override
    public OperationSource<JdbcSession> source(int user, Seed seed) {
        RunConstants constants = RunConstants.draw(loadedLastName.getAsInt(), seed);
        return new TerminalSource(sql, user, warehouses, new TerminalSource.Run(seed, constants));
    }

    @Override
    public int defaultUsers() {
        return warehouses * terminalsPerWarehouse;
    }
}
