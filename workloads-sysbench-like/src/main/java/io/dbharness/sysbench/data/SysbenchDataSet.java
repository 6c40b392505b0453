package io.dbharness.sysbench.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.DataSetDefinition;
import io.dbharness.jdbc.dataset.DataSetDefinition.Step;
import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.LoadedDataCheck;
import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.jdbc.dataset.RowCountCheck;
import io.dbharness.jdbc.dataset.Schema;
import io.dbharness.jdbc.dataset.Scripts;
import io.dbharness.jdbc.dataset.Workers;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.sysbench.input.DigitGroups;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables {@code sbtest1} to {@code sbtestN} in the current schema of one target. They are recognised by their structure, so that tables
 * of sysbench can be used too, and sysbench can use tables of this tool. Not thread-safe.
 */
public final class SysbenchDataSet implements DataSet {

    /** The bytes of a row. Measured on PostgreSQL 15 with 4 x 1,000,000 rows: 221. The rest is space for sorting the indexes. */
    private static final long ROW_BYTES = 240;
    /** The bytes of an index entry. Measured alike: 22.5 for the primary key, 19.7 for the index on k. */
    private static final long INDEX_BYTES = 23;
    /** The log bytes of a row. Measured alike: 239, all steps. */
    private static final long LOG_BYTES = 260;
    /** A server recycles its log at each checkpoint. This is the maximum that the embedded server keeps, and more than the usual 1 GiB. */
    private static final long MOST_LOG_BYTES = 8L << 30;

    private static final long EMPTY_TABLE_BYTES = 64L << 10;
    private static final String ROWS = "rows";
    private static final int COUNTING_CONNECTIONS = 2;

    private final JdbcTarget target;
    private final SysbenchScale scale;
    private final SqlCatalog<TableShape.Sql> sql;
    private final Definition definition;
    private final MarkedDataSet tables;
    private final SysbenchEffects use;
    private final LoadedDataCheck loaded;
    private final Optional<RowCountCheck> counts;

    /**
     * Reads statements and scripts for the target's dialect; throws {@link HarnessException} with the names of missing ones.
     *
     * @param use changes of the tables by runs
     */
    public SysbenchDataSet(JdbcTarget target, SysbenchScale scale, SysbenchEffects use) {
        this.target = target;
        this.scale = scale;
        this.use = use;
        this.sql = SqlCatalog.load(
                TableShape.Sql.class,
                SysbenchDataSet.class,
                "sysbench/data",
                target.dialect().lineage());
        this.definition = new Definition(
                new Scripts(target, SysbenchDataSet.class, SysbenchTable.SCRIPTS, List.of(scale.script(), "drop")),
                scale);
        this.tables = new MarkedDataSet(target, definition);
        String where = " in " + (scale.tables() == 1 ? "1 table" : scale.tables() + " tables");
        this.loaded = new LoadedDataCheck(tables);
        this.counts = use.counted().map(ledger -> new RowCountCheck(ROWS, List.of(ledger), where));
    }

    /** The definition of the tables. */
    private record Definition(Scripts scripts, SysbenchScale scaleOfAll) implements DataSetDefinition {

        @Override
        public String workload() {
            return "sysbench";
        }

        @Override
        public String scale() {
            return scaleOfAll.toString();
        }

        /** Returns the number of tables. */
        @Override
        public String constants(Seed seed) {
            return String.valueOf(scaleOfAll.tables());
        }

        @Override
        public List<String> tables(String constants) {
            return SysbenchTable.all(Integer.parseInt(constants)).stream()
                    .map(SysbenchTable::sqlName)
                    .toList();
        }

        /** Returns the sequences with which some products generate ids. */
        @Override
        public List<String> sequences(String constants) {
            return tables(constants).stream().map(table -> table + "_id_seq").toList();
        }

        @Override
        public List<String> create() {
            return all().flatMap(table -> statements(table, scaleOfAll.script()).stream())
                    .toList();
        }

        @Override
        public List<String> drop(String constants) {
            return SysbenchTable.all(Integer.parseInt(constants)).stream()
                    .flatMap(table -> statements(table, "drop").stream())
                    .toList();
        }

        @Override
        public List<LoadPart> parts(Seed seed, LocalDateTime loadedAt) {
            return all().flatMap(table -> SysbenchRowPart.of(table, scaleOfAll.tableSize()).stream())
                    .map(part -> part.load(seed, scaleOfAll.tableSize()))
                    .toList();
        }

        @Override
        public Map<String, List<List<String>>> keys() {
            List<List<String>> keys =
                    scaleOfAll.secondaryIndex() ? List.of(List.of("id"), List.of("k")) : List.of(List.of("id"));
            return all().collect(Collectors.toMap(SysbenchTable::sqlName, table -> keys));
        }

        @Override
        public boolean wellFormed(String column, String text) {
            return DigitGroups.matches(column.equals("c") ? DigitGroups.C_GROUPS : DigitGroups.PAD_GROUPS, text);
        }

        /** Builds keys and indexes after loading the rows, which is cheaper. */
        @Override
        public List<Step> finish() {
            return List.of(step("index", "build keys and indexes", table -> {
                List<String> statements = new ArrayList<>(statements(table, "key"));
                if (scaleOfAll.secondaryIndex()) {
                    statements.addAll(statements(table, "index"));
                }
                if (scaleOfAll.serverIds()) {
                    statements.addAll(statements(table, "number"));
                }
                return statements;
            }));
        }

        @Override
        public List<Step> analyze() {
            return List.of(step("analyze", "gather statistics", table -> statements(table, "analyze")));
        }

        @Override
        public List<Step> settle() {
            return List.of(step("settle", "vacuum the tables", table -> statements(table, "settle")));
        }

        /** Returns one step for all tables. */
        Step checkpoint() {
            return Step.of("checkpoint", "write the changed pages", statements(new SysbenchTable(1), "checkpoint"));
        }

        private Step step(String phase, String purpose, Function<SysbenchTable, List<String>> statements) {
            return new Step(phase, purpose, all().map(statements).toList());
        }

        private List<String> statements(SysbenchTable table, String script) {
            return scripts.statements(script, table.variable());
        }

        private Stream<SysbenchTable> all() {
            return SysbenchTable.all(scaleOfAll.tables()).stream();
        }
    }

    @Override
    public String describe() {
        return "sysbench, " + scale;
    }

    @Override
    public void requireUsable() {
        if (!use.changes().isEmpty()) {
            tables.requireWritable(use.title());
        }
    }

    /** Reads definitions and the largest ids, which takes the same time for large tables; does not change or count rows. */
    @Override
    public DataSetState inspect() {
        DataSetState state = tables.inspect();
        if (state.kind() == Kind.BUSY || state.kind() == Kind.INCOMPLETE) {
            return state;
        }
        Map<Integer, TableShape> found = TableShape.read(target, sql);
        if (found.isEmpty()) {
            return state;
        }
        return difference(found)
                .map(text -> new DataSetState(
                        state.kind() == Kind.FOREIGN ? Kind.FOREIGN : Kind.DIFFERENT, text, state.load()))
                .orElseGet(() -> tables.content().isPresent()
                        ? state
                        : new DataSetState(Kind.COMPLETE, scale + ", made by sysbench or another tool"));
    }

    private Optional<String> difference(Map<Integer, TableShape> found) {
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
        return Optional.empty();
    }

    @Override
    public long bytesNeeded() {
        long indexes = scale.secondaryIndex() ? 2 : 1;
        long rowBytes = ROW_BYTES + indexes * INDEX_BYTES;
        long log = Math.min(scale.rows() * LOG_BYTES, MOST_LOG_BYTES);
        return scale.tables() * EMPTY_TABLE_BYTES + scale.rows() * rowBytes + log;
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        tables.load(loaders, seed, progress, helpers);
    }

    @Override
    public void loadSlice(Slice slice, int loaders, Seed seed, Progress progress) {
        tables.loadSlice(slice, loaders, seed, progress);
    }

    /** Writes pending changes on the server, so that they do not affect the measurement. */
    @Override
    public void settle(Progress progress) {
        tables.changing(use.changes());
        tables.run(definition.checkpoint());
    }

    /**
     * Returns the largest id of a table.
     *
     * @param table index of the table, from 0
     */
    public int lastId(int table) {
        String statement = new SysbenchTable(table + 1).in(sql.sql(TableShape.Sql.MAX_ID));
        return target.jdbi()
                .withHandle(handle -> handle.select(statement)
                        .mapTo(Integer.class)
                        .findFirst()
                        .orElse(0));
    }

    /** Indexes, a sample of the loaded rows and, unless they are too many, the number of all. */
    @Override
    public Map<String, List<Long>> acknowledged() {
        return use.counted().map(ledger -> Map.of(ROWS, ledger.counts())).orElse(Map.of());
    }

    @Override
    public void add(Optional<Map<String, List<Long>>> acknowledgedElsewhere) {
        use.counted().ifPresent(ledger -> ledger.add(acknowledgedElsewhere.map(all -> all.get(ROWS))));
    }

    @Override
    public List<Check> check(String when, Progress progress) {
        List<Check> all = new ArrayList<>();
        counts.ifPresent(check -> all.add(
                use.alone()
                        ? check.check(when, tables, () -> count(progress))
                        : check.check(when, () -> count(progress))));
        all.addAll(use.alone() ? loaded.check(when) : List.of(loaded.indexes(when)));
        return all;
    }

    private long count(Progress progress) {
        Schema schema = new Schema(target);
        List<Workers.Task<Long>> tasks = new ArrayList<>();
        for (SysbenchTable table : SysbenchTable.all(scale.tables())) {
            tasks.add(connection -> schema.rows(connection, table.sqlName()));
        }
        try (Workers workers = new Workers(target, COUNTING_CONNECTIONS, progress)) {
            return workers.run("count the rows", "count", "tables", tasks).stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    /**
     * Removes the tables of the marker, and the marker.
     *
     * @throws HarnessException if such tables exist without a marker, or are being loaded
     */
    @Override
    public void drop() {
        if (tables.content().isEmpty() && !TableShape.read(target, sql).isEmpty()) {
            throw new HarnessException("the tables sbtest were not made by this tool, so it does not drop them;"
                    + " drop them with sysbench's cleanup, or name another database or schema");
        }
        tables.drop();
    }
}
