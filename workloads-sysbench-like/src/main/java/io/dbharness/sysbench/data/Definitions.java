package io.dbharness.sysbench.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.model.HarnessException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The scripts in {@code sysbench/ddl}, each for one table: complete for a dialect, or taken as it is from one it descends from. */
final class Definitions {

    private final List<String> lineage;
    private final Map<String, String> variables;

    /** Asks the server for what its scripts leave open. */
    Definitions(JdbcTarget target) {
        this.lineage = target.dialect().lineage();
        this.variables = target.jdbi().withHandle(target.dialect()::scriptVariables);
    }

    /**
     * The script that makes a table as the scale wants it.
     *
     * @throws HarnessException when there is none for the dialect
     */
    static String table(List<String> lineage, Scale scale) {
        String name = "table-" + (scale.serverIds() ? "serial" : "plain")
                + scale.partitioning().suffix();
        return resource(lineage, name, "a table for " + scale);
    }

    /** Makes a table. */
    void make(Connection connection, Table table, Scale scale) throws SQLException {
        run(connection, table, table(lineage, scale));
    }

    /**
     * Runs the script of this name for one table.
     *
     * @param name for example {@code index}
     */
    void run(String name, Connection connection, Table table) throws SQLException {
        run(connection, table, resource(lineage, name, "step '" + name + "'"));
    }

    private void run(Connection connection, Table table, String resource) throws SQLException {
        Map<String, String> all = new HashMap<>(variables);
        all.putAll(table.variable());
        try (Statement statement = connection.createStatement()) {
            for (String sql : SqlScript.statements(Definitions.class, resource, all)) {
                statement.execute(sql);
            }
        }
    }

    static String resource(List<String> lineage, String name, String purpose) {
        for (String element : lineage) {
            String resource = "sysbench/ddl/" + element + "-" + name + ".sql";
            if (Definitions.class.getClassLoader().getResource(resource) != null) {
                return resource;
            }
        }
        throw new HarnessException(
                "the sysbench-like workloads have no script for " + purpose + " on " + lineage.get(0));
    }
}
