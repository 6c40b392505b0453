package io.dbharness.tpcc;

import io.dbharness.random.Seed;
import io.dbharness.tpcc.operation.Procedures;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.util.List;

/**
 * The tables and the stored procedures over them, which come with a load and before a run when they are called, and go with the tables in
 * any case: an earlier run may have called them. One thread.
 *
 * @param tables     what the procedures work on
 * @param procedures the stored procedures
 * @param called     whether runs call them
 */
record DataSetWithProcedures(DataSet tables, Procedures procedures, boolean called) implements DataSet {

    @Override
    public String describe() {
        return tables.describe();
    }

    @Override
    public DataSetState inspect() {
        return tables.inspect();
    }

    @Override
    public long bytesNeeded() {
        return tables.bytesNeeded();
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress) {
        tables.load(loaders, seed, progress);
        installIfCalled();
    }

    @Override
    public void settle(Progress progress) {
        installIfCalled();
        tables.settle(progress);
    }

    @Override
    public List<Check> check(String when, Progress progress) {
        return tables.check(when, progress);
    }

    @Override
    public void drop() {
        tables.drop();
        procedures.drop();
    }

    /** Asked for by each of thousands of users; does something once. */
    void installIfCalled() {
        if (called) {
            procedures.install();
        }
    }
}
