package io.dbharness.insertdelete;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.load.Crew;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.jdbc.sql.SqlScript;
import io.dbharness.model.HarnessException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * What makes and removes the table and its procedures in one dialect. Immutable.
 *
 * @param table      makes the table
 * @param settle     gathers statistics
 * @param drop       removes the table
 * @param procedures the definitions of the procedures
 */
record Definitions(List<String> table, List<String> settle, List<String> drop, SqlCatalog<ProcedureText> procedures) {

    /** Throws a {@link HarnessException} that names what is missing. */
    static Definitions of(Dialect dialect) {
        return new Definitions(
                script(dialect, "table"),
                script(dialect, "settle"),
                script(dialect, "drop"),
                SqlCatalog.load(ProcedureText.class, Definitions.class, "insertdelete/procedures", dialect.lineage()));
    }

    Crew.Task<Void> makeTable() {
        return connection -> run(connection, table);
    }

    Crew.Task<Void> makeProcedures() {
        return connection -> run(
                connection,
                List.of(
                        procedures.sql(ProcedureText.DROP),
                        procedures.sql(ProcedureText.CREATE_INSERT),
                        procedures.sql(ProcedureText.CREATE_DELETE)));
    }

    Crew.Task<Void> gatherStatistics() {
        return connection -> run(connection, settle);
    }

    Crew.Task<Void> dropAll() {
        return connection -> {
            run(connection, List.of(procedures.sql(ProcedureText.DROP)));
            return run(connection, drop);
        };
    }

    // A task answers, and this has no answer.
    @SuppressWarnings("NullAway")
    private static Void run(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        return null;
    }

    private static List<String> script(Dialect dialect, String name) {
        for (String element : dialect.lineage()) {
            String resource = "insertdelete/ddl/" + element + "-" + name + ".sql";
            if (Definitions.class.getClassLoader().getResource(resource) != null) {
                return SqlScript.statements(Definitions.class, resource);
            }
        }
        throw new HarnessException(
                "the workload insert-delete is not made for " + dialect.name() + ": there is no script " + name);
    }
}
