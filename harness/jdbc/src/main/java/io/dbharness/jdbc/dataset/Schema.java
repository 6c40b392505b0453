package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Internal;
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
 * Queries the tables and other objects of the connection's current schema. Names are unquoted SQL names. Thread-safe.
 *
 * @param target target that opens the connection
 */
@Internal
public record Schema(JdbcTarget target) {

    /** The queries; their text is in {@code jdbc/schema}, by dialect. */
    private enum Question {
        OBJECTS
    }

    /**
     * An object whose name is taken.
     *
     * @param kind kind of object, for example {@code table}, {@code view} or {@code function}
     * @param name requested name
     */
    public record Taken(String kind, String name) {

        /** Returns true for objects that store rows, themselves or in partitions; false for views. */
        boolean isTable() {
            return kind.endsWith("table") && !kind.equals("foreign table");
        }

        @Override
        public String toString() {
            return kind + " " + name;
        }
    }

    /** Returns true if the current schema has the table. */
    public boolean exists(String table) {
        return !existing(List.of(table)).isEmpty();
    }

    /** Returns the tables of the list that exist in the current schema, in order, with one query. */
    public List<String> existing(List<String> tables) {
        return taken(tables).stream()
                .filter(Taken::isTable)
                .map(Taken::name)
                .distinct()
                .toList();
    }

    /** Returns the objects with one of these names in the current schema, of any kind and owner, in the order of the names. */
    public List<Taken> taken(List<String> names) {
        String question = SqlCatalog.load(
                        Question.class,
                        Schema.class,
                        "jdbc/schema",
                        target.dialect().lineage())
                .sql(Question.OBJECTS);
        return target.jdbi().ask(handle -> {
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

    /** Returns the columns of each table's indexes and keys, in order and in lower case. Uses one connection. */
    public Map<String, Collection<List<String>>> indexes(List<String> tables) {
        return target.jdbi().ask(handle -> {
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

    /** Counts the rows of a table. */
    public long rows(String table) {
        return target.jdbi().withHandle(handle -> rows(handle.getConnection(), table));
    }

    /** Counts the rows of a table on the given connection. */
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
