package io.dbharness.tpcc.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.workload.Progress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The steps of one load, from no tables to verified ones. One thread; it uses others. */
final class TpccLoad {

    private final JdbcTarget target;
    private final Crew crew;
    private final Progress progress;

    TpccLoad(JdbcTarget target, int loaders, Progress progress) {
        this.target = target;
        this.crew = new Crew(target, loaders);
        this.progress = progress;
    }

    /** Makes the tables anew and fills them; keys and indexes after the rows, because building them at once is cheaper. */
    void run(Population population, Scale scale) {
        script(Definitions.DROP);
        script(Definitions.TABLES);
        List<LoadPart> parts = population.parts();
        Map<Table, Long> expected = Population.rows(parts);
        fill(parts, expected.values().stream().mapToLong(Long::longValue).sum());
        together("index", Definitions.KEYS);
        if (scale.foreignKeys()) {
            script(Definitions.FOREIGN_KEYS);
        }
        verify(expected);
        together("analyze", Definitions.ANALYZE);
    }

    /** Leaves the server nothing to catch up with; not needed for the data to be right. */
    void settle() {
        together("settle", Definitions.SETTLE);
        script(Definitions.CHECKPOINT);
    }

    private void fill(List<LoadPart> parts, long totalRows) {
        PartLoader loader = new PartLoader(target, progress, totalRows);
        progress.advance("load", 0, totalRows, "rows");
        List<Crew.Task<Void>> tasks = new ArrayList<>(parts.size());
        for (LoadPart part : parts) {
            tasks.add(connection -> loader.load(part, connection));
        }
        crew.run("load the data", tasks);
    }

    /** Counts all rows on the server: what it said while it loaded is not taken for granted. */
    private void verify(Map<Table, Long> expected) {
        List<Table> tables = List.copyOf(expected.keySet());
        List<Crew.Task<Long>> tasks = new ArrayList<>();
        for (Table table : tables) {
            tasks.add(connection -> count(connection, table));
        }
        List<Long> found = crew.run("count the rows", tasks);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            Long wanted = expected.get(tables.get(i));
            if (!found.get(i).equals(wanted)) {
                wrong.add(tables.get(i).sqlName() + " has " + found.get(i) + " rows, not " + wanted);
            }
        }
        if (!wrong.isEmpty()) {
            throw new HarnessException("the load came up short: " + String.join("; ", wrong)
                    + "; see what else uses these tables, and load again");
        }
    }

    private static long count(Connection connection, Table table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT count(*) FROM " + table.sqlName())) {
            count.next();
            return count.getLong(1);
        }
    }

    /** Statements that do not depend on each other, on all connections. */
    private void together(String phase, Definitions definitions) {
        List<String> statements = definitions.statements(target.dialect());
        AtomicInteger done = new AtomicInteger();
        progress.advance(phase, 0, statements.size(), "statements");
        List<Crew.Task<Boolean>> tasks = new ArrayList<>();
        for (String sql : statements) {
            tasks.add(connection -> {
                execute(connection, sql);
                progress.advance(phase, done.incrementAndGet(), statements.size(), "statements");
                return true;
            });
        }
        crew.run(definitions.purpose(), tasks);
    }

    /** Statements in their order. */
    void script(Definitions definitions) {
        List<String> statements = definitions.statements(target.dialect());
        List<Crew.Task<Boolean>> one = List.of(connection -> {
            for (String sql : statements) {
                execute(connection, sql);
            }
            return true;
        });
        crew.run(definitions.purpose(), one);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
