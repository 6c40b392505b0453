package io.dbharness.jdbc.dialect.yugabytedb;

import com.yugabyte.PGConnection;
import com.yugabyte.copy.CopyIn;
import com.yugabyte.util.PSQLState;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.jdbc.dialect.pg.CopyRowSink;
import io.dbharness.jdbc.dialect.pg.CopyStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The smart driver's COPY. On a connection in autocommit mode the server commits every so many rows, because one distributed transaction
 * over a whole table is slow; within a transaction of the caller's it cannot. One thread.
 */
final class YugabytedbCopy implements CopyStream {

    private static final Logger LOG = LoggerFactory.getLogger(YugabytedbCopy.class);

    /** YugabyteDB's own default, written down so that a version with another one does the same. */
    private static final String IN_BATCHES = "WITH (ROWS_PER_TRANSACTION 20000)";

    private final CopyIn copy;

    private YugabytedbCopy(CopyIn copy) {
        this.copy = copy;
    }

    static RowSink open(Connection connection, String table, List<String> columns) throws SQLException {
        PGConnection driver = connection.unwrap(PGConnection.class);
        Starter starter = sql -> new YugabytedbCopy(driver.getCopyAPI().copyIn(sql));
        if (!connection.getAutoCommit()) {
            return CopyRowSink.open(starter, table, columns, "");
        }
        try {
            return CopyRowSink.open(starter, table, columns, IN_BATCHES);
        } catch (SQLException e) {
            if (!PSQLState.SYNTAX_ERROR.getState().equals(e.getSQLState())) {
                throw e;
            }
            LOG.info("this server does not load in batches ({}): {} goes in one transaction", e.getMessage(), table);
            return CopyRowSink.open(starter, table, columns, "");
        }
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
