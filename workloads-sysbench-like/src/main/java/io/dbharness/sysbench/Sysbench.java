package io.dbharness.sysbench;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.model.FailureKind;
import io.dbharness.sut.Target;
import io.dbharness.sysbench.BoundSysbench.Plan;
import io.dbharness.sysbench.data.SysbenchDataSet;
import io.dbharness.sysbench.operation.NewIds;
import io.dbharness.sysbench.operation.Transactions;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.ServiceLoader;

/** The sysbench-like workloads. Each is a class because {@link java.util.ServiceLoader} asks for one. */
public final class Sysbench {

    private Sysbench() {}

    /** {@code sysbench point-select}. */
    public static final class PointSelect extends SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public PointSelect() {
            super(TestKind.POINT_SELECT);
        }
    }

    /** {@code sysbench insert}. */
    public static final class Insert extends SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public Insert() {
            super(TestKind.INSERT);
        }
    }

    /** {@code sysbench read-only}. */
    public static final class ReadOnly extends SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public ReadOnly() {
            super(TestKind.READ_ONLY);
        }
    }

    /** {@code sysbench read-write}. */
    public static final class ReadWrite extends SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public ReadWrite() {
            super(TestKind.READ_WRITE);
        }
    }

    /** {@code sysbench write-only}. */
    public static final class WriteOnly extends SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public WriteOnly() {
            super(TestKind.WRITE_ONLY);
        }
    }

    /** {@code sysbench update-index}. */
    public static final class UpdateIndex extends SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public UpdateIndex() {
            super(TestKind.UPDATE_INDEX);
        }
    }

    /** {@code sysbench update-non-index}. */
    public static final class UpdateNonIndex extends SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public UpdateNonIndex() {
            super(TestKind.UPDATE_NON_INDEX);
        }
    }

    /** {@code sysbench delete}. */
    public static final class Delete extends SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public Delete() {
            super(TestKind.DELETE);
        }
    }

    /** {@code sysbench random-points}. */
    public static final class RandomPoints extends SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public RandomPoints() {
            super(TestKind.RANDOM_POINTS);
        }
    }

    /** {@code sysbench random-ranges}. */
    public static final class RandomRanges extends SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public RandomRanges() {
            super(TestKind.RANDOM_RANGES);
        }
    }

    /** One of the tests as a workload; all but its script is common to them. */
    abstract static class SysbenchWorkload implements Workload<JdbcSession> {

        private final TestKind test;

        SysbenchWorkload(TestKind test) {
            this.test = test;
        }

        @Override
        public WorkloadDescriptor descriptor() {
            return new WorkloadDescriptor(
                    test.workload(),
                    test.summary(),
                    test.summary()
                            + " After sysbench's test of that name, on its tables sbtest1 and so on: a data set that sysbench made is used"
                            + " as it is, and sysbench can use one made here. Scores transactions and queries a second.",
                    test.parameters(),
                    "embedded:postgresql");
        }

        @Override
        public Class<JdbcSession> sessionType() {
            return JdbcSession.class;
        }

        @Override
        public BoundWorkload<JdbcSession> bind(Target<JdbcSession> target, Parameters parameters) {
            if (!(target instanceof JdbcTarget jdbc)) {
                throw new IllegalArgumentException("sessions by JDBC, but from " + target.getClass());
            }
            Plan plan = Plan.of(test, parameters);
            Transactions transactions = plan.transactions(jdbc.dialect(), jdbc.failures());
            SysbenchDataSet dataSet = new SysbenchDataSet(jdbc, Options.scale(parameters), plan.counted(transactions));
            return new BoundSysbench(transactions, Options.keys(parameters), new NewIds(dataSet::lastId), dataSet);
        }

        /** Any dialect will do: its statements are resolved and never sent. */
        @Override
        public BoundWorkload<JdbcSession> rehearse(Parameters parameters) {
            Plan plan = Plan.of(test, parameters);
            Dialect any = ServiceLoader.load(Dialect.class).findFirst().orElseThrow();
            int size = Options.scale(parameters).tableSize();
            return new BoundSysbench(
                    plan.transactions(any, failure -> FailureKind.OTHER),
                    Options.keys(parameters),
                    new NewIds(table -> size),
                    DataSet.NONE);
        }
    }
}
