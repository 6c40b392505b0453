package io.dbharness.tpcc;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Operation;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.operation.TransactionType;
import io.dbharness.tpcc.operation.Transactions;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * TPC-C on one target. Thread-safe.
 *
 * @param transactions   how they reach the target
 * @param dataSet        the tables
 * @param loadedLastName C-Load of C_LAST, asked for when the first terminal needs it
 * @param terminals      who and where the users are
 * @param thinkTime      their pace
 */
record BoundTpcc(
        Transactions transactions,
        DataSet dataSet,
        IntSupplier loadedLastName,
        Terminals terminals,
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
        return new TerminalSource(transactions, user, terminals, new TerminalSource.Run(seed, constants));
    }

    @Override
    public int defaultUsers() {
        return terminals.count();
    }
}
