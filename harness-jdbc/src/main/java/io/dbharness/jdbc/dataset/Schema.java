package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.JdbcTarget;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Tables of the connection's current schema. Names are as SQL has them without quotes. Thread-safe.
 *
 * @param target opens the connection
 */
public record Schema(JdbcTarget target) {

    /** Whether the current schema has such a table. */
    public boolean exists(String table) throws SQLException {
        return !existing(List.of(table)).isEmpty();
    }

    /** Which of these tables the current schema has, in their order: one question for all of them. */
    public List<String> existing(List<String> tables) throws SQLException {
        return target.jdbi().withHandle(handle -> {
            DatabaseMetaData metaData = handle.getConnection().getMetaData();
            Set<String> there = tables(handle.getConnection());
            List<String> existing = new ArrayList<>();
            for (String table : tables) {
                if (there.contains(stored(table, metaData))) {
                    existing.add(table);
                }
            }
            return existing;
        });
    }

    /** For each of these tables the columns of its indexes, keys included, in their order and in lower case: all on one connection. */
    public Map<String, Collection<List<String>>> indexes(List<String> tables) throws SQLException {
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
    public long rows(String table) throws SQLException {
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

    /** None of a schema that the address asks for and that is not there yet. */
    private static Set<String> tables(Connection connection) throws SQLException {
        Set<String> names = new HashSet<>();
        String schema = connection.getSchema();
        if (schema == null) {
            return names;
        }
        try (ResultSet found = connection.getMetaData().getTables(connection.getCatalog(), schema, "%", null)) {
            while (found.next()) {
                if (found.getString("TABLE_TYPE").contains("TABLE")) {
                    names.add(found.getString("TABLE_NAME"));
                }
            }
        }
        return names;
    }

    private static String stored(String name, DatabaseMetaData metaData) throws SQLException {
        if (metaData.storesLowerCaseIdentifiers()) {
            return name.toLowerCase(Locale.ROOT);
        }
        return metaData.storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name;
    }
}
