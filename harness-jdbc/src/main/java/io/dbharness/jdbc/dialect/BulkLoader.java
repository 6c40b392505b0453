package io.dbharness.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The product's fastest way to put many rows into a table. Stateless. */
@FunctionalInterface
public interface BulkLoader {

    /**
     * Starts a load. The connection is busy with it until the sink is finished or closed; whether the rows are committed then is the
     * connection's affair (autocommit or not).
     *
     * @param table   its name as SQL has it without quotes, optionally with its schema
     * @param columns those that each row fills, in the order of the sink's {@code add} calls
     */
    RowSink open(Connection connection, String table, List<String> columns) throws SQLException;
}
