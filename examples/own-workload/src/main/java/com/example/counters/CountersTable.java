package com.example.counters;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.DataSetDefinition;
import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.LoadPart.RowWriter;
import io.dbharness.jdbc.dataset.LoadPart.TableRows;
import io.dbharness.jdbc.dataset.LoadedDataCheck;
import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.jdbc.dataset.Scripts;
import io.dbharness.load.Slice;
import io.dbharness.random.Seed;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** The table. A marker says whose it is and whether it is complete; what has none is never touched. */
final class CountersTable implements DataSet {

    private static final String TABLE = "counters";
    private static final long ROW_BYTES = 200;

    private final JdbcTarget target;
    private final int counters;
    private final AtomicLong added;
    private final MarkedDataSet table;
    private final LoadedDataCheck loaded;
    private long before;

    /** @param added additions that the server has acknowledged */
    CountersTable(JdbcTarget target, int counters, AtomicLong added) {
        this.target = target;
        this.counters = counters;
        this.added = added;
        this.table = new MarkedDataSet(target, new Definition(
                new Scripts(target, CountersTable.class, "counters/ddl", List.of("tables", "drop")), counters));
        this.loaded = new LoadedDataCheck(table);
    }

    private record Definition(Scripts scripts, int counters) implements DataSetDefinition {

        @Override
        public String workload() {
            return TABLE;
        }

        @Override
        public String scale() {
            return counters + " counters";
        }

        @Override
        public List<String> tables(String constants) {
            return List.of(TABLE);
        }

        @Override
        public List<LoadPart> parts(Seed seed, LocalDateTime loadedAt) {
            RowWriter zeros = (sink, row) -> sink.add(row + 1).add(0);
            return List.of(new LoadPart(
                    "all", List.of(new TableRows(TABLE, List.of("id", "total"), counters, () -> zeros))));
        }

        @Override
        public Map<String, List<List<String>>> keys() {
            return Map.of(TABLE, List.of(List.of("id")));
        }

        @Override
        public List<Step> finish() {
            return List.of();
        }

        @Override
        public List<Step> analyze() {
            return List.of();
        }
    }

    @Override
    public String describe() {
        return counters + " counters";
    }

    @Override
    public DataSetState inspect() {
        return table.inspect();
    }

    @Override
    public long bytesNeeded() {
        return counters * ROW_BYTES;
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        table.load(loaders, seed, progress, helpers);
    }

    @Override
    public void loadSlice(Slice slice, int loaders, Seed seed, Progress progress) {
        table.loadSlice(slice, loaders, seed, progress);
    }

    /** Runs change this column, so its loaded values are not looked for any more. */
    @Override
    public void settle(Progress progress) {
        table.changing(Set.of("total"));
    }

    @Override
    public List<Check> check(String when, Progress progress) {
        List<Check> checks = new ArrayList<>(loaded.check(when));
        long total = target.jdbi()
                .withHandle(handle -> handle.select("SELECT SUM(total) FROM counters")
                        .mapTo(Long.class)
                        .one());
        if (when.equals("before")) {
            before = total;
            added.set(0);
        }
        // An addition whose answer was lost may be there too.
        long least = before + added.get();
        checks.add(new Check(
                "counters.total", when, total >= least, "the counters add up to " + total + ", at least " + least + " expected"));
        return checks;
    }

    @Override
    public void drop() {
        table.drop();
    }
}
