package io.dbharness.sysbench.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.jdbc.load.Crew;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.workload.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes and fills tables, several at a time, and finishes each as soon as its last rows are in. One thread; it uses others. */
final class TableLoad {

    private static final Logger LOG = LoggerFactory.getLogger(TableLoad.class);

    /** A distributed database may refuse a transaction for no fault of its own; one that fails thrice has another reason. */
    private static final int ATTEMPTS = 3;

    /** Often enough for a smooth progress line, seldom enough to cost nothing. */
    private static final int ROWS_PER_REPORT = 5_000;

    private final JdbcTarget target;
    private final Definitions definitions;
    private final Scale scale;
    private final Seed seed;
    private final Progress progress;
    private final AtomicLong rows = new AtomicLong();
    /** For servers that take definitions from one session at a time only. */
    private final Lock defining = new ReentrantLock();

    private final Map<Table, AtomicInteger> partsLeft = new ConcurrentHashMap<>();

    TableLoad(JdbcTarget target, Scale scale, Seed seed, Progress progress) {
        this.target = target;
        this.definitions = new Definitions(target);
        this.scale = scale;
        this.seed = seed;
        this.progress = progress;
    }

    /** Hears of each table that is filled, indexed and ready. Thread-safe. */
    @FunctionalInterface
    interface Finished {
        void table(Table table);
    }

    /** Loads these tables; those of the scale that are not among them are there already. */
    void run(List<Table> tables, int loaders, Finished finished) {
        long there = (long) (scale.tables() - tables.size()) * scale.tableSize();
        progress.advance("load", rows.addAndGet(there), scale.rows(), "rows");
        List<Crew.Task<Boolean>> tasks = new ArrayList<>();
        for (Table table : tables) {
            List<RowPart> parts = RowPart.of(table, scale.tableSize());
            partsLeft.put(table, new AtomicInteger(parts.size()));
            parts.forEach(part -> tasks.add(connection -> load(part, connection, finished)));
        }
        List<Crew.Task<Boolean>> makers = new ArrayList<>();
        tables.forEach(table -> makers.add(connection -> make(table, connection)));
        try (Crew crew = new Crew(target, loaders)) {
            crew.runInTurn("make the tables", makers);
            crew.run("load the data", tasks);
        }
    }

    private boolean make(Table table, Connection connection) throws SQLException {
        definitions.run("drop", connection, table);
        definitions.make(connection, table, scale);
        return true;
    }

    /** Whether the table was finished with it. */
    private boolean load(RowPart part, Connection connection, Finished finished) throws SQLException {
        connection.setAutoCommit(false);
        for (int attempt = 1; !attempt(part, connection, attempt); attempt++) {
            LOG.info(
                    "loading rows {} to {} of {} again",
                    part.first(),
                    part.last(),
                    part.table().sqlName());
        }
        connection.setAutoCommit(true);
        AtomicInteger left = partsLeft.get(part.table());
        if (left == null || left.decrementAndGet() > 0) {
            return false;
        }
        finish(part.table(), connection);
        finished.table(part.table());
        return true;
    }

    private boolean attempt(RowPart part, Connection connection, int attempt) throws SQLException {
        try {
            fill(part, connection);
            connection.commit();
            return true;
        } catch (SQLException e) {
            if (attempt == ATTEMPTS || !target.dialect().classify(e).isTransient()) {
                throw new SQLException("loading " + part.table().sqlName() + ": " + e.getMessage(), e.getSQLState(), e);
            }
            connection.rollback();
            return false;
        }
    }

    /** What was counted for the progress line is taken back when the rows are not accepted. */
    private void fill(RowPart part, Connection connection) throws SQLException {
        int counted = 0;
        boolean accepted = false;
        RowPart.Rows source = part.rows(seed, scale.tableSize());
        try (RowSink sink =
                target.dialect().bulkLoader().open(connection, part.table().sqlName(), Table.COLUMNS)) {
            for (int row = 1; row <= part.rows(); row++) {
                source.write(sink);
                sink.endRow();
                if (row % ROWS_PER_REPORT == 0 || row == part.rows()) {
                    progress.advance("load", rows.addAndGet(row - counted), scale.rows(), "rows");
                    counted = row;
                    leaveIfInterrupted();
                }
            }
            sink.finish();
            accepted = true;
        } finally {
            if (!accepted) {
                rows.addAndGet(-counted);
            }
        }
    }

    /** Keys and indexes after the rows, because building them at once is cheaper. */
    private void finish(Table table, Connection connection) throws SQLException {
        boolean alone = !target.dialect().definesConcurrently();
        if (alone) {
            defining.lock();
        }
        try {
            definitions.run("key", connection, table);
            if (scale.secondaryIndex()) {
                definitions.run("index", connection, table);
            }
            if (scale.serverIds()) {
                definitions.run("number", connection, table);
            }
        } finally {
            if (alone) {
                defining.unlock();
            }
        }
        definitions.run("analyze", connection, table);
        definitions.run("settle", connection, table);
    }

    private static void leaveIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new HarnessException(
                    "the load was interrupted; start it again and it goes on after the tables that are finished");
        }
    }
}
