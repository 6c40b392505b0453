package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.LoadPart.RowWriter;
import io.dbharness.jdbc.dataset.LoadPart.TableRows;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.workload.Progress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads parts into existing tables, each in its own transaction, which also records the part. So several processes may load at the same
 * time, and no part is loaded twice. For one use by one thread; workers have their own threads.
 */
final class SqlPartLoader {

    private static final Logger LOG = LoggerFactory.getLogger(SqlPartLoader.class);

    /**
     * The attempts of a transaction: a distributed database may refuse one that succeeds when retried; after three failures, there is
     * another reason.
     */
    private static final int ATTEMPTS = 3;

    /** Frequent enough for smooth progress, rare enough for no measurable cost. */
    private static final int ROWS_PER_REPORT = 2_000;

    private final JdbcTarget target;
    private final DataSetDefinition definition;
    private final Marker marker;
    private final Workers workers;
    private final Progress progress;
    private final AtomicLong rows = new AtomicLong();
    private long totalRows;

    SqlPartLoader(JdbcTarget target, DataSetDefinition definition, Marker marker, Workers workers, Progress progress) {
        this.target = target;
        this.definition = definition;
        this.marker = marker;
        this.workers = workers;
        this.progress = progress;
    }

    /** Loads the missing parts. */
    void fill(List<LoadPart> parts) {
        Set<String> in = marker.parts();
        List<LoadPart> missing =
                parts.stream().filter(part -> !in.contains(part.name())).toList();
        totalRows = missing.stream().mapToLong(LoadPart::rows).sum();
        report(0);
        List<Workers.Task<Boolean>> tasks = new ArrayList<>(missing.size());
        for (LoadPart part : missing) {
            tasks.add(connection -> load(part, connection));
        }
        workers.run("load the data", tasks);
    }

    /** Loads a part, unless another process has loaded it meanwhile. Retries after a transient failure. */
    private boolean load(LoadPart part, Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        boolean ours = begin(part, connection);
        if (ours) {
            for (int attempt = 1; !attempt(part, connection, attempt); attempt++) {
                LOG.info("loading the {} again", part.name());
                begin(part, connection);
            }
        } else {
            report(part.rows());
        }
        connection.setAutoCommit(true);
        return ours;
    }

    /** Records the part, effective with the commit of the transaction. Returns false if another process has loaded it meanwhile. */
    private boolean begin(LoadPart part, Connection connection) throws SQLException {
        try {
            Workers.execute(connection, target.dialect().transactionSettings());
            note(part.name(), connection);
            return true;
        } catch (SQLException e) {
            if (target.dialect().classify(e) != FailureKind.CONSTRAINT) {
                throw e;
            }
            connection.rollback();
            return false;
        }
    }

    /** Records a part; must be called in the transaction that loads it. */
    void note(String part, Connection connection) throws SQLException {
        try (PreparedStatement note = connection.prepareStatement(marker.partStatement())) {
            note.setString(1, definition.workload());
            note.setString(2, part);
            note.executeUpdate();
        }
    }

    private boolean attempt(LoadPart part, Connection connection, int attempt) throws SQLException {
        long before = 0;
        try {
            for (TableRows table : part.tables()) {
                before += fill(table, connection);
            }
            connection.commit();
            return true;
        } catch (SQLException e) {
            if (attempt == ATTEMPTS || !target.dialect().classify(e).isTransient()) {
                throw new SQLException(
                        "loading the " + part.name() + ": " + e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
            }
            connection.rollback();
            rows.addAndGet(-before);
            return false;
        }
    }

    private long fill(TableRows table, Connection connection) throws SQLException {
        long counted = 0;
        try (RowSink sink = target.dialect().bulkLoader().open(connection, table.table(), table.columns())) {
            RowWriter writer = table.writer().get();
            for (int row = 1; row <= table.rows(); row++) {
                writer.write(sink, row - 1);
                sink.endRow();
                if (row % ROWS_PER_REPORT == 0 || row == table.rows()) {
                    report(row - counted);
                    counted = row;
                    if (Thread.currentThread().isInterrupted()) {
                        throw new HarnessException("the load was interrupted; start it again to continue it");
                    }
                }
            }
            return sink.finish();
        } catch (SQLException e) {
            rows.addAndGet(-counted);
            throw e;
        }
    }

    private void report(long more) {
        progress.advance("load", rows.addAndGet(more), totalRows, "rows");
    }
}
