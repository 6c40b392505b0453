package io.dbharness.mysql;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.jdbc.dialect.TextRowSink;
import io.dbharness.jdbc.dialect.TextRowSink.LineStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;

/**
 * Loads rows with {@code LOAD DATA LOCAL INFILE} from memory, a few thousand in each statement, or with batches of {@code INSERT} if the
 * server disallows it ({@code local_infile}). Not thread-safe.
 */
final class LoadData implements LineStream {

    /** Large enough for a few thousand rows, so that the cost of a statement is small. */
    private static final int BYTES_A_STATEMENT = 2 << 20;

    private final Statement statement;
    private final String sql;
    private final ByteArrayOutputStream gathered = new ByteArrayOutputStream(BYTES_A_STATEMENT + BYTES_A_STATEMENT / 4);
    private long accepted;

    private LoadData(Statement statement, String sql) {
        this.statement = statement;
        this.sql = sql;
    }

    /** Implements {@link RowSink.BulkLoader#open}. */
    static RowSink open(Connection connection, String table, List<String> columns) throws SQLException {
        String names = String.join(", ", columns);
        if (!allowed(connection)) {
            String places = String.join(", ", Collections.nCopies(columns.size(), "?"));
            String insert = "INSERT INTO " + table + " (" + names + ") VALUES (" + places + ")";
            return new MysqlRowSink(connection.prepareStatement(insert), table, columns.size());
        }
        // The bytes are in the character sets of the columns, or for columns without one. The backslash is named, as a
        // number,
        // because sql_mode NO_BACKSLASH_ESCAPES changes both the default and the way to write it.
        String load = "LOAD DATA LOCAL INFILE 'rows' INTO TABLE " + table
                + " CHARACTER SET binary FIELDS ESCAPED BY 0x5C (" + names + ")";
        return new TextRowSink(new LoadData(connection.createStatement(), load), table, columns.size(), true);
    }

    private static boolean allowed(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SELECT @@global.local_infile")) {
            return answer.next() && answer.getInt(1) == 1;
        }
    }

    @Override
    public void write(byte[] buffer, int length) throws SQLException {
        gathered.write(buffer, 0, length);
        if (gathered.size() >= BYTES_A_STATEMENT) {
            send();
        }
    }

    /** Sends the buffered rows. With LOCAL, the server reports invalid values and existing rows only as warnings. */
    private void send() throws SQLException {
        if (gathered.size() == 0) {
            return;
        }
        statement
                .unwrap(org.mariadb.jdbc.Statement.class)
                .setLocalInfileInputStream(new ByteArrayInputStream(gathered.toByteArray()));
        accepted += statement.executeLargeUpdate(sql);
        gathered.reset();
        SQLWarning warning = statement.getWarnings();
        if (warning != null) {
            throw new SQLException(warning.getMessage(), warning.getSQLState(), warning.getErrorCode(), warning);
        }
    }

    @Override
    public long end() throws SQLException {
        send();
        statement.close();
        return accepted;
    }

    /** Does nothing: sent rows belong to the transaction, which the caller ends. */
    @Override
    public void cancel() throws SQLException {
        statement.close();
    }
}
