package io.dbharness.tpcc.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.DataSetDefinition;
import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.LoadedDataCheck;
import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.jdbc.dataset.Marker;
import io.dbharness.jdbc.dataset.RowCountCheck;
import io.dbharness.jdbc.dataset.RowLedger;
import io.dbharness.jdbc.dataset.Schema;
import io.dbharness.jdbc.dataset.Scripts;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.WarehouseRange;
import io.dbharness.tpcc.operation.CountedTransactions;
import io.dbharness.tpcc.operation.Procedures;
import io.dbharness.tpcc.operation.TpccTransactions;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * The nine tables of TPC-C at one scale, in the current schema of one target, and their stored procedures. Procedures are installed with a
 * load, and before a run that calls them, and are dropped with the tables. Not thread-safe, except for {@link #lastNameConstant}.
 */
public final class TpccDataSet implements DataSet {

    private static final long MIB = 1L << 20;
    /** Measured on PostgreSQL 18: 12.7 MiB with its key. */
    private static final long ITEM_BYTES = 16 * MIB;
    /** Measured on PostgreSQL 18, W = 1 and 4: 99.6 MiB in tables and indexes. The rest is space for sorting the largest index. */
    private static final long WAREHOUSE_BYTES = 120 * MIB;
    /** Measured on PostgreSQL 18, W = 1 and 4: 88 to 109 MiB of log for loading a warehouse, all steps. */
    private static final long WAREHOUSE_LOG_BYTES = 110 * MIB;
    /** A server recycles its log at each checkpoint. This is the maximum that the embedded server keeps, and more than the usual 1 GiB. */
    private static final long MOST_LOG_BYTES = 8_192 * MIB;

    private static final int UNREAD = -1;

    private final JdbcTarget target;
    private final TpccScale scale;
    private final WarehouseRange range;
    private final Optional<Procedures> procedures;
    private final boolean callsProcedures;
    private final boolean writes;
    private final MarkedDataSet tables;
    private final LoadedDataCheck loaded;
    private final ConsistencyChecks checks;
    private final RowLedger orders = new RowLedger(0, 1);
    private final RowLedger payments = new RowLedger(0, 1);
    private final RowCountCheck ordersCheck;
    private final RowCountCheck paymentsCheck;
    /** The cached result of {@link #lastNameConstant}, or {@link #UNREAD}; thousands of terminals read it. */
    private final AtomicInteger lastNameConstant = new AtomicInteger(UNREAD);

    /** Creates a data set of which this client loads all warehouses, without stored procedures. */
    public TpccDataSet(JdbcTarget target, TpccScale scale) {
        this(target, scale, WarehouseRange.all(scale.warehouses()), false, true);
    }

    /**
     * Creates a data set of which this client loads a range of warehouses. Reads statements and scripts for the target's dialect; throws
     * {@link HarnessException} with the names of missing ones.
     *
     * @param callsProcedures true if runs call the stored procedures
     * @param writes          true if runs have other transactions than Order-Status and Stock-Level
     */
    public TpccDataSet(
            JdbcTarget target, TpccScale scale, WarehouseRange range, boolean callsProcedures, boolean writes) {
        this.target = target;
        this.scale = scale;
        this.range = range;
        this.procedures = Procedures.of(target);
        this.callsProcedures = callsProcedures;
        this.writes = writes;
        this.tables = new MarkedDataSet(target, new Definition(target, scale, range));
        this.loaded = new LoadedDataCheck(tables);
        this.checks = new ConsistencyChecks(target, scale.rows());
        String where = range.whole() ? "" : " of warehouses " + range;
        this.ordersCheck = new RowCountCheck("acknowledged.new-order", List.of(orders), " in orders" + where);
        this.paymentsCheck = new RowCountCheck("acknowledged.payment", List.of(payments), " in history" + where);
    }

    /** Counts the acknowledged transactions, so that {@link #check} compares them with the data. */
    public TpccTransactions counted(TpccTransactions transactions) {
        return new CountedTransactions(transactions, target.failures(), orders, payments);
    }

    /** The definition of the tables. */
    record Definition(Scripts scripts, TpccScale scaleOfAll, WarehouseRange warehouses) implements DataSetDefinition {

        Definition(JdbcTarget target, TpccScale scale, WarehouseRange range) {
            this(
                    new Scripts(
                            target,
                            TpccDataSet.class,
                            "tpcc/ddl",
                            List.of("tables", "keys", "foreign-keys", "analyze", "settle", "checkpoint", "drop")),
                    scale,
                    range);
        }

        @Override
        public String workload() {
            return "tpcc";
        }

        @Override
        public String title() {
            return "TPC-C";
        }

        @Override
        public String scale() {
            return scaleOfAll.toString();
        }

        /** Returns C-Load of C_LAST. */
        @Override
        public String constants(Seed seed) {
            return String.valueOf(RunConstants.lastNameForLoad(seed));
        }

        @Override
        public String range() {
            return warehouses.toString();
        }

        @Override
        public boolean whole() {
            return warehouses.whole();
        }

        /** Compares warehouse numbers; a range of another scale overlaps by the same numbers. */
        @Override
        public boolean overlaps(String otherRange) {
            return warehouses.overlaps(WarehouseRange.parse(otherRange, Integer.MAX_VALUE));
        }

        @Override
        public String describeRange(String range) {
            return "warehouses " + range;
        }

        @Override
        public List<String> tables(String constants) {
            return TpccTable.sqlNames();
        }

        @Override
        public List<LoadPart> parts(Seed seed, LocalDateTime loadedAt) {
            return new Population(seed, loadedAt, scaleOfAll.rows()).parts(warehouses);
        }

        @Override
        public List<LoadPart> allParts(Seed seed, LocalDateTime loadedAt) {
            return new Population(seed, loadedAt, scaleOfAll.rows()).parts(WarehouseRange.all(scaleOfAll.warehouses()));
        }

        @Override
        public Map<String, List<List<String>>> keys() {
            return TpccTable.keysOfAll();
        }

        @Override
        public boolean changes(String column, Map<String, Object> row) {
            return TpccTable.changes(column) || (column.equals("c_data") && "BC".equals(row.get("c_credit")));
        }

        /** Builds keys and indexes after loading the rows, which is cheaper. */
        @Override
        public List<Step> finish() {
            List<Step> steps = new ArrayList<>();
            steps.add(Step.of("index", "build keys and indexes", scripts.statements("keys")));
            if (scaleOfAll.foreignKeys()) {
                steps.add(Step.of("foreign-keys", "add the foreign keys", scripts.statements("foreign-keys")));
            }
            return steps;
        }

        @Override
        public List<Step> settle() {
            return List.of(
                    Step.of("settle", "vacuum the tables", scripts.statements("settle")),
                    Step.of("checkpoint", "write the changed pages", scripts.statements("checkpoint")));
        }
    }

    @Override
    public String describe() {
        return "TPC-C, " + scale + (range.whole() ? "" : ", of these " + range);
    }

    @Override
    public void requireUsable() {
        if (writes) {
            tables.requireWritable(
                    "TPC-C with New-Order, Payment or Delivery (only Order-Status and Stock-Level: --mix 0,0,1,0,1)");
        }
    }

    @Override
    public DataSetState inspect() {
        DataSetState state = tables.inspect();
        return switch (state.kind()) {
            case COMPLETE -> countedWarehouses(state);
            case INCOMPLETE ->
                new DataSetState(
                        state.kind(),
                        state.detail()
                                + tables.content()
                                        .filter(content -> !content.complete())
                                        .map(content -> ": " + warehousesIn() + " of " + content.scale() + " in")
                                        .orElse(""));
            default -> state;
        };
    }

    /** Compares the number of warehouses with the marker, which is cheap and detects gross damage of the tables. */
    private DataSetState countedWarehouses(DataSetState state) {
        long warehouses = new Schema(target).rows(TpccTable.WAREHOUSE.sqlName());
        return warehouses == scale.warehouses()
                ? state
                : new DataSetState(
                        DataSetState.Kind.INCOMPLETE,
                        "found the marker of " + state.detail() + ", but " + warehouses + " rows in warehouse");
    }

    @Override
    public boolean whole() {
        return range.whole();
    }

    /** Returns the bytes of the missing parts, if a load is resumed. */
    @Override
    public long bytesNeeded() {
        boolean goesOn = tables.content().filter(content -> !content.complete()).isPresent();
        Set<String> in = goesOn ? tables.parts() : Set.of();
        long warehouses = range.size() - loaded(range, in);
        int percent = scale.rows().percent();
        long log = Math.min(warehouses * WAREHOUSE_LOG_BYTES * percent / 100, MOST_LOG_BYTES);
        return (ITEM_BYTES + warehouses * WAREHOUSE_BYTES) * percent / 100 + log;
    }

    /**
     * Loads as described at {@link MarkedDataSet#load}, each warehouse in three transactions. Equal seeds give equal rows with any number
     * of loaders. With several clients, the last one completes the data set.
     */
    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        lastNameConstant.set(UNREAD);
        tables.load(loaders, seed, progress, helpers);
        installIfCalled();
    }

    @Override
    public void loadSlice(Slice slice, int loaders, Seed seed, Progress progress) {
        tables.loadSlice(slice, loaders, seed, progress);
    }

    @Override
    public void settle(Progress progress) {
        installIfCalled();
    }

    /**
     * Checks all warehouses, regardless of this client's range; rows that this client's transactions have added are counted in its own
     * range. The first count is only the reference.
     *
     * @throws HarnessException if the data set is not complete
     */
    @Override
    public List<Check> check(String when, Progress progress) {
        if (tables.content().filter(Marker.Content::complete).isEmpty()) {
            throw new HarnessException("the data set is not complete: " + warehousesIn() + " of " + scale.warehouses()
                    + " warehouses are loaded; load the other ranges first");
        }
        List<Check> all = new ArrayList<>();
        all.add(ordersCheck.check(when, () -> checks.orders(range)));
        all.add(paymentsCheck.check(when, () -> checks.payments(range)));
        all.addAll(loaded.check(when));
        all.addAll(checks.run(when, progress));
        return all;
    }

    @Override
    public Map<String, List<Long>> acknowledged() {
        return Map.of("orders", orders.counts(), "payments", payments.counts());
    }

    @Override
    public void add(Optional<Map<String, List<Long>>> acknowledgedElsewhere) {
        orders.add(acknowledgedElsewhere.map(all -> all.get("orders")));
        payments.add(acknowledgedElsewhere.map(all -> all.get("payments")));
    }

    /**
     * Removes the nine tables, their marker and the procedures, of any scale.
     *
     * @throws HarnessException if such tables exist without a marker, or are being loaded
     */
    @Override
    public void drop() {
        if (tables.inspect().kind() == DataSetState.Kind.ABSENT) {
            return;
        }
        if (!range.whole()) {
            throw new HarnessException("this would drop the warehouses of all ranges, not only " + range
                    + "; leave out --warehouse-range to do that");
        }
        lastNameConstant.set(UNREAD);
        tables.drop();
        procedures.ifPresent(Procedures::drop);
    }

    /**
     * Returns C-Load of C_LAST of the loaded data, from which the constant of a run must differ sufficiently (clause 2.1.6.1). This is the
     * first call of a run, so it also installs the procedures, independent of the mode of the load.
     */
    public int lastNameConstant() {
        installIfCalled();
        if (lastNameConstant.get() == UNREAD) {
            Marker.Content content = tables.content()
                    .orElseThrow(() -> new HarnessException("there is no TPC-C data set to run on; load one first"));
            lastNameConstant.set(Integer.parseInt(content.constants()));
        }
        return lastNameConstant.get();
    }

    /** Installs the procedures at the first call; called by each of thousands of users. */
    private void installIfCalled() {
        if (callsProcedures) {
            procedures.ifPresent(Procedures::install);
        }
    }

    private long warehousesIn() {
        return loaded(WarehouseRange.all(scale.warehouses()), tables.parts());
    }

    private static long loaded(WarehouseRange range, Set<String> in) {
        return IntStream.rangeClosed(range.first(), range.last())
                .filter(warehouse -> Population.namesOfWarehouse(warehouse).allMatch(in::contains))
                .count();
    }
}
