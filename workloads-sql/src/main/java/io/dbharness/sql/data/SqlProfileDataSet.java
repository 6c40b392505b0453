package io.dbharness.sql.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.DataSetDefinition;
import io.dbharness.jdbc.dataset.LoadPart;
import io.dbharness.jdbc.dataset.LoadedDataCheck;
import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.jdbc.dataset.RowCountCheck;
import io.dbharness.jdbc.dataset.Schema;
import io.dbharness.jdbc.dataset.Scripts;
import io.dbharness.jdbc.dataset.Workers;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.sql.operation.UpdateLedger;
import io.dbharness.sql.profile.ProfileTable;
import io.dbharness.sql.profile.SequenceValue;
import io.dbharness.sql.profile.SqlProfile;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The tables of a profile in the current schema of one target. Not thread-safe. */
public final class SqlProfileDataSet implements DataSet {

    private static final String SCRIPTS = "sql/ddl";
    private static final String TABLE = "table";

    /** The overhead of a row, and of an index entry, in bytes; generous for the servers of the tests. */
    private static final long ROW_BYTES = 40;

    private static final long INDEX_BYTES = 40;
    private static final long EMPTY_TABLE_BYTES = 64L << 10;
    /** The maximum size of the log, which a server recycles at each checkpoint. */
    private static final long MOST_LOG_BYTES = 8L << 30;

    private static final int COUNTING_CONNECTIONS = 2;

    private final JdbcTarget target;
    private final SqlProfile profile;
    private final RunEffects use;
    private final Definition definition;
    private final MarkedDataSet tables;
    private final LoadedDataCheck loaded;
    private final Optional<RowCountCheck> counts;
    private final Optional<UpdateCheck> updates;
    private final AnswerChecks answers;

    /**
     * Reads definitions and checks for the target's dialect; throws {@link HarnessException} with the names of those without a variant for
     * it.
     *
     * @param use     changes of the tables by runs
     * @param updates records the values that runs update
     */
    public SqlProfileDataSet(JdbcTarget target, SqlProfile profile, RunEffects use, UpdateLedger updates) {
        this.target = target;
        this.profile = profile;
        this.use = use;
        List<String> lineage = target.dialect().lineage();
        this.definition = new Definition(
                new Scripts(target, SqlProfileDataSet.class, SCRIPTS, List.of("drop")),
                new Definitions(profile, lineage),
                profile,
                use);
        this.tables = new MarkedDataSet(target, definition);
        this.loaded = new LoadedDataCheck(tables);
        int many = profile.tables().size();
        String where = " in " + (many == 1 ? "1 table" : many + " tables");
        this.counts = use.counted().map(ledgers -> new RowCountCheck("rows", ledgers, where));
        this.updates = Optional.of(new UpdateCheck(target, updates)).filter(check -> !updates.isEmpty());
        this.answers = new AnswerChecks(target, profile.checks(), lineage);
    }

    /** The definition of the tables. */
    private record Definition(Scripts scripts, Definitions definitions, SqlProfile profile, RunEffects use)
            implements DataSetDefinition {

        private static final String SEPARATOR = ",";

        @Override
        public String workload() {
            return "sql " + profile.name();
        }

        @Override
        public String title() {
            return "profile " + profile.name();
        }

        @Override
        public String scale() {
            return definitions.scale();
        }

        /** Returns the names of the tables, because a later version of the profile may have others. */
        @Override
        public String constants(Seed seed) {
            return String.join(
                    SEPARATOR, profile.tables().stream().map(ProfileTable::name).toList());
        }

        @Override
        public List<String> tables(String constants) {
            return constants.isEmpty() ? List.of() : List.of(constants.split(SEPARATOR, -1));
        }

        @Override
        public List<String> create() {
            return profile.tables().stream()
                    .flatMap(table -> definitions.create(table).stream())
                    .toList();
        }

        /** Drops the tables in reverse order, because a table may refer to earlier ones. */
        @Override
        public List<String> drop(String constants) {
            List<String> statements = new ArrayList<>();
            for (String table : tables(constants)) {
                statements.addAll(0, scripts.statements("drop", Map.of(TABLE, table)));
            }
            return statements;
        }

        @Override
        public List<LoadPart> parts(Seed seed, LocalDateTime loadedAt) {
            return profile.tables().stream()
                    .flatMap(table -> ProfileRowPart.of(table).stream())
                    .map(part -> part.load(seed))
                    .toList();
        }

        @Override
        public Map<String, List<List<String>>> keys() {
            Map<String, List<List<String>>> keys = new HashMap<>();
            for (ProfileTable table : profile.tables()) {
                List<List<String>> ofTable = definitions.keys(table);
                if (!ofTable.isEmpty()) {
                    keys.put(table.name(), ofTable);
                }
            }
            return keys;
        }

        /** Considers all operations of the profile, because earlier runs may have had other operations. */
        @Override
        public boolean changes(String column, Map<String, Object> row) {
            return use.columnsOfProfile().contains(column);
        }

        @Override
        public boolean mayLoseValue(String column) {
            return true;
        }

        @Override
        public List<Step> finish() {
            return step("index", "build indexes", definitions::indexes);
        }

        @Override
        public List<Step> analyze() {
            return step("analyze", "gather statistics", script("analyze"));
        }

        @Override
        public List<Step> settle() {
            return step("settle", "clean up the tables", script("settle"));
        }

        /** Returns one step for all tables. */
        Step checkpoint() {
            return Step.of("checkpoint", "write the changed pages", scripts.statements("checkpoint"));
        }

        private Function<ProfileTable, List<String>> script(String name) {
            return table -> scripts.statements(name, Map.of(TABLE, table.name()));
        }

        /** Returns a step with the statements for each table; empty if there are none. */
        private List<Step> step(String phase, String purpose, Function<ProfileTable, List<String>> statements) {
            Step step = new Step(
                    phase, purpose, profile.tables().stream().map(statements).toList());
            return step.tasks().isEmpty() ? List.of() : List.of(step);
        }
    }

    @Override
    public String describe() {
        return foreign() ? definition.title() + ", on existing tables" : definition.title() + ", " + definition.scale();
    }

    @Override
    public void requireUsable() {
        if (use.writes()) {
            tables.requireWritable("sql user");
        }
    }

    @Override
    public DataSetState inspect() {
        return foreign() ? new DataSetState(DataSetState.Kind.COMPLETE, describe()) : tables.inspect();
    }

    @Override
    public long bytesNeeded() {
        long data = 0;
        for (ProfileTable table : profile.tables()) {
            long row = ROW_BYTES
                    + INDEX_BYTES * (1 + table.indexes().size())
                    + table.filled().stream()
                            .flatMap(column -> column.value().stream())
                            .mapToLong(value -> value.bytes())
                            .sum();
            data += EMPTY_TABLE_BYTES + table.rows() * row;
        }
        return data + Math.min(data, MOST_LOG_BYTES);
    }

    @Override
    public void load(int loaders, Seed seed, Progress progress, Helpers helpers) {
        if (foreign()) {
            throw new HarnessException(definition.title() + " has no tables to load; its operations use existing ones");
        }
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

    /** Returns the highest whole number in a column; empty for an empty table. */
    public Optional<Long> highestNumber(SequenceValue next) {
        return number("max", next);
    }

    /** Returns the lowest whole number in a column; empty for an empty table. */
    public Optional<Long> lowestNumber(SequenceValue next) {
        return number("min", next);
    }

    private Optional<Long> number(String which, SequenceValue next) {
        return extreme(which, next, row -> {
            long number = row.getLong(1);
            return row.wasNull() ? Optional.empty() : Optional.of(number);
        });
    }

    /** Returns the latest timestamp in a column; empty for an empty table. */
    public Optional<LocalDateTime> latest(SequenceValue next) {
        return extreme("max", next, row -> Optional.ofNullable(row.getObject(1, LocalDateTime.class)));
    }

    /** Reads the only row of an answer. */
    @FunctionalInterface
    private interface Reading<T> {
        Optional<T> of(ResultSet row) throws SQLException;
    }

    private <T> Optional<T> extreme(String which, SequenceValue next, Reading<T> reading) {
        String question = "SELECT " + which + "(" + next.column() + ") FROM " + next.table();
        return target.jdbi()
                .withHandle(handle -> handle.select(question)
                        .map((row, context) -> reading.of(row))
                        .one());
    }

    /**
     * Checks the number of rows, keys and indexes, a sample of the loaded rows, updated values, and the profile's own checks. Rows are not
     * counted if there are too many, or if the effect of a statement is not known.
     */
    @Override
    public List<Check> check(String when, Progress progress) {
        List<Check> all = new ArrayList<>();
        if (!foreign()) {
            counts.ifPresent(check -> all.add(check.check(when, tables, () -> count(progress))));
            all.addAll(loaded.check(when));
            updates.flatMap(check -> check.check(when)).ifPresent(all::add);
        }
        if (!when.equals("before")) {
            all.addAll(new VectorRecallCheck(target, target.dialect().lineage()).check(profile.operations(), when));
        }
        all.addAll(answers.check(when));
        return all;
    }

    /** Returns true for a profile of operations only, whose tables this tool did not create. */
    private boolean foreign() {
        return profile.tables().isEmpty();
    }

    private long count(Progress progress) {
        Schema schema = new Schema(target);
        Stream<Workers.Task<Long>> tasks =
                profile.tables().stream().map(table -> connection -> schema.rows(connection, table.name()));
        try (Workers workers = new Workers(target, COUNTING_CONNECTIONS, progress)) {
            return workers.run("count the rows", "count", "tables", tasks.toList()).stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    @Override
    public void drop() {
        if (foreign()) {
            throw new HarnessException(definition.title() + " has no tables; nothing was dropped");
        }
        tables.drop();
    }
}
