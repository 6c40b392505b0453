package io.dbharness.jdbc.dialect.postgresql;

import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.jdbc.dialect.pg.CopyRowSink;
import io.dbharness.jdbc.dialect.pg.CopyStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** pgjdbc's COPY. One thread. */
final class PostgresqlCopy implements CopyStream {

    private final CopyIn copy;

    private PostgresqlCopy(CopyIn copy) {
        this.copy = copy;
    }

    static RowSink open(Connection connection, String table, List<String> columns) throws SQLException {
        PGConnection driver = connection.unwrap(PGConnection.class);
        return CopyRowSink.open(sql -> new PostgresqlCopy(driver.getCopyAPI().copyIn(sql)), table, columns, "");
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws SQLException {
        copy.writeToCopy(buffer, offset, length);
    }

    @Override
    public long end() throws SQLException {
        return copy.endCopy();
    }

    @Override
    public void cancel() throws SQLException {
        copy.cancelCopy();
    }

    @Override
    public boolean active() {
        return copy.isActive();
    }
}
