package io.dbharness.insertdelete;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.DataSetDefinition;
import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.LoadPart.RowWriter;
import io.dbharness.jdbc.dataset.LoadPart.TableRows;
import io.dbharness.jdbc.dataset.LoadedDataCheck;
import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.jdbc.dataset.RowCountCheck;
import io.dbharness.jdbc.dataset.Scripts;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.load.Slice;
import io.dbharness.random.Seed;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * The table and its two procedures, in the current schema of one target. The table remains usable after runs change its rows. Not
 * thread-safe.
 */
final class InsertDeleteDataSet implements DataSet {

    private static final String TABLE = "insert_delete";
    private static final List<String> PROCEDURES = List.of("insert_delete_insert", "insert_delete_delete");
    private static final List<String> COLUMNS = List.of(
            "id", "account", "quantity", "created_at", "due_at", "price", "amount", "code", "name", "note", "payload");

    /** The bytes of a row. On PostgreSQL 18: less than 464 in the table, 22 in the key, and as many again in the log. */
    private static final long ROW_BYTES = 1_000;

    private static final long ROWS_A_PART = 100_000;
    private static final int ROWS_A_FETCH = 10_000;

    private final JdbcTarget target;
    private final long rows;
    private final Calls calls;
    private final AtomicLong lastId;
    private final MarkedDataSet table;
    private final LoadedDataCheck loaded;
    private final RowCountCheck check;

    /**
     * Reads statements and scripts for the target's dialect; throws {@link io.dbharness.model.HarnessException} with the names of missing
     * ones.
     *
     * @param rows   number of rows before the first run
     * @param lastId set to the largest existing id
     */
    InsertDeleteDataSet(JdbcTarget target, long rows, Calls calls, AtomicLong lastId) {
        this.target = target;
        this.rows = rows;
        this.calls = calls;
        this.lastId = lastId;
        this.table = new MarkedDataSet(target, new Definition(target, rows));
        this.loaded = new LoadedDataCheck(table);
        this.check = new RowCountCheck("rows", calls.ledgers(), "");
    }

    /** The definition of the table. */
    private record Definition(Scripts scripts, long rows) implements DataSetDefinition {

        Definition(JdbcTarget target, long rows) {
            this(
                    new Scripts(
                            target,
                            InsertDeleteDataSet.class,
                            "insertdelete/ddl",
                            List.of("tables", "keys", "procedures", "analyze", "drop", "drop-procedures")),
                    rows);
        }

        @Override
        public String workload() {
            return InsertDelete.NAME;
        }

        @Override
        public String scale() {
            return String.format(Locale.ROOT, "a table of %,d rows", rows);
        }

        @Override
        public List<String> tables(String constants) {
            return List.of(TABLE);
        }

        @Override
        public List<String> procedures() {
            return PROCEDURES;
        }

        @Override
        public List<String> dropProcedures() {
            return scripts.statements("drop-procedures");
        }

        @Override
        public List<LoadPart> parts(Seed seed, LocalDateTime loadedAt) {
            return LongStream.iterate(1, first -> first <= rows, first -> first + ROWS_A_PART)
                    .mapToObj(first -> part(seed, first, Math.min(rows, first + ROWS_A_PART - 1)))
                    .toList();
        }

        private static LoadPart part(Seed seed, long first, long last) {
            RowWriter writer = (sink, row) -> add(sink, InsertDeleteRow.of(seed, first + row));
            return new LoadPart(
                    "rows " + first + " to " + last,
                    List.of(new TableRows(TABLE, COLUMNS, last - first + 1, () -> writer)));
        }

        private static void add(RowSink sink, InsertDeleteRow row) {
            sink.add(row.id())
                    .add(row.account())
                    .add(row.quantity())
                    .add(row.createdAt())
                    .add(row.dueAt())
                    .addDecimal(row.priceCents(), InsertDeleteRow.PRICE_DIGITS)
                    .addDecimal(row.amountMills(), InsertDeleteRow.AMOUNT_DIGITS)
                    .add(row.code())
                    .add(row.name())
                    .add(row.note())
                    .add(row.payload());
        }

        @Override
        public Map<String, List<List<String>>> keys() {
            return Map.of(TABLE, List.of(List.of("id")));
        }

        @Override
        public List<Step> finish() {
            return List.of(
                    Step.of("index", "build the key", scripts.statements("keys")),
                    new Step("procedures", "make the procedures", List.of(scripts.statements("procedures"))));
        }
    }

    @Override
    public String describe() {
        return String.format(Locale.ROOT, "a table of %,d rows", rows);
    }

    @Override
    public DataSetState inspect() {
        return table.inspect();
    }

    @Override
    public long bytesNeeded() {
        return rows * ROW_BYTES;
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        table.load(loaders, seed, progress, helpers);
    }

    @Override
    public void loadSlice(Slice slice, int loaders, Seed seed, Progress progress) {
        table.loadSlice(slice, loaders, seed, progress);
    }

    @Override
    public void requireUsable() {
        table.requireWritable(InsertDelete.NAME);
    }

    /** Records that runs may delete loaded rows. */
    @Override
    public void settle(Progress progress) {
        table.changing(Set.of(MarkedDataSet.REMOVED, MarkedDataSet.NUMBER));
    }

    /**
     * Before a run, counts the rows and reads their ids; after it, compares. Also checks that every row has values of a load or an insert.
     */
    @Override
    public List<Check> check(String when, Progress progress) {
        List<Check> all = new ArrayList<>();
        all.add(check.check(when, table, this::learnIds));
        all.addAll(loaded.check(when));
        long malformed = target.jdbi()
                .withHandle(handle -> handle.select(calls.sql().sql(Calls.Sql.MALFORMED))
                        .mapTo(Long.class)
                        .one());
        String rule = "every value is within the bounds of what is inserted, and AMOUNT is PRICE x QUANTITY";
        all.add(new Check(
                "rows.format",
                when,
                malformed == 0,
                malformed == 0 ? rule : "not so for " + malformed + " rows: " + rule));
        return all;
    }

    @Override
    public Map<String, List<Long>> acknowledged() {
        return Map.of(
                "inserts", calls.inserts().counts(), "deletes", calls.deletes().counts());
    }

    @Override
    public void add(Optional<Map<String, List<Long>>> acknowledgedElsewhere) {
        calls.inserts().add(acknowledgedElsewhere.map(all -> all.get("inserts")));
        calls.deletes().add(acknowledgedElsewhere.map(all -> all.get("deletes")));
    }

    /** Reads the ids of one of several processes: every n-th of the existing ids; new ids are assigned alike. */
    void take(Slice slice) {
        learnIds(id -> id % slice.of() == slice.index());
        lastId.updateAndGet(largest -> largest / slice.of() * slice.of() + slice.index());
    }

    /** Reads all ids; returns their number. */
    private long learnIds() {
        return learnIds(id -> true);
    }

    private long learnIds(LongPredicate own) {
        calls.ids().clear();
        long largest = target.jdbi()
                .inTransaction(handle -> handle.createQuery(calls.sql().sql(Calls.Sql.IDS))
                        .setFetchSize(ROWS_A_FETCH)
                        .mapTo(Long.class)
                        .reduce(0L, (most, id) -> {
                            if (own.test(id)) {
                                calls.ids().add(id);
                            }
                            return Math.max(most, id);
                        }));
        lastId.accumulateAndGet(largest, Math::max);
        return calls.ids().size();
    }

    @Override
    public void drop() {
        table.drop();
    }
}
