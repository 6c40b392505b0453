package io.dbharness.tpcc.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.workload.Progress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads parts, each in a transaction of its own, and counts their rows. Thread-safe. */
final class PartLoader {

    private static final Logger LOG = LoggerFactory.getLogger(PartLoader.class);

    /** A distributed database may refuse a transaction for no fault of its own; one that fails thrice has another reason. */
    private static final int ATTEMPTS = 3;

    /** Often enough for a smooth progress line, seldom enough to cost nothing. */
    private static final int ROWS_PER_REPORT = 2_000;

    private final JdbcTarget target;
    private final String partStatement;
    private final Progress progress;
    private final long totalRows;
    private final AtomicLong rows = new AtomicLong();

    /** @param partStatement notes that the part named by its parameter is in */
    PartLoader(JdbcTarget target, String partStatement, Progress progress, long totalRows) {
        this.target = target;
        this.partStatement = partStatement;
        this.progress = progress;
        this.totalRows = totalRows;
    }

    /** Loads a part, again after a transient failure. The connection is in autocommit mode before and after. */
    Void load(LoadPart part, Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        if (begin(part, connection)) {
            for (int attempt = 1; !attempt(part, connection, attempt); attempt++) {
                LOG.info("loading the {} again", part.name());
                begin(part, connection);
            }
        } else {
            progress.advance("load", rows.addAndGet(part.rows()), totalRows, "rows");
        }
        connection.setAutoCommit(true);
        return null;
    }

    /** Notes that the part is in, which is true when the transaction commits; false when somebody else has loaded it meanwhile. */
    private boolean begin(LoadPart part, Connection connection) throws SQLException {
        try (PreparedStatement note = connection.prepareStatement(partStatement)) {
            note.setString(1, part.name());
            note.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (target.dialect().classify(e) != FailureKind.CONSTRAINT) {
                throw e;
            }
            connection.rollback();
            return false;
        }
    }

    private boolean attempt(LoadPart part, Connection connection, int attempt) throws SQLException {
        long before = 0;
        try {
            for (TableLoad load : part.tables()) {
                before += fill(load, connection);
            }
            connection.commit();
            return true;
        } catch (SQLException e) {
            if (attempt == ATTEMPTS || !target.dialect().classify(e).isTransient()) {
                throw new SQLException("loading the " + part.name() + ": " + e.getMessage(), e.getSQLState(), e);
            }
            connection.rollback();
            rows.addAndGet(-before);
            return false;
        }
    }

    private long fill(TableLoad load, Connection connection) throws SQLException {
        Table table = load.table();
        long counted = 0;
        try (RowSink sink = target.dialect().bulkLoader().open(connection, table.sqlName(), table.columns())) {
            Column[] columns = load.columns().get().toArray(new Column[0]);
            for (int row = 1; row <= load.rows(); row++) {
                for (Column column : columns) {
                    column.add(sink, row - 1);
                }
                sink.endRow();
                if (row % ROWS_PER_REPORT == 0 || row == load.rows()) {
                    progress.advance("load", rows.addAndGet(row - counted), totalRows, "rows");
                    counted = row;
                    leaveIfInterrupted();
                }
            }
            return sink.finish();
        } catch (SQLException e) {
            rows.addAndGet(-counted);
            throw e;
        }
    }

    private static void leaveIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new HarnessException("the load was interrupted; start it again and it goes on where it was");
        }
    }
}
