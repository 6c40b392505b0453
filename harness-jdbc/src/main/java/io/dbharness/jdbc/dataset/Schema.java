package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.sql.SqlCatalog;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tables and other objects of the connection's current schema. Names are as SQL has them without quotes. Thread-safe.
 *
 * @param target opens the connection
 */
public record Schema(JdbcTarget target) {

    /** The text is in {@code jdbc/schema}, by dialect. */
    private enum Question {
        OBJECTS
    }

    /**
     * Something whose name is taken.
     *
     * @param kind for example {@code table}, {@code view} or {@code function}
     * @param name as it was asked for
     */
    public record Taken(String kind, String name) {

        /** Returns true for everything that stores rows, itself or in partitions; false for views. */
        boolean isTable() {
            return kind.endsWith("table") && !kind.equals("foreign table");
        }

        @Override
        public String toString() {
            return kind + " " + name;
        }
    }

    /** Whether the current schema has such a table. */
    public boolean exists(String table) {
        return !existing(List.of(table)).isEmpty();
    }

    /** Which of these tables the current schema has, in their order: one question for all of them. */
    public List<String> existing(List<String> tables) {
        return taken(tables).stream()
                .filter(Taken::isTable)
                .map(Taken::name)
                .distinct()
                .toList();
    }

    /** Returns what has one of these names in the current schema, whatever its kind and owner, in the order of the names. */
    public List<Taken> taken(List<String> names) {
        String question = SqlCatalog.load(
                        Question.class,
                        Schema.class,
                        "jdbc/schema",
                        target.dialect().lineage())
                .sql(Question.OBJECTS);
        return target.jdbi().withHandle(handle -> {
            DatabaseMetaData metaData = handle.getConnection().getMetaData();
            Map<String, Set<String>> kinds = new HashMap<>();
            handle.select(question)
                    .map((row, context) -> new Taken(row.getString(1), row.getString(2)))
                    .forEach(object -> kinds.computeIfAbsent(object.name(), name -> new TreeSet<>())
                            .add(object.kind()));
            List<Taken> taken = new ArrayList<>();
            for (String name : names) {
                kinds.getOrDefault(stored(name, metaData), Set.of()).forEach(kind -> taken.add(new Taken(kind, name)));
            }
            return taken;
        });
    }

    /** For each of these tables the columns of its indexes, keys included, in their order and in lower case: all on one connection. */
    public Map<String, Collection<List<String>>> indexes(List<String> tables) {
        return target.jdbi().withHandle(handle -> {
            Map<String, Collection<List<String>>> indexes = new HashMap<>();
            for (String table : tables) {
                indexes.put(table, indexes(handle.getConnection(), table));
            }
            return indexes;
        });
    }

    private static Collection<List<String>> indexes(Connection connection, String table) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        Map<String, List<String>> indexes = new HashMap<>();
        try (ResultSet columns = metaData.getIndexInfo(
                connection.getCatalog(), connection.getSchema(), stored(table, metaData), false, true)) {
            while (columns.next()) {
                if (columns.getShort("TYPE") != DatabaseMetaData.tableIndexStatistic) {
                    indexes.computeIfAbsent(columns.getString("INDEX_NAME"), name -> new ArrayList<>())
                            .add(columns.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
                }
            }
        }
        return indexes.values();
    }

    /** How many rows the table has, by counting them. */
    public long rows(String table) {
        return target.jdbi().withHandle(handle -> rows(handle.getConnection(), table));
    }

    /** The same on a connection that is at hand. */
    public long rows(Connection connection, String table) throws SQLException {
        String quote = connection.getMetaData().getIdentifierQuoteString();
        String name = stored(table, connection.getMetaData());
        try (Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery(
                        "SELECT " + target.dialect().rowCount() + " FROM " + quote + name + quote)) {
            count.next();
            return count.getLong(1);
        }
    }

    private static String stored(String name, DatabaseMetaData metaData) throws SQLException {
        if (metaData.storesLowerCaseIdentifiers()) {
            return name.toLowerCase(Locale.ROOT);
        }
        return metaData.storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name;
    }
}
