package io.dbharness.sysbench.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.load.Crew;
import io.dbharness.jdbc.load.LoadMarker;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.sysbench.operation.RowLedger;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tables {@code sbtest1} to {@code sbtestN} in the current schema of one target. They are known by their shape, so those that sysbench
 * made will do as well, and sysbench can use those made here. One thread.
 */
public final class SysbenchDataSet implements DataSet {

    /** Measured on PostgreSQL 15 with 4 x 1,000,000 rows: 221. The rest is for sorting the indexes. */
    private static final long ROW_BYTES = 240;
    /** Measured likewise: 22.5 for the primary key, 19.7 for the index on k. */
    private static final long INDEX_BYTES = 23;
    /** Measured likewise: 239, all steps. */
    private static final long LOG_BYTES = 260;
    /** A server recycles its log at each checkpoint; this is the most that the embedded one keeps, and more than the usual 1 GiB. */
    private static final long MOST_LOG_BYTES = 8L << 30;

    private static final long EMPTY_TABLE_BYTES = 64L << 10;

    private final JdbcTarget target;
    private final Scale scale;
    private final SqlCatalog<DataStatement> sql;
    private final LoadMarker marker;
    private final Optional<RowCounts> counts;

    /**
     * Resolves statements and scripts for the target's dialect; throws a {@link HarnessException} that names what is missing.
     *
     * @param counted what the runs do to the number of rows, when that is to be checked
     */
    public SysbenchDataSet(JdbcTarget target, Scale scale, Optional<RowLedger> counted) {
        this.target = target;
        this.scale = scale;
        this.sql = SqlCatalog.load(
                DataStatement.class,
                SysbenchDataSet.class,
                "sysbench/data",
                target.dialect().lineage());
        this.marker = new LoadMarker(target, "sysbench");
        this.counts = counted.map(ledger -> new RowCounts(target, scale.tables(), ledger));
        // A script that is missing is a reason not to begin.
        Definitions.table(target.dialect().lineage(), scale);
    }

    @Override
    public String describe() {
        return "sysbench, " + scale;
    }

    /** Looks at definitions and the largest ids, which takes no longer for big tables; it changes nothing and counts nothing. */
    @Override
    public DataSetState inspect() {
        Optional<LoadMarker.Content> mark = marker.read();
        if (mark.isPresent() && marker.locked()) {
            return new DataSetState(
                    Kind.BUSY, "another process is loading " + mark.get().load().scale());
        }
        Map<Integer, TableShape> found = TableShape.read(target, sql);
        if (mark.isPresent() && !mark.get().complete()) {
            return new DataSetState(
                    Kind.INCOMPLETE, "a load of " + mark.get().load().scale() + " did not finish");
        }
        if (found.isEmpty()) {
            return new DataSetState(Kind.ABSENT, "no table sbtest1");
        }
        return difference(found, mark)
                .map(text -> new DataSetState(Kind.DIFFERENT, text))
                .orElseGet(() -> new DataSetState(
                        Kind.COMPLETE, scale + (mark.isPresent() ? "" : ", made by sysbench or another tool")));
    }

    private Optional<String> difference(Map<Integer, TableShape> found, Optional<LoadMarker.Content> mark) {
        for (int number = 1; number <= scale.tables(); number++) {
            TableShape shape = found.get(number);
            if (shape == null || found.size() > scale.tables()) {
                return Optional.of("found " + found.size() + " tables of the name sbtest, expected " + scale.tables());
            }
            Optional<String> difference = shape.difference(scale)
                    .or(() -> target.jdbi().withHandle(handle -> shape.idDifference(handle, sql, scale)));
            if (difference.isPresent()) {
                return difference;
            }
        }
        return mark.filter(content -> !content.load().scale().equals(scale.toString()))
                .map(content -> "found " + content.load().scale() + ", expected " + scale);
    }

    @Override
    public long bytesNeeded() {
        long indexes = scale.secondaryIndex() ? 2 : 1;
        long rowBytes = ROW_BYTES + indexes * INDEX_BYTES;
        long log = Math.min(scale.rows() * LOG_BYTES, MOST_LOG_BYTES);
        return scale.tables() * EMPTY_TABLE_BYTES + scale.rows() * rowBytes + log;
    }

    /**
     * Creates and fills the tables; after a load of the same rows that did not finish, only those that it had not finished.
     *
     * @throws HarnessException when the schema holds something else, somebody else loads, a statement fails, or rows are missing
     */
    @Override
    public void load(int loaders, Seed seed, Progress progress) {
        DataSetState state = inspect();
        if (state.kind() == Kind.DIFFERENT
                || (state.kind() == Kind.COMPLETE && marker.read().isEmpty())) {
            throw new HarnessException(
                    state.detail() + "; ask for what is there, drop it, or name another database or schema");
        }
        LoadMarker.Load wanted = LoadMarker.Load.of(scale, seed, scale.tables());
        boolean goesOn = marker.read()
                .filter(content -> !content.complete() && content.load().equals(wanted))
                .isPresent();
        if (!goesOn) {
            drop();
        }
        try (LoadMarker.Claim claim = marker.claim(wanted)) {
            Set<String> finished = marker.finishedParts();
            List<Table> missing = Table.all(scale.tables()).stream()
                    .filter(table -> !finished.contains(table.sqlName()))
                    .toList();
            new TableLoad(target, scale, seed, progress)
                    .run(missing, loaders, table -> marker.finished(table.sqlName()));
            claim.complete();
        }
    }

    /** Has the server write what was changed before, so that no measurement pays for it. */
    @Override
    public void settle(Progress progress) {
        forEach("write the changed pages", "checkpoint", 1);
    }

    /**
     * The largest id of a table.
     *
     * @param table from 0
     */
    public int lastId(int table) {
        String statement = new Table(table + 1).in(sql.sql(DataStatement.MAX_ID));
        return target.jdbi()
                .withHandle(handle -> handle.select(statement)
                        .mapTo(Integer.class)
                        .findFirst()
                        .orElse(0));
    }

    /** Rows are counted where runs change their number, and only then. */
    @Override
    public List<Check> check(String when, Progress progress) {
        return counts.map(check -> List.of(check.check(when, progress))).orElse(List.of());
    }

    /**
     * Removes the tables that the marker tells of, and the marker.
     *
     * @throws HarnessException when there are such tables without a marker, or somebody loads them
     */
    @Override
    public void drop() {
        Optional<LoadMarker.Content> mark = marker.read();
        if (mark.isEmpty()) {
            if (!TableShape.read(target, sql).isEmpty()) {
                throw new HarnessException("the tables sbtest were not made by this tool, so it does not drop them;"
                        + " drop them with sysbench's cleanup, or name another database or schema");
            }
            return;
        }
        if (marker.locked()) {
            throw new HarnessException(
                    "another process is loading " + mark.get().load().scale() + "; nothing was dropped");
        }
        forEach("drop the tables", "drop", Integer.parseInt(mark.get().load().constants()));
        marker.drop();
    }

    private void forEach(String purpose, String script, int tables) {
        Definitions definitions = new Definitions(target);
        List<Crew.Task<Boolean>> tasks = new ArrayList<>();
        for (Table table : Table.all(tables)) {
            tasks.add(connection -> {
                definitions.run(script, connection, table);
                return true;
            });
        }
        try (Crew crew = new Crew(target, 1)) {
            crew.run(purpose, tasks);
        }
    }
}
