package io.dbharness.jdbc.dialect;

import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Finding.Verdict;
import io.dbharness.sut.Needs;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * A query that compares a server with the needs of a command. Its text is in {@code jdbc/limits}; its parameter is the number of
 * connections, and the columns of its rows are the components of a {@link Finding}. Stateless.
 */
public enum LimitsQuestion {
    LIMITS;

    /**
     * Implements {@link Dialect#limits}.
     *
     * @param name of the file, for example {@code postgresql}
     */
    public static List<Finding> findings(Handle handle, Needs needs, String name) {
        String sql = SqlCatalog.load(LimitsQuestion.class, LimitsQuestion.class, "jdbc/limits", List.of(name))
                .sql(LIMITS);
        return handle.select(sql, needs.connections())
                .map((row, context) -> new Finding(
                        row.getString("what"),
                        row.getString("found"),
                        row.getString("needed"),
                        Verdict.valueOf(row.getString("verdict")),
                        row.getString("mend")))
                .list();
    }
}
