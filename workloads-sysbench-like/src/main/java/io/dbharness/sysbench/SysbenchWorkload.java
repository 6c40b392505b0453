package io.dbharness.sysbench;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.model.FailureKind;
import io.dbharness.sysbench.BoundSysbench.Plan;
import io.dbharness.sysbench.data.SysbenchDataSet;
import io.dbharness.sysbench.operation.NextIds;
import io.dbharness.sysbench.operation.Transactions;
import io.dbharness.target.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.NoData;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.ServiceLoader;

/** One of the tests as a workload; all but its script is common to them. */
interface SysbenchWorkload extends Workload<JdbcSession> {

    TestKind test();

    @Override
    default WorkloadDescriptor descriptor() {
        return new WorkloadDescriptor(
                test().workload(),
                test().summary(),
                test().summary()
                        + " After sysbench's test of that name, on its tables sbtest1 and so on: a data set that sysbench made is used"
                        + " as it is, and sysbench can use one made here. Scores transactions and queries a second.",
                test().parameters(),
                "embedded:postgresql");
    }

    @Override
    default Class<JdbcSession> sessionType() {
        return JdbcSession.class;
    }

    @Override
    default BoundWorkload<JdbcSession> bind(Target<JdbcSession> target, Parameters parameters) {
        if (!(target instanceof JdbcTarget jdbc)) {
            throw new IllegalArgumentException("sessions by JDBC, but from " + target.getClass());
        }
        Plan plan = Plan.of(test(), parameters);
        Transactions transactions = plan.transactions(jdbc.dialect(), jdbc.failures());
        SysbenchDataSet dataSet = new SysbenchDataSet(jdbc, Options.scale(parameters), plan.counted(transactions));
        return new BoundSysbench(transactions, Options.keys(parameters), new NextIds(dataSet::lastId), dataSet);
    }

    /** Any dialect will do: its statements are resolved and never sent. */
    @Override
    default BoundWorkload<JdbcSession> rehearse(Parameters parameters) {
        Plan plan = Plan.of(test(), parameters);
        Dialect any = ServiceLoader.load(Dialect.class).findFirst().orElseThrow();
        int size = Options.scale(parameters).tableSize();
        return new BoundSysbench(
                plan.transactions(any, failure -> FailureKind.OTHER),
                Options.keys(parameters),
                new NextIds(table -> size),
                new NoData());
    }
}
