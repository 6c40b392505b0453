package io.dbharness.tpcc.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.schema.Schema;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.Slice;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * The nine tables of TPC-C at one scale, in the current schema of one target. One thread, but for {@link #lastNameConstant}, which is
 * thread-safe.
 */
public final class TpccDataSet implements DataSet {

    private static final long MIB = 1L << 20;
    /** Measured on PostgreSQL 18: 12.7 MiB with its key. */
    private static final long ITEM_BYTES = 16 * MIB;
    /** Measured on PostgreSQL 18, W = 1 and 4: 99.6 MiB in tables and indexes. The rest is for sorting the largest index. */
    private static final long WAREHOUSE_BYTES = 120 * MIB;
    /** Measured on PostgreSQL 18, W = 1 and 4: 88 to 109 MiB of log for loading a warehouse, all steps. */
    private static final long WAREHOUSE_LOG_BYTES = 110 * MIB;
    /** A server recycles its log at each checkpoint; this is the most that the embedded one keeps, and more than the usual 1 GiB. */
    private static final long MOST_LOG_BYTES = 8_192 * MIB;

    private static final int UNREAD = -1;

    private final JdbcTarget target;
    private final Scale scale;
    private final Slice slice;
    private final DataSetMarker marker;
    private final ConsistencyChecks checks;
    /** What {@link #lastNameConstant} has read, or {@link #UNREAD}: thousands of terminals ask for it. */
    private final AtomicInteger lastNameConstant = new AtomicInteger(UNREAD);

    /** All warehouses of a data set. */
    public TpccDataSet(JdbcTarget target, Scale scale) {
        this(target, scale, Slice.all(scale.warehouses()));
    }

    /**
     * A data set of which this client loads some warehouses. Resolves statements and scripts for the target's dialect; throws a
     * {@link HarnessException} that names what is missing.
     */
    public TpccDataSet(JdbcTarget target, Scale scale, Slice slice) {
        SqlCatalog<DataStatement> sql = SqlCatalog.load(
                DataStatement.class,
                TpccDataSet.class,
                "tpcc/data",
                target.dialect().lineage());
        // A script that is missing is a reason not to begin.
        for (Definitions definitions : Definitions.values()) {
            definitions.require(target.dialect());
        }
        this.target = target;
        this.scale = scale;
        this.slice = slice;
        this.marker = new DataSetMarker(target, sql);
        this.checks = new ConsistencyChecks(target, sql);
    }

    @Override
    public String describe() {
        return "TPC-C, " + scale + (whole() ? "" : ", of these " + slice);
    }

    @Override
    public DataSetState inspect() {
        Optional<DataSetMarker.Content> found = marker.read();
        if (found.isEmpty()) {
            return withoutMarker();
        }
        DataSetMarker.Content content = found.get();
        Optional<String> busy = marker.inTheWayOf(slice);
        if (busy.isPresent()) {
            return state(
                    DataSetState.Kind.BUSY,
                    "another process is loading " + busy.get() + " of TPC-C with " + content.scale());
        }
        if (!content.complete()) {
            return state(
                    DataSetState.Kind.INCOMPLETE,
                    "a load of TPC-C with " + content.scale() + " did not finish: " + warehousesIn() + " of "
                            + content.scale() + " in");
        }
        if (!content.scale().equals(scale.toString())) {
            return state(DataSetState.Kind.DIFFERENT, "found TPC-C with " + content.scale() + ", expected " + scale);
        }
        return complete();
    }

    /** Of a load that goes on where another ended, for what is missing. */
    @Override
    public long bytesNeeded() {
        boolean goesOn = marker.read().stream().anyMatch(content -> !content.complete());
        Set<String> in = goesOn ? marker.parts() : Set.of();
        long warehouses = IntStream.rangeClosed(slice.first(), slice.last())
                .filter(warehouse -> !Population.namesOfWarehouse(warehouse).allMatch(in::contains))
                .count();
        long log = Math.min(warehouses * WAREHOUSE_LOG_BYTES, MOST_LOG_BYTES);
        return ITEM_BYTES + warehouses * WAREHOUSE_BYTES + log;
    }

    /**
     * Loads what is missing, or everything anew in place of an earlier complete data set of the same scale. Each warehouse is loaded in
     * three transactions, in parallel; equal seeds give equal rows whatever the number of loaders, and a load that was killed goes on where
     * it was when it is started again with the same seed. Keys and indexes follow when all warehouses are in: with several clients it is the
     * last of them that makes the data set complete.
     *
     * @throws HarnessException when the schema holds something else, somebody else loads, a statement fails, or rows are missing
     */
    @Override
    public void load(int loaders, Seed seed, Progress progress) {
        DataSetState state = inspect();
        if (state.kind() == DataSetState.Kind.DIFFERENT) {
            throw new HarnessException(
                    state.detail() + "; ask for what is there, drop it, or name another database or schema");
        }
        lastNameConstant.set(UNREAD);
        try (TpccLoad load = new TpccLoad(target, marker.partStatement(), loaders, progress)) {
            load(load, seed);
        }
    }

    private void load(TpccLoad load, Seed seed) {
        List<String> shortfalls = new ArrayList<>();
        DataSetMarker.State reached;
        try (LoadClaim claim = LoadClaim.take(marker, new LoadClaim.Wanted(scale, slice, seed), load::tables)) {
            Population population =
                    new Population(scale.warehouses(), seed, claim.content().loadedAt());
            if (!claim.content().complete()) {
                load.fill(population.parts(slice), claim.parts());
            }
            reached = claim.finish(in -> finish(load, population, in, shortfalls));
        }
        if (!shortfalls.isEmpty()) {
            throw new HarnessException("the load came up short: " + String.join("; ", shortfalls)
                    + "; see what else uses these tables, and load again");
        }
        if (reached == DataSetMarker.State.COMPLETE) {
            load.settle();
        }
    }

    private DataSetMarker.State finish(TpccLoad load, Population population, Set<String> in, List<String> shortfalls) {
        if (!Population.names(Slice.all(scale.warehouses())).allMatch(in::contains)) {
            return DataSetMarker.State.LOADING;
        }
        shortfalls.addAll(load.finish(population, scale, in));
        return shortfalls.isEmpty() ? DataSetMarker.State.COMPLETE : DataSetMarker.State.SHORT;
    }

    /**
     * Over all warehouses, whichever of them this client has its terminals in.
     *
     * @throws HarnessException when the data set is not complete
     */
    @Override
    public List<Check> check(String when, Progress progress) {
        if (marker.read().stream().noneMatch(DataSetMarker.Content::complete)) {
            throw new HarnessException("the data set is not complete: " + warehousesIn() + " of " + scale.warehouses()
                    + " warehouses are in; load the other ranges first");
        }
        return checks.run(when, progress);
    }

    /**
     * Removes the nine tables and their marker, whatever their scale.
     *
     * @throws HarnessException when there are such tables without a marker, or somebody loads them
     */
    @Override
    public void drop() {
        DataSetState state = inspect();
        if (state.kind() == DataSetState.Kind.ABSENT) {
            return;
        }
        if (!whole()) {
            throw new HarnessException("this would drop the warehouses of all ranges, not only " + slice
                    + "; leave out --warehouse-range to do that");
        }
        if (state.kind() == DataSetState.Kind.BUSY || marker.read().isEmpty()) {
            throw new HarnessException(state.detail() + "; nothing was dropped");
        }
        lastNameConstant.set(UNREAD);
        try (TpccLoad load = new TpccLoad(target, marker.partStatement(), 1, Progress.SILENT)) {
            load.script(Definitions.DROP);
        }
        marker.drop();
    }

    /** C-Load of C_LAST of what is loaded, which the constant of a run must keep its distance from (clause 2.1.6.1). */
    public int lastNameConstant() {
        if (lastNameConstant.get() == UNREAD) {
            DataSetMarker.Content content = marker.read()
                    .orElseThrow(() -> new HarnessException("there is no TPC-C data set to run on; load one first"));
            lastNameConstant.set(content.lastNameConstant());
        }
        return lastNameConstant.get();
    }

    private boolean whole() {
        return slice.equals(Slice.all(scale.warehouses()));
    }

    private long warehousesIn() {
        Set<String> in = marker.parts();
        return IntStream.rangeClosed(1, scale.warehouses())
                .filter(warehouse -> Population.namesOfWarehouse(warehouse).allMatch(in::contains))
                .count();
    }

    private DataSetState withoutMarker() {
        List<String> tables = existing();
        return tables.isEmpty()
                ? state(DataSetState.Kind.ABSENT, "no TPC-C tables")
                : state(
                        DataSetState.Kind.DIFFERENT,
                        "found tables that this tool did not load (" + String.join(", ", tables) + ")");
    }

    /** The marker can be right only about tables that nobody has touched since; a cheap look tells the worst. */
    private DataSetState complete() {
        if (existing().size() < Table.values().length) {
            return state(
                    DataSetState.Kind.INCOMPLETE, "found the marker of TPC-C with " + scale + ", but not all tables");
        }
        long warehouses = schema(schema -> schema.rows(Table.WAREHOUSE.sqlName()));
        return warehouses == scale.warehouses()
                ? state(DataSetState.Kind.COMPLETE, "TPC-C with " + scale)
                : state(
                        DataSetState.Kind.INCOMPLETE,
                        "found the marker of TPC-C with " + scale + ", but " + warehouses + " rows in warehouse");
    }

    private List<String> existing() {
        List<String> names = Arrays.stream(Table.values()).map(Table::sqlName).toList();
        return schema(schema -> schema.existing(names));
    }

    private <T> T schema(SchemaQuestion<T> question) {
        try {
            return question.ask(new Schema(target.jdbi()));
        } catch (SQLException e) {
            throw new HarnessException("cannot look for TPC-C tables: " + e.getMessage(), e);
        }
    }

    private static DataSetState state(DataSetState.Kind kind, String detail) {
        return new DataSetState(kind, detail);
    }

    @FunctionalInterface
    private interface SchemaQuestion<T> {
        T ask(Schema schema) throws SQLException;
    }
}
