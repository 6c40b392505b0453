package io.dbharness.sysbench;

/** The sysbench-like workloads. Each is a class because {@link java.util.ServiceLoader} asks for one. */
public final class Sysbench {

    private Sysbench() {}

    /** {@code sysbench point-select}. */
    public static final class PointSelect implements SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public PointSelect() {}

        @Override
        public TestKind test() {
            return TestKind.POINT_SELECT;
        }
    }

    /** {@code sysbench insert}. */
    public static final class Insert implements SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public Insert() {}

        @Override
        public TestKind test() {
            return TestKind.INSERT;
        }
    }

    /** {@code sysbench read-only}. */
    public static final class ReadOnly implements SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public ReadOnly() {}

        @Override
        public TestKind test() {
            return TestKind.READ_ONLY;
        }
    }

    /** {@code sysbench read-write}. */
    public static final class ReadWrite implements SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public ReadWrite() {}

        @Override
        public TestKind test() {
            return TestKind.READ_WRITE;
        }
    }

    /** {@code sysbench write-only}. */
    public static final class WriteOnly implements SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public WriteOnly() {}

        @Override
        public TestKind test() {
            return TestKind.WRITE_ONLY;
        }
    }

    /** {@code sysbench update-index}. */
    public static final class UpdateIndex implements SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public UpdateIndex() {}

        @Override
        public TestKind test() {
            return TestKind.UPDATE_INDEX;
        }
    }

    /** {@code sysbench update-non-index}. */
    public static final class UpdateNonIndex implements SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public UpdateNonIndex() {}

        @Override
        public TestKind test() {
            return TestKind.UPDATE_NON_INDEX;
        }
    }

    /** {@code sysbench delete}. */
    public static final class Delete implements SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public Delete() {}

        @Override
        public TestKind test() {
            return TestKind.DELETE;
        }
    }

    /** {@code sysbench random-points}. */
    public static final class RandomPoints implements SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public RandomPoints() {}

        @Override
        public TestKind test() {
            return TestKind.RANDOM_POINTS;
        }
    }

    /** {@code sysbench random-ranges}. */
    public static final class RandomRanges implements SysbenchWorkload {

        /** For {@link java.util.ServiceLoader}. */
        public RandomRanges() {}

        @Override
        public TestKind test() {
            return TestKind.RANDOM_RANGES;
        }
    }
}
