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
 * Rows by {@code LOAD DATA LOCAL INFILE} out of memory, a few thousand in each statement, or by batches of {@code INSERT} where the server does not
 * allow that ({@code local_infile}). One thread.
 */
final class LoadData implements LineStream {

    /** Enough for a few thousand rows, so that their number does not matter. */
    private static final int BYTES_A_STATEMENT = 2 << 20;

    private final Statement statement;
    private final String sql;
    private final ByteArrayOutputStream gathered = new ByteArrayOutputStream(BYTES_A_STATEMENT + BYTES_A_STATEMENT / 4);
    private long accepted;

    private LoadData(Statement statement, String sql) {
        this.statement = statement;
        this.sql = sql;
    }

    /** As {@link RowSink.BulkLoader#open} has it. */
    static RowSink open(Connection connection, String table, List<String> columns) throws SQLException {
        String names = String.join(", ", columns);
        if (!allowed(connection)) {
            String places = String.join(", ", Collections.nCopies(columns.size(), "?"));
            String insert = "INSERT INTO " + table + " (" + names + ") VALUES (" + places + ")";
            return new BatchRowSink(connection.prepareStatement(insert), table, columns.size());
        }
        // The bytes are those of the columns' own character sets, or of columns without any.
        String load = "LOAD DATA LOCAL INFILE 'rows' INTO TABLE " + table + " CHARACTER SET binary (" + names + ")";
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

    /** With LOCAL the server only warns of values that do not fit and of rows that are there. */
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

    /** What was sent is in the transaction, whose end is not this one's affair. */
    @Override
    public void cancel() throws SQLException {
        statement.close();
    }
}
