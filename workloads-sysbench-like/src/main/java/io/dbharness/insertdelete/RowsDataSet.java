package io.dbharness.insertdelete;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.jdbc.load.Crew;
import io.dbharness.jdbc.load.LoadMarker;
import io.dbharness.jdbc.load.LoadMarker.Content;
import io.dbharness.jdbc.load.LoadMarker.Load;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** The table and its two procedures, in the current schema of one target. Runs change its rows; it stays usable. One thread. */
final class RowsDataSet implements DataSet {

    private static final String TABLE = "insert_delete";
    private static final List<String> COLUMNS = List.of(
            "id", "account", "quantity", "created_at", "due_at", "price", "amount", "code", "name", "note", "payload");

    /** Measured on PostgreSQL 18: 464 bytes in the table, 22 in the key, as much again in the log. */
    private static final long ROW_BYTES = 1_000;

    private static final int PRICE_DIGITS = 2;
    private static final int AMOUNT_DIGITS = 4;
    private static final long ROWS_A_PART = 100_000;
    private static final int ROWS_A_REPORT = 5_000;
    private static final int ROWS_A_FETCH = 10_000;
    private static final long UNCOUNTED = -1;

    private final JdbcTarget target;
    private final long rows;
    private final Shop shop;
    private final AtomicLong lastId;
    private final LoadMarker marker;
    private final Definitions definitions;
    private long before = UNCOUNTED;

    /**
     * Resolves statements and scripts for the target's dialect; throws a {@link HarnessException} that names what is missing.
     *
     * @param rows   before the first run
     * @param lastId set to the largest id that is there
     */
    RowsDataSet(JdbcTarget target, long rows, Shop shop, AtomicLong lastId) {
        this.target = target;
        this.rows = rows;
        this.shop = shop;
        this.lastId = lastId;
        this.marker = new LoadMarker(target, InsertDelete.NAME);
        this.definitions = Definitions.of(target.dialect());
    }

    @Override
    public String describe() {
        return String.format(Locale.ROOT, "a table of %,d rows", rows);
    }

    @Override
    public DataSetState inspect() {
        Optional<Content> found = marker.read();
        if (found.isEmpty()) {
            return new DataSetState(Kind.ABSENT, "no table of this workload");
        }
        String scale = found.get().load().scale();
        if (marker.locked()) {
            return new DataSetState(Kind.BUSY, "another process is loading " + scale);
        }
        if (!found.get().complete()) {
            return new DataSetState(Kind.INCOMPLETE, "a load of " + scale + " did not finish");
        }
        return scale.equals(describe())
                ? new DataSetState(Kind.COMPLETE, scale + " when loaded")
                : new DataSetState(Kind.DIFFERENT, "found what was " + scale + ", expected " + describe());
    }

    @Override
    public long bytesNeeded() {
        return rows * ROW_BYTES;
    }

    /** Parts of 100,000 rows, each in one transaction; after a load that did not finish, only those that are missing. */
    @Override
    public void load(int loaders, Seed seed, Progress progress) {
        Load load = Load.of(describe(), seed, "");
        boolean goesOn = marker.read()
                .filter(content -> !content.complete() && content.load().equals(load))
                .isPresent();
        if (!goesOn && marker.read().isPresent()) {
            drop();
        }
        try (LoadMarker.Claim claim = marker.claim(load);
                Crew crew = new Crew(target, loaders)) {
            Set<String> finished = marker.finishedParts();
            crew.run("make the table", List.of(definitions.makeTable()));
            fill(crew, seed, finished, progress);
            crew.run("make the procedures", List.of(definitions.makeProcedures()));
            crew.run("gather statistics", List.of(definitions.gatherStatistics()));
            claim.complete();
        }
    }

    private void fill(Crew crew, Seed seed, Set<String> finished, Progress progress) {
        AtomicLong loaded = new AtomicLong();
        List<Crew.Task<Void>> tasks = new ArrayList<>();
        for (long first = 1; first <= rows; first += ROWS_A_PART) {
            long from = first;
            long upTo = Math.min(rows, first + ROWS_A_PART - 1);
            if (finished.contains(part(from))) {
                loaded.addAndGet(upTo - from + 1);
            } else {
                tasks.add(connection -> fill(connection, from, upTo, new Filling(seed, loaded, progress)));
            }
        }
        crew.run("load the rows", tasks);
    }

    private record Filling(Seed seed, AtomicLong loaded, Progress progress) {}

    private Void fill(Connection connection, long first, long last, Filling filling) throws SQLException {
        connection.setAutoCommit(false);
        // A part that was committed and not noted is there already.
        try (var statement = connection.prepareStatement("DELETE FROM " + TABLE + " WHERE id BETWEEN ? AND ?")) {
            statement.setLong(1, first);
            statement.setLong(2, last);
            statement.executeUpdate();
        }
        try (RowSink sink = target.dialect().bulkLoader().open(connection, TABLE, COLUMNS)) {
            for (long id = first; id <= last; id++) {
                add(sink, Row.of(filling.seed(), id));
                if (id % ROWS_A_REPORT == 0 || id == last) {
                    long since = id == last ? (last - first) % ROWS_A_REPORT + 1 : ROWS_A_REPORT;
                    filling.progress().advance("load", filling.loaded().addAndGet(since), rows, "rows");
                }
            }
            sink.finish();
        }
        connection.commit();
        connection.setAutoCommit(true);
        marker.finished(part(first));
        return null;
    }

    private static void add(RowSink sink, Row row) throws SQLException {
        sink.add(row.id())
                .add(row.account())
                .add(row.quantity())
                .add(row.createdAt())
                .add(row.dueAt())
                .addDecimal(row.priceCents(), PRICE_DIGITS)
                .addDecimal(row.amountMills(), AMOUNT_DIGITS)
                .add(row.code())
                .add(row.name())
                .add(row.note())
                .add(row.payload())
                .endRow();
    }

    private static String part(long first) {
        return "from " + first;
    }

    /** Before a run: counts the rows, and learns their ids. After it: compares. */
    @Override
    public List<Check> check(String when, Progress progress) {
        long found = learn();
        if (before == UNCOUNTED || "before".equals(when)) {
            before = found;
            shop.ledger().reset();
            return List.of(new Check("rows", when, true, String.format(Locale.ROOT, "%,d rows", found)));
        }
        Ledger.Balance balance = shop.ledger().balance();
        boolean passed = found >= balance.fewest(before) && found <= balance.most(before);
        return List.of(new Check("rows", when, passed, detail(balance, found)));
    }

    private String detail(Ledger.Balance balance, long found) {
        String unknown = balance.unknownInserts() + balance.unknownDeletes() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", give or take %,d inserts and %,d deletes that were not answered",
                        balance.unknownInserts(),
                        balance.unknownDeletes());
        return String.format(
                Locale.ROOT,
                "%,d before + %,d inserted - %,d deleted = %,d%s; counted %,d",
                before,
                balance.inserted(),
                balance.deleted(),
                before + balance.inserted() - balance.deleted(),
                unknown,
                found);
    }

    /** Reads all ids; returns how many. */
    private long learn() {
        shop.ids().clear();
        long largest = target.jdbi()
                .inTransaction(handle -> handle.createQuery(shop.sql().sql(Call.IDS))
                        .setFetchSize(ROWS_A_FETCH)
                        .mapTo(Long.class)
                        .reduce(0L, (most, id) -> {
                            shop.ids().add(id);
                            return Math.max(most, id);
                        }));
        lastId.accumulateAndGet(largest, Math::max);
        return shop.ids().size();
    }

    @Override
    public void drop() {
        if (marker.read().isEmpty()) {
            return;
        }
        if (marker.locked()) {
            throw new HarnessException("another process is loading this workload's table; nothing was dropped");
        }
        try (Crew crew = new Crew(target, 1)) {
            crew.run("drop the table", List.of(definitions.dropAll()));
        }
        before = UNCOUNTED;
        marker.drop();
    }
}
