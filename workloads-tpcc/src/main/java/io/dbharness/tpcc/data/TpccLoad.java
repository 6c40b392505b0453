package io.dbharness.tpcc.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.load.Crew;
import io.dbharness.jdbc.schema.Schema;
import io.dbharness.workload.Progress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The steps of one load, from no tables to verified ones. One thread; it uses others. */
final class TpccLoad implements AutoCloseable {

    private final JdbcTarget target;
    private final String partStatement;
    private final Crew crew;
    private final Progress progress;

    /** @param partStatement notes that the part named by its parameter is in */
    TpccLoad(JdbcTarget target, String partStatement, int loaders, Progress progress) {
        this.target = target;
        this.partStatement = partStatement;
        this.crew = new Crew(target, loaders);
        this.progress = progress;
    }

    /** Makes the tables anew, without rows, keys and indexes. */
    void tables() {
        script(Definitions.DROP);
        script(Definitions.TABLES);
    }

    /** Loads the parts that are not in. */
    void fill(List<LoadPart> parts, Set<String> in) {
        List<LoadPart> missing =
                parts.stream().filter(part -> !in.contains(part.name())).toList();
        long rows = missing.stream().mapToLong(LoadPart::rows).sum();
        PartLoader loader = new PartLoader(target, partStatement, progress, rows);
        progress.advance("load", 0, rows, "rows");
        List<Crew.Task<Void>> tasks = new ArrayList<>(missing.size());
        for (LoadPart part : missing) {
            tasks.add(connection -> loader.load(part, connection));
        }
        crew.run("load the data", tasks);
    }

    /**
     * Makes a complete data set of one whose parts are all in: keys and indexes, because building them at once after the rows is cheaper,
     * references if wanted, statistics.
     *
     * @return what is missing: one phrase for each table with too few rows or too many
     */
    List<String> finish(Population population, Scale scale, Set<String> in) {
        together("index", Definitions.KEYS, in);
        if (scale.foreignKeys()) {
            together("foreign-keys", Definitions.FOREIGN_KEYS, in);
        }
        List<String> shortfalls = shortfalls(Population.rows(population.parts()));
        if (shortfalls.isEmpty()) {
            together("analyze", Definitions.ANALYZE);
        }
        return shortfalls;
    }

    /** Leaves the server nothing to catch up with; not needed for the data to be right. */
    void settle() {
        together("settle", Definitions.SETTLE);
        script(Definitions.CHECKPOINT);
    }

    /** Counts all rows on the server: what it said while it loaded is not taken for granted. */
    private List<String> shortfalls(Map<Table, Long> expected) {
        List<Table> tables = List.copyOf(expected.keySet());
        List<Crew.Task<Long>> tasks = new ArrayList<>();
        for (Table table : tables) {
            tasks.add(connection -> Schema.rows(connection, table.sqlName()));
        }
        List<Long> found = crew.run("count the rows", tasks);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            Long wanted = expected.get(tables.get(i));
            if (!found.get(i).equals(wanted)) {
                wrong.add(tables.get(i).sqlName() + " has " + found.get(i) + " rows, not " + wanted);
            }
        }
        return wrong;
    }

    /** Statements that do not depend on each other, on all connections. */
    private void together(String phase, Definitions definitions) {
        run(phase, definitions, TpccLoad::execute);
    }

    /** The same for statements that cannot be repeated: each notes in its own transaction that it is done. */
    private void together(String phase, Definitions definitions, Set<String> done) {
        run(phase, definitions, (connection, sql) -> {
            String part = phase + " " + Integer.toHexString(sql.hashCode());
            if (!done.contains(part)) {
                executeOnce(connection, part, sql);
            }
        });
    }

    private void run(String phase, Definitions definitions, Step step) {
        List<String> statements = statements(definitions);
        AtomicInteger done = new AtomicInteger();
        progress.advance(phase, 0, statements.size(), "statements");
        List<Crew.Task<Boolean>> tasks = new ArrayList<>();
        for (String sql : statements) {
            tasks.add(connection -> {
                step.run(connection, sql);
                progress.advance(phase, done.incrementAndGet(), statements.size(), "statements");
                return true;
            });
        }
        if (target.dialect().definesConcurrently()) {
            crew.run(definitions.purpose(), tasks);
        } else {
            crew.runInTurn(definitions.purpose(), tasks);
        }
    }

    /** Statements in their order. */
    void script(Definitions definitions) {
        List<String> statements = statements(definitions);
        List<Crew.Task<Boolean>> one = List.of(connection -> {
            for (String sql : statements) {
                execute(connection, sql);
            }
            return true;
        });
        crew.run(definitions.purpose(), one);
    }

    private List<String> statements(Definitions definitions) {
        Map<String, String> variables = target.jdbi().withHandle(target.dialect()::scriptVariables);
        return definitions.statements(target.dialect(), variables);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void executeOnce(Connection connection, String part, String sql) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement note = connection.prepareStatement(partStatement)) {
            note.setString(1, part);
            note.executeUpdate();
            execute(connection, sql);
            connection.commit();
        }
        connection.setAutoCommit(true);
    }

    @Override
    public void close() {
        crew.close();
    }

    @FunctionalInterface
    private interface Step {
        void run(Connection connection, String sql) throws SQLException;
    }
}
