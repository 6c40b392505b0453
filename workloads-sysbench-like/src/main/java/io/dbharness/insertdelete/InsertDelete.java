package io.dbharness.insertdelete;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.load.Slice;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.quantity.Quantities;
import io.dbharness.random.Seed;
import io.dbharness.sut.Target;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.workload.WorkloadDescriptor;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/** Inserts and deletes through stored procedures, unlimited or at a given rate. Immutable. */
public final class InsertDelete implements Workload<JdbcSession> {

    public static final String NAME = "insert-delete";

    static final String INITIAL_DATA = "initial-data";
    static final String LIMIT = "limit";

    private static final long MOST_INITIAL_DATA = 100_000_000_000_000L;

    private static final List<Parameter> PARAMETERS = List.of(
            new Parameter(
                    INITIAL_DATA,
                    "data in the table before the run, by the size of its values",
                    "0.4MB",
                    Domain.sizes(List.of(), MOST_INITIAL_DATA)),
            new Parameter(
                    LIMIT,
                    "known upper limits of the server: wal=10MB/s, read=60MB/s, or both with a comma;"
                            + " the result has their use",
                    "",
                    Limits.DOMAIN));

    private static final WorkloadDescriptor DESCRIPTOR = new WorkloadDescriptor(
                    NAME,
                    "Inserts and deletes of single rows through stored procedures.",
                    "Each call inserts a row of 373 bytes on average with the next id or deletes an existing one, with equal chances. Without"
                            + " --rate every user calls again after each answer; with --rate and --late skip a call while every user"
                            + " is busy is counted and not made. Scores rows a second, MB of inserted data a minute and, against known limits,"
                            + " their use. Checks that the table has as many rows as were inserted and not deleted.",
                    PARAMETERS,
                    "embedded:postgresql")
            .scaledBy(List.of(INITIAL_DATA));

    /** For {@link java.util.ServiceLoader}. */
    public InsertDelete() {}

    @Override
    public WorkloadDescriptor descriptor() {
        return DESCRIPTOR;
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
        Calls calls = new Calls(sql(jdbc.dialect()), jdbc.failures());
        AtomicLong lastId = new AtomicLong();
        InsertDeleteDataSet table = new InsertDeleteDataSet(jdbc, rows(parameters), calls, lastId);
        return new BoundInsertDelete(calls, lastId, table, Slice.WHOLE, table::take);
    }

    /** Uses any dialect, because its statements are resolved but never sent. */
    @Override
    public BoundWorkload<JdbcSession> rehearse(Parameters parameters) {
        Calls calls = new Calls(Dialect.anyThatHas(InsertDelete::sql), failure -> FailureKind.OTHER);
        long rows = rows(parameters);
        LongStream.rangeClosed(1, rows).forEach(calls.ids()::add);
        return new BoundInsertDelete(calls, new AtomicLong(rows), DataSet.NONE, Slice.WHOLE, part -> {});
    }

    private static SqlCatalog<Calls.Sql> sql(Dialect dialect) {
        return SqlCatalog.load(Calls.Sql.class, InsertDelete.class, "insertdelete/sql", dialect.lineage());
    }

    /** Returns the number of rows for the requested size of data, which an even number has exactly, to the byte. */
    private static long rows(Parameters parameters) {
        long bytes = Quantities.bytes(parameters.text(INITIAL_DATA)).orElseThrow();
        return Math.max(2, 2 * Math.round(bytes / (2.0 * InsertDeleteRow.MEAN_BYTES)));
    }

    /**
     * The workload on one target. Thread-safe.
     *
     * @param calls   calls of the procedures
     * @param lastId  largest assigned id, shared by all users
     * @param dataSet data set of the table
     * @param slice   ids of this process: every n-th
     * @param take    reads the ids of a slice before the first user of a process that shares them
     */
    record BoundInsertDelete(Calls calls, AtomicLong lastId, DataSet dataSet, Slice slice, Consumer<Slice> take)
            implements BoundWorkload<JdbcSession> {

        @Override
        public List<Operation> operations() {
            return List.of(Calls.INSERT, Calls.DELETE);
        }

        /**
         * Draws an insert or a delete of an existing row, with equal chances; inserts if there is no row to delete. The draws and the new
         * rows are repeatable. The deleted rows are not, because they depend on the progress of all users.
         */
        @Override
        public OperationSource<JdbcSession> source(int user, Seed seed) {
            if (slice.of() > 1 && user == slice.firstUser()) {
                take.accept(slice);
            }
            RandomGenerator random = seed.stream("insert-delete", user);
            return () -> {
                OptionalLong existing = random.nextBoolean() ? calls.ids().take(random) : OptionalLong.empty();
                return existing.isPresent()
                        ? calls.delete(existing.getAsLong())
                        : calls.insert(InsertDeleteRow.of(seed, lastId.addAndGet(slice.of())));
            };
        }

        @Override
        public BoundWorkload<JdbcSession> slice(Slice part) {
            return new BoundInsertDelete(calls, lastId, dataSet, part, take);
        }

        /** Returns the number of users in the published test of the smallest tiers. */
        @Override
        public int defaultUsers() {
            return 1;
        }
    }
}
